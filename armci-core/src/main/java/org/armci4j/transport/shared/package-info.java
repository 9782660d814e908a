/**
 * The transports of one host: {@code local} between threads of one JVM, {@code shm} between
 * processes. Blocks are mapped memory that loads and stores reach. The package uses the seam,
 * {@code kernel} and the files of the bootstrap; networks use it for ranks of one host. Begin with
 * {@code SharedTransport}; {@code DirectBlock} has the operations and their memory order.
 */
package org.armci4j.transport.shared;
