/**
 * The processes of a job: starting them on this host, following and ending them. It uses the plan,
 * the streams and the sweep, and no network. Begin with {@link
 * org.armci4j.bootstrap.launch.process.RankLauncher}; {@link
 * org.armci4j.bootstrap.launch.process.RankProcess} is one rank, here or on another host.
 */
package org.armci4j.bootstrap.launch.process;
