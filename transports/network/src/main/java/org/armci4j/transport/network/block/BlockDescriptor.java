package org.armci4j.transport.network.block;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.armci4j.ArmciException;

/**
 * What the owner of a block tells those who attach to it.
 *
 * @param host how ranks of the owner's host map it: the shared-memory transport's own descriptor
 * @param address where it begins in the owner's process
 * @param key of its registration; empty for a block of no bytes
 */
@SuppressWarnings("ArrayRecordComponent") // taken apart once, never compared
record BlockDescriptor(byte[] host, long address, byte[] key) {
  /** Of memory that nobody maps. */
  static BlockDescriptor overNetwork(long address, byte[] key) {
    return new BlockDescriptor(new byte[0], address, key);
  }

  byte[] encode() {
    return ByteBuffer.allocate(Long.BYTES + Short.BYTES + key.length + host.length)
        .putLong(address)
        .putShort((short) key.length)
        .put(key)
        .put(host)
        .array();
  }

  /**
   * The descriptor that some bytes stand for.
   *
   * @throws ArmciException when {@link #encode} cannot have made them
   */
  static BlockDescriptor decode(byte[] bytes) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      long address = buffer.getLong();
      byte[] key = new byte[Short.toUnsignedInt(buffer.getShort())];
      buffer.get(key);
      byte[] host = new byte[buffer.remaining()];
      buffer.get(host);
      return new BlockDescriptor(host, address, key);
    } catch (BufferUnderflowException tooShort) {
      throw new ArmciException(
          "%d bytes are no address of a block".formatted(bytes.length), tooShort);
    }
  }
}
