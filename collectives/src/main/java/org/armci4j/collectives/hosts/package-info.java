/**
 * Where the ranks of a group are, for collectives in levels: who is on which host, and how elements
 * are brought from the order of the ranks into that of the hosts. It computes places and copies and
 * sends nothing. Begin with {@link org.armci4j.collectives.hosts.HostGrid}.
 */
package org.armci4j.collectives.hosts;
