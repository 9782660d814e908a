package org.armci4j.transport.network.connection;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * A message between two ranks that connect, carried by the bootstrap.
 *
 * @param kind the purpose of the message
 * @param endpoint the address of the sender's endpoint or of its end of a line, or a message
 *     between the networks; empty in a refusal
 * @param replyAddress where the sender's requests to the receiver's helper are answered
 * @param replyKey the key of that memory; empty in a refusal
 * @param problem why the sender cannot connect, or why its side has failed; else empty
 */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // decoded once; all run one version
record ConnectMessage(
    Kind kind, byte[] endpoint, long replyAddress, byte[] replyKey, String problem) {
  enum Kind {
    /** Connect to me, and tell me when you have. */
    HELLO,
    /** I am connected to you. */
    WELCOME,
    /** I cannot connect. */
    REFUSED,
    /** I have lists for you: connect a line to mine, and tell me when you have. */
    LINE,
    /** My end of your line is connected. */
    LINE_READY,
    /** I cannot connect your line. */
    LINE_REFUSED,
    /** A message between the two ranks' networks. */
    OF_NETWORK,
    /** My side of our connection has failed. */
    FAILED,
    /** My side of our connection has ended, and both of us are well. */
    ENDED;

    private static final Kind[] ALL = values();

    private static Kind of(int ordinal) {
      if (ordinal < 0 || ordinal >= ALL.length) {
        throw new ArmciException(Text.format("there is no message of kind %d to connect", ordinal));
      }
      return ALL[ordinal];
    }
  }

  /** Returns a message about a problem: a refusal or a failure. */
  static ConnectMessage problem(Kind kind, String problem) {
    return new ConnectMessage(kind, new byte[0], 0, new byte[0], problem);
  }

  /** Returns a message about a line, or one between the networks. */
  static ConnectMessage of(Kind kind, byte[] bytes) {
    return new ConnectMessage(kind, bytes, 0, new byte[0], "");
  }

  /** Returns the kind of this message's refusal. */
  Kind refused() {
    return isOfLine() ? Kind.LINE_REFUSED : Kind.REFUSED;
  }

  boolean isOfLine() {
    return kind == Kind.LINE || kind == Kind.LINE_READY || kind == Kind.LINE_REFUSED;
  }

  byte[] encode() {
    byte[] text = problem.getBytes(StandardCharsets.UTF_8);
    int lengths = endpoint.length + replyKey.length + text.length;
    return ByteBuffer.allocate(1 + Long.BYTES + 2 * Short.BYTES + lengths)
        .put((byte) kind.ordinal())
        .putLong(replyAddress)
        .putShort((short) endpoint.length)
        .put(endpoint)
        .putShort((short) replyKey.length)
        .put(replyKey)
        .put(text)
        .array();
  }

  /**
   * Decodes a message.
   *
   * @throws ArmciException if {@link #encode} cannot have made these bytes
   */
  static ConnectMessage decode(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      Kind kind = Kind.of(in.get());
      long replyAddress = in.getLong();
      byte[] endpoint = take(in, Short.toUnsignedInt(in.getShort()));
      byte[] replyKey = take(in, Short.toUnsignedInt(in.getShort()));
      String problem = new String(take(in, in.remaining()), StandardCharsets.UTF_8);
      return new ConnectMessage(kind, endpoint, replyAddress, replyKey, problem);
    } catch (BufferUnderflowException tooShort) {
      throw new ArmciException(
          Text.format("%d bytes are no message of a rank that connects", bytes.length), tooShort);
    }
  }

  private static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
