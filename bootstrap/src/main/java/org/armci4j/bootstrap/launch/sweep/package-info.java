/** Finding and ending the processes of a job through the kernel, so that none stays behind. */
package org.armci4j.bootstrap.launch.sweep;
