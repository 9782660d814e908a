/**
 * What a network gives to the transport that stands on it, and what networks are built from:
 * completion by tickets, registered memory and the buffers in it.
 */
package org.armci4j.transport.network;
