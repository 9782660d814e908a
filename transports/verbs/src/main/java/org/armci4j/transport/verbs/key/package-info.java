/**
 * The keys by which a device knows memory: those of other ranks' memory, on each rail, and those of
 * the local data of a transfer, which is registered and kept where that pays. It uses {@code
 * device} and the tables of {@code org.armci4j.transport.network.ranges}. Begin with {@link
 * org.armci4j.transport.verbs.key.LocalAccess}, which decides how the device comes by local data.
 */
package org.armci4j.transport.verbs.key;
