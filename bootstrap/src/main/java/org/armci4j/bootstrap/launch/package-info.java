/**
 * Runs a job from its start to its end. It uses all inner packages and the rendezvous; nothing but
 * commands and test harnesses uses it. Begin with {@link org.armci4j.bootstrap.launch.Launcher},
 * which starts the ranks of a {@link org.armci4j.bootstrap.launch.plan.JobPlan}, and {@link
 * org.armci4j.bootstrap.launch.JobWatch}, which follows them and decides how the job has ended.
 */
package org.armci4j.bootstrap.launch;
