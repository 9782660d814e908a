package org.armci4j.transport.shared;

import java.nio.ByteBuffer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Says where in shared memory a block lies, for the ranks that attach to it.
 *
 * @param memory the descriptor of the block's chunk, or of its own memory
 * @param chunkBytes the size of the chunk; 0 for memory of its own
 * @param offset where the block begins in the chunk
 */
@SuppressWarnings("ArrayRecordComponent") // taken apart once, never compared
record HostBlockDescriptor(byte[] memory, long chunkBytes, long offset) {
  private static final int HEAD_BYTES = 2 * Long.BYTES;

  byte[] encode() {
    return ByteBuffer.allocate(HEAD_BYTES + memory.length)
        .putLong(chunkBytes)
        .putLong(offset)
        .put(memory)
        .array();
  }

  static HostBlockDescriptor decode(byte[] bytes) {
    if (bytes.length < HEAD_BYTES) {
      throw new ArmciException(Text.format("%d bytes are no address of a block", bytes.length));
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    long chunkBytes = buffer.getLong();
    long offset = buffer.getLong();
    byte[] memory = new byte[buffer.remaining()];
    buffer.get(memory);
    return new HostBlockDescriptor(memory, chunkBytes, offset);
  }
}
