/**
 * The transport {@code ucx}: UCX's one-sided operations between hosts over TCP, InfiniBand and
 * other networks of UCX, and shared memory within each host. It uses {@code ucp} for calls of UCX
 * and {@code org.armci4j.transport.network} for what all networks share. Begin with {@code
 * UcxNetwork}; {@link org.armci4j.transport.ucx.UcxSettings} has the settings.
 */
package org.armci4j.transport.ucx;
