/**
 * Connections between ranks, each made when it is first needed, by messages through the bootstrap.
 * The package uses the network's endpoints and the helper threads, and decides which operations
 * must not overtake others. Begin with {@code Connections}; a {@code ConnectedRank} is a rank that
 * is reached.
 */
package org.armci4j.transport.network.connection;
