package org.armci4j.transport.verbs.path;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * A message from one side to the other about the paths between them.
 *
 * @param kind what it says
 * @param path number of the path; 0 in a message about all
 * @param life number of the path's life that it is about, from 0
 * @param nextLife life with which a sender that has left goes on
 * @param carriedOut answer of {@link PathEnd#carriedOut} at a sender that has left
 * @param details addresses, or why a sender refuses
 */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // never compared; all run one version
record PathMessage(Kind kind, int path, int life, int nextLife, long carriedOut, byte[] details) {
  private static final byte[] NOTHING = new byte[0];

  enum Kind {
    /** Connect your ends of the further paths to mine, and tell me when you have. */
    ENDS,
    /** My ends are connected to yours. */
    ENDS_READY,
    /** I cannot connect the further paths. */
    REFUSED,
    /** My end of this path takes nothing more. */
    LEFT,
    /** My next end waits for yours. */
    BACK,
    /** My end is connected to yours. */
    READY,
    /** All that I sent by this path is complete, and I send nothing more. */
    DRAINED;

    private static final Kind[] ALL = values();

    private static Kind of(int ordinal) {
      if (ordinal < 0 || ordinal >= ALL.length) {
        throw new ArmciException(Text.format("there is no message of kind %d of paths", ordinal));
      }
      return ALL[ordinal];
    }
  }

  /** Returns a message about all further paths. */
  static PathMessage ofAll(Kind kind, byte[] details) {
    return new PathMessage(kind, 0, 0, 0, 0, details);
  }

  /** Returns a message about one path. */
  static PathMessage of(Kind kind, int path, int life) {
    return new PathMessage(kind, path, life, 0, 0, NOTHING);
  }

  /** Returns a message that the sender has left a path. */
  static PathMessage left(int path, int life, int nextLife, long carriedOut) {
    return new PathMessage(Kind.LEFT, path, life, nextLife, carriedOut, NOTHING);
  }

  /** Returns a message that the sender's next end has an address. */
  static PathMessage back(int path, int life, byte[] address) {
    return new PathMessage(Kind.BACK, path, life, 0, 0, address);
  }

  /** Returns a refusal to connect the further paths. */
  static PathMessage refusal(String problem) {
    return ofAll(Kind.REFUSED, problem.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns why the sender of a refusal cannot connect. */
  String problem() {
    return new String(details, StandardCharsets.UTF_8);
  }

  /** Returns the message as bytes. */
  byte[] encode() {
    return ByteBuffer.allocate(1 + 3 * Integer.BYTES + Long.BYTES + details.length)
        .put((byte) kind.ordinal())
        .putInt(path)
        .putInt(life)
        .putInt(nextLife)
        .putLong(carriedOut)
        .put(details)
        .array();
  }

  /**
   * Decodes a message.
   *
   * @throws ArmciException when {@link #encode} cannot have made the bytes
   */
  static PathMessage decode(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      Kind kind = Kind.of(in.get());
      int path = in.getInt();
      int life = in.getInt();
      int nextLife = in.getInt();
      long carriedOut = in.getLong();
      byte[] details = new byte[in.remaining()];
      in.get(details);
      return new PathMessage(kind, path, life, nextLife, carriedOut, details);
    } catch (BufferUnderflowException tooShort) {
      throw new ArmciException(
          Text.format("%d bytes are no message of paths", bytes.length), tooShort);
    }
  }
}
