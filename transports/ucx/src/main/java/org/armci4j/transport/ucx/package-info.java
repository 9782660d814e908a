/**
 * The transport {@code ucx}: UCX's one-sided operations between hosts over TCP, InfiniBand and what
 * else UCX knows, shared memory within each host.
 */
package org.armci4j.transport.ucx;
