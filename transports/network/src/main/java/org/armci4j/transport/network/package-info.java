/**
 * Interface between a network and the transport above it, and the parts from which networks are
 * built: completion by tickets, registered memory and the buffers in it. The package uses the
 * transport interface and the waits of the core, and knows no device. Begin with {@link
 * org.armci4j.transport.network.Network} and {@link org.armci4j.transport.network.NetworkEndpoint}.
 */
package org.armci4j.transport.network;
