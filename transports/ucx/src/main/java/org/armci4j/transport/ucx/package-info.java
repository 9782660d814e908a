/**
 * The transport {@code ucx}: UCX's one-sided operations between hosts over TCP, InfiniBand and
 * other networks of UCX, and shared memory within each host.
 */
package org.armci4j.transport.ucx;
