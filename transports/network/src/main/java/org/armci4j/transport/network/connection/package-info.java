/**
 * Connections between ranks, each made when it is first needed, by messages through the bootstrap.
 * It uses the endpoints of the network and the helper thread's part, and decides what must not be
 * overtaken. Begin with {@code Connections}; {@code ConnectedRank} is a rank that is reached.
 */
package org.armci4j.transport.network.connection;
