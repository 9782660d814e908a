package org.armci4j.transport.verbs;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.armci4j.transport.verbs.device.Endpoint;
import org.armci4j.transport.verbs.device.Gid;

/**
 * What two ranks tell each other to connect, through the bootstrap.
 *
 * @param kind what the sender wants
 * @param endpoint the sender's queue pair; means nothing in a refusal
 * @param replyAddress where the sender's requests to the receiver's helper are answered
 * @param replyKey the remote key of that memory
 * @param problem why the sender cannot connect; empty but in a refusal
 */
@SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
record Greeting(Kind kind, Endpoint endpoint, long replyAddress, int replyKey, String problem) {
  private static final Endpoint NOWHERE = new Endpoint(0, 0, 0, new Gid(0, 0), 0, 0);

  enum Kind {
    /** Connect to me, and tell me when you have. */
    HELLO,
    /** I am connected to you. */
    WELCOME,
    /** I cannot connect. */
    REFUSED
  }

  static Greeting refusal(String problem) {
    return new Greeting(Kind.REFUSED, NOWHERE, 0, 0, problem);
  }

  byte[] encode() {
    byte[] text = problem.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(1 + Long.BYTES + Integer.BYTES + Endpoint.ENCODED_BYTES + text.length);
    out.put((byte) kind.ordinal()).putLong(replyAddress).putInt(replyKey);
    endpoint.writeTo(out);
    return out.put(text).array();
  }

  static Greeting decode(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    Kind kind = Kind.values()[in.get()];
    long replyAddress = in.getLong();
    int replyKey = in.getInt();
    Endpoint endpoint = Endpoint.readFrom(in);
    byte[] text = new byte[in.remaining()];
    in.get(text);
    return new Greeting(
        kind, endpoint, replyAddress, replyKey, new String(text, StandardCharsets.UTF_8));
  }
}
