/**
 * Ranks on other hosts: ssh starts an agent there, which starts the ranks and carries their
 * streams. It uses {@code process} for the ranks of the agent's host, and the system's ssh command.
 * Begin with {@link org.armci4j.bootstrap.launch.ssh.RemoteHost} at the launcher and {@link
 * org.armci4j.bootstrap.launch.ssh.HostAgentMain} at the agent; {@code AgentWire} is what they say
 * to each other.
 */
package org.armci4j.bootstrap.launch.ssh;
