/**
 * The seam between the runtime and the code that moves its data. Transports implement it, and it
 * knows none of them. Begin with {@link org.armci4j.transport.TransportProvider}, then {@link
 * org.armci4j.transport.Transport} and {@link org.armci4j.transport.RemoteBlock}.
 *
 * <p>Not promised: for armci4j's own modules; it may change in any version.
 */
package org.armci4j.transport;
