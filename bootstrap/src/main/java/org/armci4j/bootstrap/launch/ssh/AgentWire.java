package org.armci4j.bootstrap.launch.ssh;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a launcher and its agent on another host say to each other, over the standard input and
 * output of the agent. A frame is its kind (one byte), the rank that it concerns and the length of
 * what follows (four bytes each, big-endian), and the bytes.
 */
public final class AgentWire {
  /** What the agent says first, so that words of a login shell before it do no harm. */
  static final byte[] GREETING = "\0armci-agent-1\n".getBytes(StandardCharsets.US_ASCII);

  private static final int LONGEST_BYTES = 64 << 20;

  private AgentWire() {}

  /** Kinds of frames; those before {@link #STARTED} go to the agent, the others come from it. */
  enum Kind {
    /** What to start, once; see {@link HostStart}. */
    START(1),
    /** Bytes for a rank's standard input. */
    INPUT(2),
    /** No more of them. */
    INPUT_END(3),
    /** End this rank by SIGTERM. */
    TERMINATE(4),
    /** End this rank by SIGKILL. */
    KILL(5),
    /** The launcher lives; for how many nanoseconds it may be silent after this. */
    BEAT(13),
    /** A rank's process has started; its process id. */
    STARTED(6),
    /** The ranks could not be started; why. */
    NOT_STARTED(7),
    /** Bytes from a rank's standard output. */
    OUTPUT(8),
    /** Bytes from a rank's standard error. */
    ERRORS(9),
    /** How many bytes of input a rank has taken; so many more may be sent. */
    TAKEN(10),
    /** A rank's process has ended; its exit code. */
    EXITED(11),
    /** All that an ended rank has printed has been sent. */
    DELIVERED(12);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind of(int code) throws IOException {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new IOException("a frame of unknown kind " + code);
    }
  }

  /** One frame. */
  record Frame(Kind kind, int rank, byte[] bytes) {
    /** The number that the bytes hold. */
    long number() throws IOException {
      if (bytes.length != Long.BYTES) {
        throw new IOException(kind + " without its number");
      }
      return ByteBuffer.wrap(bytes).getLong();
    }

    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** The next frame, or null when the other side has ended. */
  static Frame read(DataInputStream in) throws IOException {
    int code = in.read();
    if (code < 0) {
      return null;
    }
    try {
      Kind kind = Kind.of(code);
      int rank = in.readInt();
      int sizeBytes = in.readInt();
      if (sizeBytes < 0 || sizeBytes > LONGEST_BYTES) {
        throw new IOException(kind + " with " + sizeBytes + " bytes");
      }
      byte[] bytes = in.readNBytes(sizeBytes);
      return bytes.length < sizeBytes ? null : new Frame(kind, rank, bytes);
    } catch (EOFException cutOff) {
      return null;
    }
  }

  /** Skips to the end of the greeting; what came before it goes to {@code other}. */
  static boolean awaitGreeting(InputStream in, OutputStream other) throws IOException {
    byte[] last = new byte[GREETING.length];
    int count = 0;
    for (int value = in.read(); value >= 0; value = in.read()) {
      if (count >= last.length) {
        other.write(last[0]);
      }
      System.arraycopy(last, 1, last, 0, last.length - 1);
      last[last.length - 1] = (byte) value;
      count++;
      if (Arrays.equals(last, GREETING)) {
        return true;
      }
    }
    int held = Math.min(count, last.length);
    other.write(last, last.length - held, held);
    return false;
  }

  /** Sends frames, each whole. Any thread may call any method. */
  static final class Writer {
    private final DataOutputStream out;

    /** Onto a stream that is buffered, or it would be written in tiny pieces. */
    Writer(OutputStream out) {
      this.out = new DataOutputStream(out);
    }

    synchronized void greet() throws IOException {
      out.write(GREETING);
      out.flush();
    }

    void send(Kind kind, int rank, byte[] bytes) throws IOException {
      send(kind, rank, bytes, 0, bytes.length);
    }

    void send(Kind kind, int rank, long number) throws IOException {
      send(kind, rank, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    synchronized void send(Kind kind, int rank, byte[] bytes, int offset, int sizeBytes)
        throws IOException {
      out.writeByte(kind.code);
      out.writeInt(rank);
      out.writeInt(sizeBytes);
      out.write(bytes, offset, sizeBytes);
      out.flush();
    }

    /** A stream whose every write becomes a frame of this kind. */
    OutputStream stream(Kind kind, int rank) {
      return new OutputStream() {
        @Override
        public void write(int value) throws IOException {
          write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int sizeBytes) throws IOException {
          if (sizeBytes > 0) {
            send(kind, rank, bytes, offset, sizeBytes);
          }
        }
      };
    }
  }
}
