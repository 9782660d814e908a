package org.armci4j.transport.network.path;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.armci4j.ArmciException;

/**
 * What one side of a path tells the other of its end.
 *
 * @param path its number
 * @param life which of the path's lives it is about, from 0
 * @param back whether a new end waits for the other side's; else the end has been left
 * @param address of the new end; else empty
 */
@SuppressWarnings("ArrayRecordComponent") // taken apart once, never compared
public record PathNews(int path, int life, boolean back, byte[] address) {
  /** As bytes. */
  public byte[] encode() {
    return ByteBuffer.allocate(2 * Integer.BYTES + 1 + address.length)
        .putInt(path)
        .putInt(life)
        .put((byte) (back ? 1 : 0))
        .put(address)
        .array();
  }

  /**
   * The news that some bytes stand for.
   *
   * @throws ArmciException when {@link #encode} cannot have made them
   */
  public static PathNews decode(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      int path = in.getInt();
      int life = in.getInt();
      boolean back = in.get() != 0;
      byte[] address = new byte[in.remaining()];
      in.get(address);
      return new PathNews(path, life, back, address);
    } catch (BufferUnderflowException tooShort) {
      throw new ArmciException("%d bytes are no news of a path".formatted(bytes.length), tooShort);
    }
  }
}
