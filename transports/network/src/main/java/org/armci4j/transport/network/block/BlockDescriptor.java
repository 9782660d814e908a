package org.armci4j.transport.network.block;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * The description of a block, from its owner to the ranks that attach to it.
 *
 * @param host the shared-memory transport's descriptor of the chunk that holds the block, by which
 *     ranks of the owner's host map it
 * @param chunkBytes size of the chunk
 * @param offset where the block begins in the chunk
 * @param address where the block begins in the owner's process
 * @param key key of its registration; empty for a block of no bytes
 */
@SuppressWarnings("ArrayRecordComponent") // taken apart once, never compared
record BlockDescriptor(byte[] host, long chunkBytes, long offset, long address, byte[] key) {
  private static final int NUMBERS_BYTES = 3 * Long.BYTES + Short.BYTES;

  /** Returns the descriptor of memory that nobody maps. */
  static BlockDescriptor overNetwork(long address, byte[] key) {
    return new BlockDescriptor(new byte[0], 0, 0, address, key);
  }

  byte[] encode() {
    return ByteBuffer.allocate(NUMBERS_BYTES + key.length + host.length)
        .putLong(chunkBytes)
        .putLong(offset)
        .putLong(address)
        .putShort((short) key.length)
        .put(key)
        .put(host)
        .array();
  }

  /**
   * Returns the descriptor that {@link #encode} has turned into bytes.
   *
   * @throws ArmciException when {@link #encode} cannot have made them
   */
  static BlockDescriptor decode(byte[] bytes) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      long chunkBytes = buffer.getLong();
      long offset = buffer.getLong();
      long address = buffer.getLong();
      byte[] key = new byte[Short.toUnsignedInt(buffer.getShort())];
      buffer.get(key);
      byte[] host = new byte[buffer.remaining()];
      buffer.get(host);
      return new BlockDescriptor(host, chunkBytes, offset, address, key);
    } catch (BufferUnderflowException tooShort) {
      throw new ArmciException(
          Text.format("%d bytes are no address of a block", bytes.length), tooShort);
    }
  }
}
