package org.armci4j.arrays.files;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Copies a rank's own block between its memory and a file with the whole array, row-major. Rows
 * that follow each other in the file are one run, which goes through a buffer of bounded size.
 */
public final class BlockFile {
  /** Most bytes of one read or write. */
  private static final int MOST_BYTES = 1 << 20;

  private final MemorySegment memory;
  private final BlockPlace place;
  private final NpyHeader header;
  private final int elementBytes;

  /** Elements that follow each other in memory, and in the file. */
  private final long rowElements;

  private final long runElements;

  /** A number as bits, in memory and in the file: a copy between both swaps bytes if needed. */
  private final ValueLayout inMemory;

  private final ValueLayout inFile;

  /**
   * Says where a block lies in its array and in memory.
   *
   * @param lower the index of its first element in each dimension
   * @param extents the number of indices in each dimension, of which one may be 0
   * @param first the first byte of the first element in memory
   * @param steps the distance of neighbours in memory, in bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record BlockPlace(long[] lower, long[] extents, long first, long[] steps) {
    private int dimensions() {
      return lower.length;
    }

    /** Returns the outermost dimension of the runs without gaps in memory. */
    private int denseFrom() {
      int dimension = dimensions() - 1;
      while (dimension > 0 && extents[dimension] * steps[dimension] == steps[dimension - 1]) {
        dimension--;
      }
      return dimension;
    }
  }

  /** Sees every piece of the file that is written or read. */
  @FunctionalInterface
  public interface PieceObserver {
    /**
     * Sees a piece.
     *
     * @param bytes the piece, whose position and limit must stay
     * @param position of its first byte in the file
     */
    void see(ByteBuffer bytes, long position);
  }

  /**
   * Makes a copier of a block.
   *
   * @param memory where the block is
   * @param place where it lies there, and in the array
   * @param header the head of the file of the array
   */
  public BlockFile(MemorySegment memory, BlockPlace place, NpyHeader header) {
    this.memory = memory;
    this.place = place;
    this.header = header;
    this.elementBytes = header.kind().bytes();
    this.rowElements = elementsFrom(place.denseFrom());
    this.runElements = runElements();
    this.inMemory = layout(header.kind().number().bytes());
    this.inFile = inMemory.withOrder(header.order());
  }

  private static ValueLayout layout(int bytes) {
    return switch (bytes) {
      case 1 -> ValueLayout.JAVA_BYTE;
      case Integer.BYTES -> ValueLayout.JAVA_INT_UNALIGNED;
      default -> ValueLayout.JAVA_LONG_UNALIGNED;
    };
  }

  private long runElements() {
    int dimension = place.dimensions() - 1;
    while (dimension > 0 && place.extents()[dimension] == header.shape()[dimension]) {
      dimension--;
    }
    return elementsFrom(dimension);
  }

  /** Returns how many elements of the block have the same indices before a dimension. */
  private long elementsFrom(int dimension) {
    long elements = 1;
    for (int d = dimension; d < place.dimensions(); d++) {
      elements *= place.extents()[d];
    }
    return elements;
  }

  /** Writes the block into the file. */
  public void write(FileChannel file, PieceObserver observer) throws IOException {
    inPieces(
        (number, count, buffer, bytes) -> {
          copy(number, count, buffer, true);
          observer.see(bytes, position(number));
          NpyHeader.writeFully(file, bytes, position(number));
        });
  }

  /** Reads the block from the file. */
  public void read(FileChannel file, PieceObserver observer) throws IOException {
    inPieces(
        (number, count, buffer, bytes) -> {
          NpyHeader.readFully(file, bytes, position(number));
          observer.see(bytes.flip(), position(number));
          copy(number, count, buffer, false);
        });
  }

  /** Moves some elements of a run by a buffer, from an element's number in the block on. */
  @FunctionalInterface
  private interface PieceOfRun {
    void move(long number, int count, MemorySegment buffer, ByteBuffer bytes) throws IOException;
  }

  private void inPieces(PieceOfRun piece) throws IOException {
    long elements = elementsFrom(0);
    if (elements == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long most = Math.min(runElements, MOST_BYTES / elementBytes);
      MemorySegment buffer = arena.allocate(most * elementBytes, Long.BYTES);
      ByteBuffer bytes = buffer.asByteBuffer();
      for (long number = 0; number < elements; ) {
        int count = (int) Math.min(most, runElements - number % runElements);
        piece.move(number, count, buffer, bytes.clear().limit(count * elementBytes));
        number += count;
      }
    }
  }

  /** Copies elements between the block and the buffer, row by row. */
  private void copy(long number, int count, MemorySegment buffer, boolean toBuffer) {
    for (int done = 0; done < count; ) {
      long next = number + done;
      long piece = Math.min(count - done, rowElements - next % rowElements);
      long from = offset(next);
      long to = (long) done * elementBytes;
      long numbers = piece * header.kind().numbers();
      if (toBuffer) {
        MemorySegment.copy(memory, inMemory, from, buffer, inFile, to, numbers);
      } else {
        MemorySegment.copy(buffer, inFile, to, memory, inMemory, from, numbers);
      }
      done += (int) piece;
    }
  }

  /** Returns where an element lies in memory, by its number in the block. */
  private long offset(long number) {
    long offset = place.first();
    long rest = number;
    for (int d = place.dimensions() - 1; d >= 0; d--) {
      offset += rest % place.extents()[d] * place.steps()[d];
      rest /= place.extents()[d];
    }
    return offset;
  }

  /** Returns where an element lies in the file, by its number in the block. */
  private long position(long number) {
    long position = header.offset();
    long rest = number;
    long step = elementBytes;
    for (int d = place.dimensions() - 1; d >= 0; d--) {
      position += (place.lower()[d] + rest % place.extents()[d]) * step;
      rest /= place.extents()[d];
      step *= header.shape()[d];
    }
    return position;
  }
}
