/**
 * The code of a rank's JVM that runs before and around the rank's program. It uses what the
 * launcher passes on: the environment, standard input and the meeting place. Begin with {@link
 * org.armci4j.bootstrap.launch.rank.RankMain}, the main class of a rank that is a process; {@link
 * org.armci4j.bootstrap.launch.rank.ThreadRanksMain} serves ranks that are threads.
 */
package org.armci4j.bootstrap.launch.rank;
