/**
 * The transport {@code verbs}: connections through one RDMA device, the requests of which
 * operations consist, and the ways in which the device comes by local memory. What it has in common
 * with other networks is in {@code org.armci4j.transport.network}.
 */
package org.armci4j.transport.verbs;
