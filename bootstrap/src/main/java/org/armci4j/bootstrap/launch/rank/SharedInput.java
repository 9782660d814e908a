package org.armci4j.bootstrap.launch.rank;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import org.armci4j.bootstrap.launch.plan.StandardInput;

/**
 * Standard input of a JVM whose threads are ranks. Each rank that gets the input reads all of it;
 * threads of no rank read with rank 0. Bytes are kept until the slowest rank has read them.
 */
final class SharedInput extends InputStream {
  private static final int BUFFER_BYTES = 64 * 1024;

  private final InputStream standardInput;
  private final InputReading[] readings;

  /** Makes the input for {@code size} ranks, of which {@code reached} chooses those that get it. */
  SharedInput(InputStream standardInput, int size, StandardInput reached) {
    this.standardInput = standardInput;
    this.readings = new InputReading[size];
    InputPiece first = new InputPiece(new byte[0]);
    for (int rank = 0; rank < size; rank++) {
      readings[rank] = reached.reaches(rank) ? new InputReading(first) : null;
    }
  }

  private InputReading reading() {
    return readings[Math.max(0, RankStreams.currentRank())];
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] bytes, int offset, int sizeBytes) throws IOException {
    Objects.checkFromIndexSize(offset, sizeBytes, bytes.length);
    InputReading reading = reading();
    return reading == null ? -1 : reading.read(bytes, offset, sizeBytes);
  }

  @Override
  public int available() throws IOException {
    InputReading reading = reading();
    return reading == null ? 0 : reading.available();
  }

  /** A piece of the input, linked to the next one once some rank has asked for that. */
  private static final class InputPiece {
    private final byte[] bytes;
    private volatile InputPiece next;

    InputPiece(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  /** Returns the piece behind this one; null at the end of the input. */
  private synchronized InputPiece behind(InputPiece piece) throws IOException {
    if (piece.next == null) {
      byte[] buffer = new byte[BUFFER_BYTES];
      int count = standardInput.read(buffer, 0, buffer.length);
      if (count < 0) {
        return null;
      }
      piece.next = new InputPiece(Arrays.copyOf(buffer, count));
    }
    return piece.next;
  }

  /** Holds how far a rank has read. */
  private final class InputReading {
    private InputPiece piece;
    private int at;

    InputReading(InputPiece piece) {
      this.piece = piece;
    }

    synchronized int read(byte[] bytes, int offset, int sizeBytes) throws IOException {
      while (at == piece.bytes.length && sizeBytes > 0) {
        InputPiece next = behind(piece);
        if (next == null) {
          return -1;
        }
        piece = next;
        at = 0;
      }
      int count = Math.min(sizeBytes, piece.bytes.length - at);
      System.arraycopy(piece.bytes, at, bytes, offset, count);
      at += count;
      return count;
    }

    synchronized int available() throws IOException {
      int rest = piece.bytes.length - at;
      return rest > 0 || piece.next != null ? Math.max(1, rest) : standardInput.available();
    }
  }
}
