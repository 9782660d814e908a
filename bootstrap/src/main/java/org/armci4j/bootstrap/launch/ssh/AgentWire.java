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
 * Defines what a launcher and its agent on another host send each other, over the agent's standard
 * input and output. A frame is its kind (one byte), its rank and the length of its content (four
 * bytes each, big-endian), and the content.
 */
public final class AgentWire {
  /** First bytes from the agent. They end any text that a login shell prints before them. */
  static final byte[] GREETING = "\0armci-agent-1\n".getBytes(StandardCharsets.US_ASCII);

  private static final int LONGEST_BYTES = 64 << 20;

  private AgentWire() {}

  /**
   * Lists the kinds of frames. Those before {@link #STARTED} go to the agent, the others come from
   * it.
   */
  enum Kind {
    /**
     * Says which ranks to start; see {@link HostStart}. The first is for all ranks of the host, a
     * later one for a rank whose process has ended, there or on a host that is lost.
     */
    START(1),
    /** Carries bytes for a rank's standard input. */
    INPUT(2),
    /** Ends a rank's standard input. */
    INPUT_END(3),
    /** Ends a rank by SIGTERM. */
    TERMINATE(4),
    /** Ends a rank by SIGKILL. */
    KILL(5),
    /**
     * Shows that the launcher lives, and says for how many nanoseconds it may be silent after this.
     */
    BEAT(13),
    /** Says that a rank's process has started, with its process id. */
    STARTED(6),
    /** Says why the ranks could not be started. */
    NOT_STARTED(7),
    /** Carries bytes from a rank's standard output. */
    OUTPUT(8),
    /** Carries bytes from a rank's standard error. */
    ERRORS(9),
    /** Says how many bytes of input a rank has taken; the launcher may send as many more. */
    TAKEN(10),
    /** Says that a rank's process has ended, with its exit code. */
    EXITED(11),
    /** Begins a file that an ended rank has left; carries its name. */
    FILE(14),
    /** Carries the next bytes of the file. */
    FILE_PART(15),
    /** Ends the file. */
    FILE_END(16),
    /** Says that all output and all files of an ended rank have been sent. */
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

  /** Holds one frame. */
  record Frame(Kind kind, int rank, byte[] bytes) {
    /** Returns the number that the bytes hold. */
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

  /** Returns the next frame, or null when the other side has ended. */
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

  /**
   * Skips to the end of the greeting, and writes all bytes before it to {@code other}. Returns
   * whether the greeting came.
   */
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

  /** Sends whole frames. Any thread may call any method. */
  static final class Writer {
    private final DataOutputStream out;

    /** Writes to {@code out}, which must be buffered, or frames would go out in tiny pieces. */
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

    /** Returns a stream that makes a frame of this kind of every write. */
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
