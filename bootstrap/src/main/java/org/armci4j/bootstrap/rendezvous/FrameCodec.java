package org.armci4j.bootstrap.rendezvous;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Printable;
import org.armci4j.bootstrap.text.Text;

/**
 * Encodes and decodes frames; the package's page shows their layout. Trusts no byte that it reads.
 */
final class FrameCodec {
  /**
   * Version of the frames. Not 2 or 3: a TLS server would take the frame for an SSL 2 hello, and
   * wait.
   */
  static final int VERSION = 1;

  static final int LENGTH_BYTES = Integer.BYTES;

  /** Largest frame that the server accepts before both sides have proved the secret, in bytes. */
  static final int UNPROVED_FRAME_LIMIT_BYTES = 256;

  /**
   * Largest frame that a rank accepts before the proofs, in bytes: a refusal may give a long
   * reason.
   */
  static final int UNPROVED_ANSWER_LIMIT_BYTES = 32 << 10;

  /** Length of a nonce and of a proof, in bytes. */
  static final int DIGEST_BYTES = 32;

  static final int CHALLENGE = 1;
  static final int HELLO = 2;
  static final int WELCOME = 3;
  static final int JOIN = 4;
  static final int REFUSED = 5;
  static final int CONTRIBUTE = 6;
  static final int COMPLETED = 7;
  static final int NOT_COMPLETED = 8;
  static final int GIVE_UP = 9;
  static final int ABORT = 10;
  static final int JOB_FAILED = 11;
  static final int BYE = 12;
  static final int SEND = 13;
  static final int RECEIVED = 14;
  static final int UNDELIVERED = 15;
  static final int PING = 16;
  static final int PONG = 17;
  static final int REPORT_WANTED = 18;
  static final int REPORT = 19;
  static final int KNOCK = 20;
  static final int NOT_COMING = 21;
  static final int OVERDUE = 22;
  static final int WAIT_EXTENDED = 23;
  static final int RANK_LOST = 24;

  /** Stands for the length of a value that a survey lacks. */
  static final int NO_VALUE = -1;

  /** Bytes that a Send frame adds to the rank's message. */
  static final int SEND_BYTES = 2 + 2 * Integer.BYTES;

  private FrameCodec() {}

  /** Returns the length of the frame of a completed exchange with {@code values}, in bytes. */
  static long completedBytes(List<byte[]> values) {
    long bytes = 2 + Long.BYTES + Integer.BYTES;
    for (byte[] value : values) {
      bytes += Integer.BYTES + (value == null ? 0 : value.length);
    }
    return bytes;
  }

  /**
   * Returns an upper bound of the length of {@code message}'s frame, in bytes: a character takes at
   * most three bytes.
   */
  static long atMostBytes(Message.Contribute message) {
    return 3
        + Long.BYTES
        + Short.BYTES
        + 3L * message.key().length()
        + Integer.BYTES * (2L + message.members().length)
        + message.value().length;
  }

  /** Returns the frame of {@code message}, with its length in front. */
  static byte[] encode(Message message) {
    FrameWriter out = new FrameWriter();
    message.write(out);
    return out.frame();
  }

  /**
   * Returns the message of a frame, given without its length.
   *
   * @throws MalformedFrameException when the frame is not a message
   */
  static Message decode(ByteBuffer in) {
    int version = number(in, 1);
    if (version != VERSION) {
      throw new MalformedFrameException("version " + version + " instead of " + VERSION);
    }
    Message message = read(number(in, 1), in);
    if (in.hasRemaining()) {
      throw new MalformedFrameException(in.remaining() + " bytes too many");
    }
    return message;
  }

  private static Message read(int type, ByteBuffer in) {
    return switch (type) {
      case CHALLENGE -> new Message.Challenge(take(in, DIGEST_BYTES));
      case HELLO ->
          new Message.Hello(
              number(in, 4),
              number(in, 4),
              number(in, 4),
              text(in),
              take(in, DIGEST_BYTES),
              take(in, DIGEST_BYTES));
      case WELCOME -> new Message.Welcome(number(in, 4), take(in, DIGEST_BYTES));
      case JOIN -> new Message.Join(text(in));
      case REFUSED ->
          new Message.Refused(text(in), take(in, DIGEST_BYTES), flag(in) ? failure(in) : null);
      case CONTRIBUTE ->
          new Message.Contribute(
              longNumber(in), flag(in), text(in), members(in), take(in, number(in, 4)));
      case COMPLETED -> new Message.Completed(longNumber(in), values(in));
      case NOT_COMPLETED -> new Message.NotCompleted(longNumber(in), text(in));
      case GIVE_UP -> new Message.GiveUp(text(in), text(in));
      case OVERDUE -> new Message.Overdue(text(in), text(in));
      case WAIT_EXTENDED -> new Message.WaitExtended(longNumber(in));
      case NOT_COMING -> new Message.NotComing(text(in), text(in));
      case ABORT -> new Message.Abort(text(in));
      case JOB_FAILED -> new Message.JobFailed(failure(in));
      case RANK_LOST -> new Message.RankLost(failure(in));
      case BYE -> new Message.Bye();
      case SEND -> new Message.Send(number(in, 4), take(in, number(in, 4)));
      case RECEIVED -> new Message.Received(number(in, 4), take(in, number(in, 4)));
      case UNDELIVERED -> new Message.Undelivered(number(in, 4), text(in));
      case PING -> new Message.Ping(longNumber(in));
      case PONG -> new Message.Pong(longNumber(in));
      case REPORT_WANTED -> new Message.ReportWanted(number(in, 4));
      case REPORT -> new Message.Report(number(in, 4), take(in, number(in, 4)));
      case KNOCK -> new Message.Knock(take(in, DIGEST_BYTES), take(in, DIGEST_BYTES), flag(in));
      default -> throw new MalformedFrameException("type " + type + " is unknown");
    };
  }

  private static Failure failure(ByteBuffer in) {
    return new Failure(number(in, 4), text(in), text(in));
  }

  private static int number(ByteBuffer in, int bytes) {
    need(in, bytes);
    return switch (bytes) {
      case 1 -> in.get() & 0xff;
      case 2 -> in.getShort() & 0xffff;
      default -> in.getInt();
    };
  }

  private static boolean flag(ByteBuffer in) {
    int value = number(in, 1);
    if (value > 1) {
      throw new MalformedFrameException(value + " is neither yes nor no");
    }
    return value == 1;
  }

  private static long longNumber(ByteBuffer in) {
    need(in, Long.BYTES);
    return in.getLong();
  }

  private static byte[] take(ByteBuffer in, int length) {
    need(in, length);
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  /** Reads a text and escapes its control characters, as messages to users will quote the text. */
  private static String text(ByteBuffer in) {
    ByteBuffer bytes = ByteBuffer.wrap(take(in, number(in, 2)));
    try {
      // A new decoder reports what String's constructor would silently replace.
      return Printable.lines(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
    } catch (CharacterCodingException notUtf8) {
      throw new MalformedFrameException("a text is not UTF-8");
    }
  }

  private static int[] members(ByteBuffer in) {
    int[] members = new int[count(in)];
    for (int i = 0; i < members.length; i++) {
      members[i] = in.getInt();
    }
    return members;
  }

  private static List<byte[]> values(ByteBuffer in) {
    int count = count(in);
    List<byte[]> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = number(in, 4);
      values.add(length == NO_VALUE ? null : take(in, length));
    }
    return values;
  }

  /**
   * Reads a count of items that take at least four bytes each. Compares the count with the bytes
   * that follow, so that a false count cannot claim much memory.
   */
  private static int count(ByteBuffer in) {
    int count = number(in, 4);
    if (count < 0 || count > in.remaining() / Integer.BYTES) {
      throw new MalformedFrameException(count + " things announced, which is more than follows");
    }
    return count;
  }

  private static void need(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new MalformedFrameException(
          Text.format("%d bytes announced, %d there", length, in.remaining()));
    }
  }
}
