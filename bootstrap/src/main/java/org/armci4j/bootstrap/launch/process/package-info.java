/** The processes of a job: how they are started on this host, followed and ended. */
package org.armci4j.bootstrap.launch.process;
