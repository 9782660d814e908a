package org.armci4j.bootstrap.rendezvous;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.Failure;

/**
 * Frames to bytes and back; the package's page shows their layout. Trusts no byte that it reads.
 */
final class FrameCodec {
  static final int VERSION = 1;
  static final int LENGTH_BYTES = Integer.BYTES;

  /** Nonces and proofs alike. */
  static final int DIGEST_BYTES = 32;

  private static final int CHALLENGE = 1;
  private static final int HELLO = 2;
  private static final int WELCOME = 3;
  private static final int JOIN = 4;
  private static final int REFUSED = 5;
  private static final int CONTRIBUTE = 6;
  private static final int COMPLETED = 7;
  private static final int NOT_COMPLETED = 8;
  private static final int GIVE_UP = 9;
  private static final int ABORT = 10;
  private static final int JOB_FAILED = 11;
  private static final int BYE = 12;
  private static final int SEND = 13;
  private static final int RECEIVED = 14;
  private static final int UNDELIVERED = 15;
  private static final int PING = 16;
  private static final int PONG = 17;
  private static final int REPORT_WANTED = 18;
  private static final int REPORT = 19;

  /** What a frame that carries a rank's message is longer than it. */
  static final int SEND_BYTES = 2 + 2 * Integer.BYTES;

  private FrameCodec() {}

  /** The length of the frame of a completed exchange with {@code values}. */
  static long completedBytes(List<byte[]> values) {
    long bytes = 2 + Long.BYTES + Integer.BYTES;
    for (byte[] value : values) {
      bytes += Integer.BYTES + value.length;
    }
    return bytes;
  }

  /** At least the length of the frame of {@code message}: a character has at most three bytes. */
  static long atMostBytes(Message.Contribute message) {
    return 2
        + Long.BYTES
        + Short.BYTES
        + 3L * message.key().length()
        + Integer.BYTES * (2L + message.members().length)
        + message.value().length;
  }

  /** The frame of {@code message} with its length in front, in a new buffer. */
  static ByteBuf encode(Message message, ByteBufAllocator allocator) {
    ByteBuf out = allocator.buffer();
    out.writeInt(0);
    out.writeByte(VERSION);
    write(message, out);
    out.setInt(0, out.readableBytes() - LENGTH_BYTES);
    return out;
  }

  private static void write(Message message, ByteBuf out) {
    switch (message) {
      case Message.Challenge m -> out.writeByte(CHALLENGE).writeBytes(m.serverNonce());
      case Message.Hello m -> {
        out.writeByte(HELLO).writeInt(m.rank()).writeInt(m.size());
        writeText(m.jobId(), out);
        out.writeBytes(m.rankNonce()).writeBytes(m.proof());
      }
      case Message.Welcome m -> out.writeByte(WELCOME).writeBytes(m.proof());
      case Message.Join m -> writeText(m.host(), out.writeByte(JOIN));
      case Message.Refused m -> writeText(m.reason(), out.writeByte(REFUSED));
      case Message.Contribute m -> {
        writeText(m.key(), out.writeByte(CONTRIBUTE).writeLong(m.id()));
        out.writeInt(m.members().length);
        for (int member : m.members()) {
          out.writeInt(member);
        }
        writeBytes(m.value(), out);
      }
      case Message.Completed m -> {
        out.writeByte(COMPLETED).writeLong(m.id()).writeInt(m.values().size());
        m.values().forEach(value -> writeBytes(value, out));
      }
      case Message.NotCompleted m ->
          writeText(m.reason(), out.writeByte(NOT_COMPLETED).writeLong(m.id()));
      case Message.GiveUp m -> {
        writeText(m.key(), out.writeByte(GIVE_UP));
        writeText(m.why(), out);
      }
      case Message.Abort m -> writeText(m.reason(), out.writeByte(ABORT));
      case Message.JobFailed m -> {
        out.writeByte(JOB_FAILED).writeInt(m.failure().rank());
        writeText(m.failure().host(), out);
        writeText(m.failure().reason(), out);
      }
      case Message.Bye m -> out.writeByte(BYE);
      case Message.Send m -> writeBytes(m.content(), out.writeByte(SEND).writeInt(m.to()));
      case Message.Received m ->
          writeBytes(m.content(), out.writeByte(RECEIVED).writeInt(m.from()));
      case Message.Undelivered m ->
          writeText(m.reason(), out.writeByte(UNDELIVERED).writeInt(m.to()));
      case Message.Ping m -> out.writeByte(PING).writeLong(m.limitNanos());
      case Message.Pong m -> out.writeByte(PONG).writeLong(m.oldestWaitNanos());
      case Message.ReportWanted m -> out.writeByte(REPORT_WANTED).writeInt(m.number());
      case Message.Report m -> writeBytes(m.text(), out.writeByte(REPORT).writeInt(m.number()));
    }
  }

  private static void writeText(String text, ByteBuf out) {
    byte[] bytes = Message.shorten(text).getBytes(StandardCharsets.UTF_8);
    out.writeShort(bytes.length).writeBytes(bytes);
  }

  private static void writeBytes(byte[] bytes, ByteBuf out) {
    out.writeInt(bytes.length).writeBytes(bytes);
  }

  /**
   * The message of a frame without its length.
   *
   * @throws MalformedFrameException when it is none
   */
  static Message decode(ByteBuf in) {
    int version = number(in, 1);
    if (version != VERSION) {
      throw new MalformedFrameException("version " + version + " instead of " + VERSION);
    }
    Message message = read(number(in, 1), in);
    if (in.isReadable()) {
      throw new MalformedFrameException(in.readableBytes() + " bytes too many");
    }
    return message;
  }

  private static Message read(int type, ByteBuf in) {
    return switch (type) {
      case CHALLENGE -> new Message.Challenge(take(in, DIGEST_BYTES));
      case HELLO ->
          new Message.Hello(
              number(in, 4),
              number(in, 4),
              text(in),
              take(in, DIGEST_BYTES),
              take(in, DIGEST_BYTES));
      case WELCOME -> new Message.Welcome(take(in, DIGEST_BYTES));
      case JOIN -> new Message.Join(text(in));
      case REFUSED -> new Message.Refused(text(in));
      case CONTRIBUTE ->
          new Message.Contribute(longNumber(in), text(in), members(in), take(in, number(in, 4)));
      case COMPLETED -> new Message.Completed(longNumber(in), values(in));
      case NOT_COMPLETED -> new Message.NotCompleted(longNumber(in), text(in));
      case GIVE_UP -> new Message.GiveUp(text(in), text(in));
      case ABORT -> new Message.Abort(text(in));
      case JOB_FAILED -> new Message.JobFailed(new Failure(number(in, 4), text(in), text(in)));
      case BYE -> new Message.Bye();
      case SEND -> new Message.Send(number(in, 4), take(in, number(in, 4)));
      case RECEIVED -> new Message.Received(number(in, 4), take(in, number(in, 4)));
      case UNDELIVERED -> new Message.Undelivered(number(in, 4), text(in));
      case PING -> new Message.Ping(longNumber(in));
      case PONG -> new Message.Pong(longNumber(in));
      case REPORT_WANTED -> new Message.ReportWanted(number(in, 4));
      case REPORT -> new Message.Report(number(in, 4), take(in, number(in, 4)));
      default -> throw new MalformedFrameException("type " + type + " is unknown");
    };
  }

  private static int number(ByteBuf in, int bytes) {
    need(in, bytes);
    return switch (bytes) {
      case 1 -> in.readUnsignedByte();
      case 2 -> in.readUnsignedShort();
      default -> in.readInt();
    };
  }

  private static long longNumber(ByteBuf in) {
    need(in, Long.BYTES);
    return in.readLong();
  }

  private static byte[] take(ByteBuf in, int length) {
    need(in, length);
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }

  private static String text(ByteBuf in) {
    ByteBuffer bytes = ByteBuffer.wrap(take(in, number(in, 2)));
    try {
      // A new decoder reports what String's constructor would silently replace.
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException notUtf8) {
      throw new MalformedFrameException("a text is not UTF-8");
    }
  }

  private static int[] members(ByteBuf in) {
    int[] members = new int[count(in)];
    for (int i = 0; i < members.length; i++) {
      members[i] = in.readInt();
    }
    return members;
  }

  private static List<byte[]> values(ByteBuf in) {
    int count = count(in);
    List<byte[]> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(take(in, number(in, 4)));
    }
    return values;
  }

  /** A number of things of at least four bytes each, so that no false one can claim much memory. */
  private static int count(ByteBuf in) {
    int count = number(in, 4);
    if (count < 0 || count > in.readableBytes() / Integer.BYTES) {
      throw new MalformedFrameException(count + " things announced, which is more than follows");
    }
    return count;
  }

  private static void need(ByteBuf in, int length) {
    if (length < 0 || length > in.readableBytes()) {
      throw new MalformedFrameException(
          "%d bytes announced, %d there".formatted(length, in.readableBytes()));
    }
  }
}
