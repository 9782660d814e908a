/**
 * Operations on one rank, each an object that holds its arguments, and the {@link
 * org.armci4j.transport.network.outbox.Outbox} that starts them in the order of the calls.
 */
package org.armci4j.transport.network.outbox;
