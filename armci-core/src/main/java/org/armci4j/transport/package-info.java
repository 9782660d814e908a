/**
 * The seam between the runtime and what moves its data. Users of the runtime need nothing here, but
 * {@link org.armci4j.transport.AtomicUpdate}.
 */
package org.armci4j.transport;
