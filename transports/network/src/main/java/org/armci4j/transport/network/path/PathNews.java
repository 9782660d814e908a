package org.armci4j.transport.network.path;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * What one side of a path tells the other of its end.
 *
 * @param path its number
 * @param life which of the path's lives it is about, from 0
 * @param kind what has become of the end
 * @param details the address of an end that is back, or what else the kind needs
 */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // taken apart once; all run one version
public record PathNews(int path, int life, Kind kind, byte[] details) {
  /** What has become of the end. */
  public enum Kind {
    /** It takes nothing more. */
    LEFT,
    /** A new end waits for the other side's. */
    BACK,
    /** The new end is connected. */
    READY,
    /** All that went is complete, and nothing more goes. */
    DRAINED;

    private static final Kind[] ALL = values();

    private static Kind of(int ordinal) {
      if (ordinal < 0 || ordinal >= ALL.length) {
        throw new ArmciException(Text.format("there are no news of kind %d of a path", ordinal));
      }
      return ALL[ordinal];
    }
  }

  /** News without details. */
  static PathNews of(int path, int life, Kind kind) {
    return new PathNews(path, life, kind, new byte[0]);
  }

  /** As bytes. */
  public byte[] encode() {
    return ByteBuffer.allocate(2 * Integer.BYTES + 1 + details.length)
        .putInt(path)
        .putInt(life)
        .put((byte) kind.ordinal())
        .put(details)
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
      Kind kind = Kind.of(in.get());
      byte[] details = new byte[in.remaining()];
      in.get(details);
      return new PathNews(path, life, kind, details);
    } catch (BufferUnderflowException tooShort) {
      throw new ArmciException(
          Text.format("%d bytes are no news of a path", bytes.length), tooShort);
    }
  }
}
