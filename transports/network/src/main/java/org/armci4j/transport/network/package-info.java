/**
 * What a network gives to the transport that stands on it, and what networks are built from:
 * completion by tickets, registered memory and the buffers in it. It uses the seam and the waits of
 * the core, and knows no device. Begin with {@link org.armci4j.transport.network.Network} and
 * {@link org.armci4j.transport.network.NetworkEndpoint}.
 */
package org.armci4j.transport.network;
