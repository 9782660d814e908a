/**
 * Operations that could not be started in their call: they wait at the origin, and the thread that
 * makes progress starts them.
 */
package org.armci4j.transport.network.outbox;
