/** What the kernel tells of the processes of a job, so that none of them stays behind. */
package org.armci4j.bootstrap.launch.sweep;
