/**
 * The TCP ports at which UCX listens for a rank: finds who is connected there, and closes the ports
 * to everybody else. It uses {@code /proc} and calls of the C library. Begin with {@link
 * org.armci4j.transport.ucx.port.WorkerPorts}.
 */
package org.armci4j.transport.ucx.port;
