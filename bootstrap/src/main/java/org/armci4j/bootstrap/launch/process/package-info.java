/** The processes of a job: starting them on this host, following and ending them. */
package org.armci4j.bootstrap.launch.process;
