/**
 * Finds and ends the processes of a job through the kernel, so that none stays behind. It reads
 * {@code /proc} and sends signals, and knows a job, or an agent's part of it, by its name alone.
 * Begin with {@link org.armci4j.bootstrap.launch.sweep.JobSweep}.
 */
package org.armci4j.bootstrap.launch.sweep;
