package org.armci4j.transport.verbs;

import java.nio.ByteBuffer;

/**
 * What the owner of a block tells those who attach to it.
 *
 * @param host how ranks of the owner's host map it: the shared-memory transport's own descriptor
 * @param address where it begins in the owner's process; the device takes addresses
 * @param remoteKey the key under which it is registered there
 */
@SuppressWarnings("ArrayRecordComponent") // taken apart once, never compared
record BlockDescriptor(byte[] host, long address, int remoteKey) {
  byte[] encode() {
    return ByteBuffer.allocate(Long.BYTES + Integer.BYTES + host.length)
        .putLong(address)
        .putInt(remoteKey)
        .put(host)
        .array();
  }

  static BlockDescriptor decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long address = buffer.getLong();
    int remoteKey = buffer.getInt();
    byte[] host = new byte[buffer.remaining()];
    buffer.get(host);
    return new BlockDescriptor(host, address, remoteKey);
  }
}
