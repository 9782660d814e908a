/**
 * The transports of one host: {@code local} between threads of one JVM, {@code shm} between
 * processes. Blocks are mapped memory that loads and stores reach.
 */
package org.armci4j.transport.shared;
