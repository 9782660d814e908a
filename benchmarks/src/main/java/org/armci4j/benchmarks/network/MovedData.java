package org.armci4j.benchmarks.network;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;

/**
 * Holds the moved data and checks their arrival. Every rank has a source, whose elements encode
 * rank and index, and a target. The target is cleared before each figure and compared after it.
 * Puts and gets go from a source to a target. So the target rank checks a put, and the calling rank
 * checks a get. The local side of operations is native memory or Java arrays; the remote side of
 * puts and gets is always a block.
 */
final class MovedData implements AutoCloseable {
  /** Factor of the rank, above every index. Elements are whole numbers, so that sums are exact. */
  private static final double RANK_FACTOR = 1 << 24;

  private final Armci armci;
  private final GlobalMemory source;
  private final GlobalMemory target;
  private final long sourceBytes;
  private final boolean arrays;
  private final MemorySegment from;
  private final MemorySegment to;

  /**
   * Allocates and fills the memory of all ranks. Collective.
   *
   * @param arrays whether the local side of operations is Java arrays
   */
  MovedData(Armci armci, long largestBytes, boolean arrays) {
    this.armci = armci;
    this.sourceBytes = largestBytes;
    this.arrays = arrays;
    this.source = armci.allocate(largestBytes);
    this.target = armci.allocate(largestBytes * armci.size());
    this.from = arrays ? array(largestBytes) : source.local();
    this.to = arrays ? array(largestBytes * armci.size()) : target.local();
    fill(source.local());
    fill(from);
    armci.barrier();
  }

  private static MemorySegment array(long sizeBytes) {
    return MemorySegment.ofArray(
        new double[Math.toIntExact(Math.ceilDiv(sizeBytes, Double.BYTES))]);
  }

  /** Returns the local source. */
  MemorySegment from() {
    return from;
  }

  /** Returns where gets arrive. */
  MemorySegment to() {
    return to;
  }

  /** Returns the first elements of the local source. */
  Elements given(long count, ElementType type) {
    return arrays ? Elements.of(from, 0, count, type) : Elements.of(source, 0, count, type);
  }

  /** Returns the first elements of the local target. */
  Elements taken(long count, ElementType type) {
    return arrays ? Elements.of(to, 0, count, type) : Elements.of(target, 0, count, type);
  }

  GlobalMemory source() {
    return source;
  }

  GlobalMemory target() {
    return target;
  }

  private static double element(int rank, long index) {
    return (rank + 1) * RANK_FACTOR + index;
  }

  private void fill(MemorySegment memory) {
    for (long i = 0; i < sourceBytes / Double.BYTES; i++) {
      memory.setAtIndex(JAVA_DOUBLE_UNALIGNED, i, element(armci.rank(), i));
    }
  }

  /** Clears the targets; a broadcast's root gets its data instead. Collective. */
  void prepare(boolean broadcast) {
    target.local().fill((byte) 0);
    to.fill((byte) 0);
    if (broadcast && armci.rank() == 0) {
      fill(to);
    }
    armci.barrier();
  }

  /** Checks at rank 1 the data that rank 0 put, an element every {@code strideBytes} bytes. */
  void checkPut(String operation, long sizeBytes, long strideBytes) {
    if (armci.rank() == 1) {
      compare(target.local(), operation, 0, 0, sizeBytes, strideBytes);
    }
  }

  /** Checks at rank 0 the data that it got from rank 1. */
  void checkGet(String operation, long sizeBytes, long strideBytes) {
    if (armci.rank() == 0) {
      compare(to, operation, 0, 1, sizeBytes, strideBytes);
    }
  }

  void checkBroadcast(long sizeBytes) {
    compare(to, "broadcast", 0, 0, sizeBytes, Double.BYTES);
  }

  void checkAllgather(long sizeBytes) {
    for (int from = 0; from < armci.size(); from++) {
      compare(to, "allgather", from * sizeBytes, from, sizeBytes, Double.BYTES);
    }
  }

  void checkAllreduce(long sizeBytes) {
    for (long i = 0; i < sizeBytes / Double.BYTES; i++) {
      double sum = 0;
      for (int rank = 0; rank < armci.size(); rank++) {
        sum += element(rank, i);
      }
      require(to, "allreduce", i * Double.BYTES, sum);
    }
  }

  private void compare(
      MemorySegment there,
      String operation,
      long offset,
      int rank,
      long sizeBytes,
      long strideBytes) {
    for (long at = 0; at < sizeBytes; at += strideBytes) {
      require(there, operation, offset + at, element(rank, at / Double.BYTES));
    }
  }

  private void require(MemorySegment there, String operation, long offset, double expected) {
    double found = there.get(JAVA_DOUBLE_UNALIGNED, offset);
    if (found != expected) {
      throw new IllegalStateException(
          Text.format(
              "%s moved wrong data: at rank %d the element at offset %d is %.1f, not %.1f",
              operation, armci.rank(), offset, found, expected));
    }
  }

  /** Frees the memory of all ranks. Collective. */
  @Override
  public void close() {
    armci.free(target);
    armci.free(source);
  }
}
