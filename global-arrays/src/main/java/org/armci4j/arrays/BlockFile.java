package org.armci4j.arrays;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.armci4j.arrays.kernel.NpyHeader;

/**
 * Copies a rank's own block between its memory and a file with the whole array, row-major. Rows
 * that follow each other in the file are one run, which goes through a buffer of bounded size.
 */
final class BlockFile {
  /** Most bytes of one read or write. */
  private static final int MOST_BYTES = 1 << 20;

  private final BlockView view;
  private final Patch own;
  private final NpyHeader header;
  private final int elementBytes;

  /** Elements that follow each other in memory, and in the file. */
  private final long rowElements;

  private final long runElements;

  /** An element as bits, in memory and in the file: a copy between both swaps bytes if needed. */
  private final ValueLayout inMemory;

  private final ValueLayout inFile;

  BlockFile(BlockView view, NpyHeader header) {
    this.view = view;
    this.own = view.patch();
    this.header = header;
    this.elementBytes = header.kind().bytes();
    this.rowElements = elementsFrom(view.denseFrom(own));
    this.runElements = runElements();
    this.inMemory = layout(elementBytes);
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
    int dimension = own.dimensions() - 1;
    while (dimension > 0 && own.extent(dimension) == header.shape()[dimension]) {
      dimension--;
    }
    return elementsFrom(dimension);
  }

  /** Returns how many elements of the block have the same indices before a dimension. */
  private long elementsFrom(int dimension) {
    long elements = 1;
    for (int d = dimension; d < own.dimensions(); d++) {
      elements *= own.extent(d);
    }
    return elements;
  }

  /** Writes the block into the file. */
  void write(FileChannel file) throws IOException {
    inPieces(
        (number, count, memory, bytes) -> {
          copy(number, count, memory, true);
          long position = position(number);
          while (bytes.hasRemaining()) {
            position += file.write(bytes, position);
          }
        });
  }

  /** Reads the block from the file. */
  void read(FileChannel file) throws IOException {
    inPieces(
        (number, count, memory, bytes) -> {
          NpyHeader.readFully(file, bytes, position(number));
          copy(number, count, memory, false);
        });
  }

  /** Moves some elements of a run by a buffer, from an element's number in the block on. */
  @FunctionalInterface
  private interface PieceOfRun {
    void move(long number, int count, MemorySegment memory, ByteBuffer bytes) throws IOException;
  }

  private void inPieces(PieceOfRun piece) throws IOException {
    long elements = own.elements();
    try (Arena arena = Arena.ofConfined()) {
      long most = Math.min(runElements, MOST_BYTES / elementBytes);
      MemorySegment memory = arena.allocate(most * elementBytes, Long.BYTES);
      ByteBuffer bytes = memory.asByteBuffer();
      for (long number = 0; number < elements; ) {
        int count = (int) Math.min(most, runElements - number % runElements);
        piece.move(number, count, memory, bytes.clear().limit(count * elementBytes));
        number += count;
      }
    }
  }

  /** Copies elements between the block and the buffer, row by row. */
  private void copy(long number, int count, MemorySegment buffer, boolean toBuffer) {
    for (int done = 0; done < count; ) {
      long next = number + done;
      long piece = Math.min(count - done, rowElements - next % rowElements);
      long offset = view.offset(index(next));
      long place = (long) done * elementBytes;
      if (toBuffer) {
        MemorySegment.copy(view.segment(), inMemory, offset, buffer, inFile, place, piece);
      } else {
        MemorySegment.copy(buffer, inFile, place, view.segment(), inMemory, offset, piece);
      }
      done += (int) piece;
    }
  }

  /** Returns the indices of an element by its number in the block. */
  private long[] index(long number) {
    long[] index = new long[own.dimensions()];
    long rest = number;
    for (int d = index.length - 1; d >= 0; d--) {
      index[d] = own.lower(d) + rest % own.extent(d);
      rest /= own.extent(d);
    }
    return index;
  }

  /** Returns where an element lies in the file. */
  private long position(long number) {
    long[] index = index(number);
    long place = 0;
    for (int d = 0; d < index.length; d++) {
      place = place * header.shape()[d] + index[d];
    }
    return header.offset() + place * elementBytes;
  }
}
