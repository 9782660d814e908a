/**
 * Runs a job from its start to its end. {@link org.armci4j.bootstrap.launch.Launcher} starts the
 * ranks of a {@link org.armci4j.bootstrap.launch.plan.JobPlan}; {@link
 * org.armci4j.bootstrap.launch.JobWatch} follows them and decides how the job has ended.
 */
package org.armci4j.bootstrap.launch;
