/**
 * Where the ranks of a group are, for collectives in levels: who is on which host, how elements are
 * brought from the order of the ranks into that of the hosts, and how many of a host's ranks carry
 * a message to others. It computes places and copies, and sends nothing. Begin with {@link
 * org.armci4j.collectives.hosts.HostGrid}.
 */
package org.armci4j.collectives.hosts;
