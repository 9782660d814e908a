package org.armci4j.transport.network.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What two ranks tell each other to connect, through the bootstrap.
 *
 * @param kind what the sender wants
 * @param endpoint the address of the sender's endpoint; empty in a refusal
 * @param replyAddress where the sender's requests to the receiver's helper are answered
 * @param replyKey the key of that memory; empty in a refusal
 * @param problem why the sender cannot connect; empty but in a refusal
 */
@SuppressWarnings({"ArrayRecordComponent", "EnumOrdinal"}) // taken apart once; all run one version
record ConnectMessage(
    Kind kind, byte[] endpoint, long replyAddress, byte[] replyKey, String problem) {
  enum Kind {
    /** Connect to me, and tell me when you have. */
    HELLO,
    /** I am connected to you. */
    WELCOME,
    /** I cannot connect. */
    REFUSED
  }

  static ConnectMessage refusal(String problem) {
    return new ConnectMessage(Kind.REFUSED, new byte[0], 0, new byte[0], problem);
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

  static ConnectMessage decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    Kind kind = Kind.values()[in.get()];
    long replyAddress = in.getLong();
    byte[] endpoint = take(in, in.getShort());
    byte[] replyKey = take(in, in.getShort());
    String problem = new String(take(in, in.remaining()), StandardCharsets.UTF_8);
    return new ConnectMessage(kind, endpoint, replyAddress, replyKey, problem);
  }

  private static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
