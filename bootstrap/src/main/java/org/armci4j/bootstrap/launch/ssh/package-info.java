/**
 * Ranks on other hosts: ssh starts an agent there, which starts the ranks and carries their
 * streams.
 */
package org.armci4j.bootstrap.launch.ssh;
