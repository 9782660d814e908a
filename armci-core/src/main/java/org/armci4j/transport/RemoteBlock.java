package org.armci4j.transport;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * One rank's block of memory as another rank (or the same one) reaches it: transfers, signals and
 * atomics. Callers hold this class and not one of its three interfaces. On one host a single class
 * extends it, so the JVM binds every call statically.
 *
 * <p>The callers of these operations have checked offsets, sizes and alignment; implementations
 * need not. Tickets of one target complete in the order in which they were given, so a later ticket
 * stands for all earlier ones to the same rank.
 *
 * <p>Every implementation guarantees this ordering: operations of one origin thread on one rank
 * take effect there in the order of the calls; a get sees the puts before it.
 */
public abstract class RemoteBlock implements BlockTransfers, BlockSignals, BlockAtomics {
  /** The ticket of an operation that is complete when it returns. */
  public static final long COMPLETE = 0;

  private final int rank;
  private final long sizeBytes;

  /**
   * Creates the access to a block.
   *
   * @param rank the block's owner
   * @param sizeBytes the block's size
   */
  protected RemoteBlock(int rank, long sizeBytes) {
    this.rank = rank;
    this.sizeBytes = sizeBytes;
  }

  /**
   * Returns the rank that owns this block.
   *
   * @return a rank of the job
   */
  public final int rank() {
    return rank;
  }

  /**
   * Returns the block's size.
   *
   * @return the size in bytes
   */
  public final long sizeBytes() {
    return sizeBytes;
  }

  /**
   * Returns the block's memory, where loads and stores reach it.
   *
   * @return the mapped memory, or null when only a network joins the two ranks
   */
  public abstract MemorySegment view();

  /**
   * This implementation, like those of the other list operations, transfers each segment by itself.
   */
  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    long ticket = COMPLETE;
    for (int run = 0; run < list.runs(); run++) {
      long from = sourceOffset + list.local().offset(run);
      long to = offset + list.remote().offset(run);
      for (long i = 0; i < list.count(run); i++) {
        ticket = later(ticket, put(source, from, to, list.lengthBytes(run)));
        from += list.local().stride(run);
        to += list.remote().stride(run);
      }
    }
    return ticket;
  }

  /** This implementation makes the parts one operation each. */
  @Override
  public long putSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      WordWrites words,
      long signalOffset,
      long signalValue) {
    long ticket = put(source, sourceOffset, offset, sizeBytes);
    for (int i = 0; i < words.count(); i++) {
      signalBlock.putLong(words.offset(i), words.value(i));
    }
    if (words.signalsHelper()) {
      signalBlock.signalHelper(signalOffset, signalValue);
    } else {
      signalBlock.signal(signalOffset, signalValue);
    }
    return ticket;
  }

  /** This implementation is for blocks whose operations are complete when they return. */
  @Override
  public boolean tryPutSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      WordWrites words,
      long signalOffset,
      long signalValue) {
    putSignal(
        source, sourceOffset, offset, sizeBytes, signalBlock, words, signalOffset, signalValue);
    return true;
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    long ticket = COMPLETE;
    for (int run = 0; run < list.runs(); run++) {
      long from = offset + list.remote().offset(run);
      long to = destinationOffset + list.local().offset(run);
      for (long i = 0; i < list.count(run); i++) {
        ticket = later(ticket, get(from, destination, to, list.lengthBytes(run)));
        from += list.remote().stride(run);
        to += list.local().stride(run);
      }
    }
    return ticket;
  }

  @Override
  public long accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    long ticket = COMPLETE;
    for (int run = 0; run < list.runs(); run++) {
      long from = sourceOffset + list.local().offset(run);
      long to = offset + list.remote().offset(run);
      for (long i = 0; i < list.count(run); i++) {
        long lengthBytes = list.lengthBytes(run);
        ticket = later(ticket, accumulate(accumulation, source, from, to, lengthBytes));
        from += list.local().stride(run);
        to += list.remote().stride(run);
      }
    }
    return ticket;
  }

  private static long later(long ticket, long next) {
    return next == COMPLETE ? ticket : next;
  }

  /** This implementation is for blocks without a {@link #view}. */
  @Override
  public void wake() {}

  /** This implementation, like the other three, is for blocks whose updates are quick. */
  @Override
  public long startUpdateLong(
      UpdateKind update, long offset, long operand, MemorySegment result, long resultOffset) {
    result.set(JAVA_LONG_UNALIGNED, resultOffset, updateLong(update, offset, operand));
    return COMPLETE;
  }

  @Override
  public long startUpdateInt(
      UpdateKind update, long offset, int operand, MemorySegment result, long resultOffset) {
    result.set(JAVA_INT_UNALIGNED, resultOffset, updateInt(update, offset, operand));
    return COMPLETE;
  }

  @Override
  public long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment result, long resultOffset) {
    result.set(JAVA_LONG_UNALIGNED, resultOffset, compareAndSwapLong(offset, expected, value));
    return COMPLETE;
  }

  @Override
  public long startCompareAndSwapInt(
      long offset, int expected, int value, MemorySegment result, long resultOffset) {
    result.set(JAVA_INT_UNALIGNED, resultOffset, compareAndSwapInt(offset, expected, value));
    return COMPLETE;
  }

  /** This implementation starts each update by itself. */
  @Override
  public long updateList(long offset, UpdateList list, MemorySegment results, long resultsOffset) {
    boolean areLong = list.wordBytes() == Long.BYTES;
    long ticket = COMPLETE;
    for (int i = 0; i < list.count(); i++) {
      long at = offset + list.offset(i);
      long to = resultsOffset + list.resultOffset(i);
      ticket =
          later(
              ticket,
              areLong ? startLong(list, i, at, results, to) : startInt(list, i, at, results, to));
    }
    return ticket;
  }

  private long startLong(UpdateList list, int i, long offset, MemorySegment results, long to) {
    long operand = list.operand(i);
    return switch (list.change()) {
      case ADD, SWAP, AND, OR, XOR, MIN, MAX ->
          startUpdateLong(list.change().kind(), offset, operand, results, to);
      case ADD_NUMBER, MIN_NUMBER, MAX_NUMBER -> {
        double number = Double.longBitsToDouble(operand);
        double before = list.change().number().update(this, offset, number);
        results.set(JAVA_DOUBLE_UNALIGNED, to, before);
        yield COMPLETE;
      }
      case COMPARE_AND_SWAP -> startCompareAndSwapLong(offset, operand, list.value(i), results, to);
    };
  }

  private long startInt(UpdateList list, int i, long offset, MemorySegment results, long to) {
    int operand = (int) list.operand(i);
    return switch (list.change()) {
      case ADD, SWAP, AND, OR, XOR, MIN, MAX ->
          startUpdateInt(list.change().kind(), offset, operand, results, to);
      case ADD_NUMBER, MIN_NUMBER, MAX_NUMBER -> {
        float number = Float.intBitsToFloat(operand);
        float before = list.change().number().update(this, offset, number);
        results.set(JAVA_FLOAT_UNALIGNED, to, before);
        yield COMPLETE;
      }
      case COMPARE_AND_SWAP ->
          startCompareAndSwapInt(offset, operand, (int) list.value(i), results, to);
    };
  }

  /**
   * Gives up this rank's access to the block; the owner's memory stays.
   *
   * @return false when another thread's copy is using the memory, which then stays mapped: call
   *     again. After true there must be no further call
   */
  public abstract boolean detach();
}
