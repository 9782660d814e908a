package org.armci4j.transport.verbs;

/**
 * Another rank, or this one, as the device reaches it.
 *
 * @param connection to it
 * @param helper its helper thread
 * @param replyAddress where this rank's helper answers that rank's messages
 * @param replyKey the key of that memory
 */
record Peer(Connection connection, RemoteHelper helper, long replyAddress, int replyKey) {}
