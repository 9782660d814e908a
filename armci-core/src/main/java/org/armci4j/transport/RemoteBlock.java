package org.armci4j.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;

/**
 * One rank's block of memory as one other rank (or the same one) reaches it: the data path of the
 * transport seam.
 *
 * <p>The callers of these operations have checked offsets, sizes and alignment; implementations
 * need not. An operation that moves data returns a <em>ticket</em>: {@link #COMPLETE} when the
 * local buffer may be reused at once, or else a number for {@link Transport#isComplete}. Tickets of
 * one target complete in the order in which they were given, so a later ticket stands for all
 * earlier ones to the same rank.
 *
 * <p>Ordering that every implementation gives: operations of one origin thread on one rank take
 * effect there in the order of the calls; a get sees the puts before it.
 */
public abstract class RemoteBlock {
  /** The ticket of an operation that is complete when it returns. */
  public static final long COMPLETE = 0;

  private final int rank;
  private final long sizeBytes;

  /**
   * For implementations.
   *
   * @param rank whose block this is
   * @param sizeBytes how long it is
   */
  protected RemoteBlock(int rank, long sizeBytes) {
    this.rank = rank;
    this.sizeBytes = sizeBytes;
  }

  /**
   * Whose block this is.
   *
   * @return a rank of the job
   */
  public final int rank() {
    return rank;
  }

  /**
   * How long the block is.
   *
   * @return the size in bytes
   */
  public final long sizeBytes() {
    return sizeBytes;
  }

  /**
   * The block itself, where loads and stores reach it.
   *
   * @return the mapped memory, or null when only a network joins the two ranks
   */
  public abstract MemorySegment view();

  /**
   * Starts to write {@code sizeBytes} of {@code source} into the block.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes how many
   * @return a ticket
   */
  public abstract long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes);

  /**
   * Starts to read {@code sizeBytes} of the block into {@code destination}.
   *
   * @param offset first byte in the block
   * @param destination native or heap memory
   * @param destinationOffset first byte in the destination
   * @param sizeBytes how many
   * @return a ticket; the data is there when it is complete
   */
  public abstract long get(
      long offset, MemorySegment destination, long destinationOffset, long sizeBytes);

  /**
   * Starts to add {@code sizeBytes} of {@code source}, scaled, to the block. Each element is
   * updated as one step to every other accumulate.
   *
   * @param accumulation element type and scale
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes how many, a multiple of the element's size
   * @return a ticket
   */
  public abstract long accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes);

  /**
   * Starts to write the segments of a list into the block, in any order. This default, like those
   * of the other two operations on lists, makes one contiguous transfer of each segment.
   *
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param offset the base of the list's remote side
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket for all of them
   */
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

  /**
   * Starts to write what {@link #put} does and then, behind it, a {@linkplain #signal signal word}
   * of the same rank. This form makes two operations of it.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes how many
   * @param signalBlock the same rank's block that holds the word
   * @param signalOffset first byte of the word in that block, a multiple of 8
   * @param signalValue the new value of the word
   * @return a ticket for the data
   */
  public long putSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      long signalOffset,
      long signalValue) {
    long ticket = put(source, sourceOffset, offset, sizeBytes);
    signalBlock.signal(signalOffset, signalValue);
    return ticket;
  }

  /**
   * Starts to read the segments of a list into {@code destination}, in any order.
   *
   * @param offset the base of the list's remote side
   * @param destination native or heap memory
   * @param destinationOffset the base of the list's local side
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket for all of them
   */
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

  /**
   * Starts to add the segments of a list, scaled, to the block. Each element is updated as one step
   * to every other accumulate, also when the list names its place twice.
   *
   * @param accumulation element type and scale
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param offset the base of the list's remote side
   * @param list which bytes, in segments of whole elements; not changed until the ticket is
   *     complete
   * @return a ticket for all of them
   */
  public long accumulateList(
      Accumulation accumulation,
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

  /**
   * Writes four bytes; at an offset that is a multiple of 4, no reader sees a part of them.
   *
   * @param offset first byte in the block
   * @param value the bits to write, in the native byte order
   */
  public abstract void putInt(long offset, int value);

  /**
   * Writes eight bytes; at an offset that is a multiple of 8, no reader sees a part of them.
   *
   * @param offset first byte in the block
   * @param value the bits to write, in the native byte order
   */
  public abstract void putLong(long offset, long value);

  /**
   * Reads four bytes.
   *
   * @param offset first byte in the block
   * @return the bits, in the native byte order
   */
  public abstract int getInt(long offset);

  /**
   * Reads eight bytes.
   *
   * @param offset first byte in the block
   * @return the bits, in the native byte order
   */
  public abstract long getLong(long offset);

  /**
   * Writes a signal word and wakes the rank if it is parked. Who sees the word sees all that this
   * thread wrote to the same rank before.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param value the new value of the word
   */
  public abstract void signal(long offset, long value);

  /**
   * Writes a signal word as {@link #signal} does, but wakes the rank's helper thread and not its
   * waits.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param value the new value of the word
   */
  public abstract void signalHelper(long offset, long value);

  /**
   * Wakes the owner's waits if they are parked, as {@link #signal} does after its word. This form
   * is for blocks without a {@link #view}: there nobody changes memory behind the owner's back.
   */
  public void wake() {}

  /**
   * Adds to a signal word, as one step to other updates of it, and wakes the rank if it is parked.
   * Who sees the word sees all that this thread wrote to the same rank before.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param delta what to add
   */
  public abstract void signalAdd(long offset, long delta);

  /**
   * Updates a word of eight bytes as one step to every other atomic operation on it.
   *
   * @param update what to do
   * @param offset first byte of the word in the block, a multiple of 8
   * @param operand the update's operand
   * @return the value before
   */
  public abstract long updateLong(AtomicUpdate update, long offset, long operand);

  /**
   * Updates a word of four bytes as one step to every other atomic operation on it.
   *
   * @param update what to do
   * @param offset first byte of the word in the block, a multiple of 4
   * @param operand the update's operand
   * @return the value before
   */
  public abstract int updateInt(AtomicUpdate update, long offset, int operand);

  /**
   * Replaces a word of eight bytes if it holds the expected value, as one step.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param expected what it must hold
   * @param value its new value then
   * @return the value before; the word was replaced exactly when this is {@code expected}
   */
  public abstract long compareAndSwapLong(long offset, long expected, long value);

  /**
   * Replaces a word of four bytes if it holds the expected value, as one step.
   *
   * @param offset first byte of the word in the block, a multiple of 4
   * @param expected what it must hold
   * @param value its new value then
   * @return the value before; the word was replaced exactly when this is {@code expected}
   */
  public abstract int compareAndSwapInt(long offset, int expected, int value);

  /**
   * Starts what {@link #updateLong} does. This form serves blocks whose updates are quick; others
   * override it.
   *
   * @param update what to do
   * @param offset first byte of the word in the block, a multiple of 8
   * @param operand the update's operand
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when it is complete
   */
  public long startUpdateLong(
      AtomicUpdate update, long offset, long operand, MemorySegment result, long resultOffset) {
    result.set(JAVA_LONG_UNALIGNED, resultOffset, updateLong(update, offset, operand));
    return COMPLETE;
  }

  /**
   * Starts what {@link #updateInt} does; as {@link #startUpdateLong}.
   *
   * @param update what to do
   * @param offset first byte of the word in the block, a multiple of 4
   * @param operand the update's operand
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when it is complete
   */
  public long startUpdateInt(
      AtomicUpdate update, long offset, int operand, MemorySegment result, long resultOffset) {
    result.set(JAVA_INT_UNALIGNED, resultOffset, updateInt(update, offset, operand));
    return COMPLETE;
  }

  /**
   * Starts what {@link #compareAndSwapLong} does; as {@link #startUpdateLong}.
   *
   * @param offset first byte of the word in the block, a multiple of 8
   * @param expected what it must hold
   * @param value its new value then
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when it is complete
   */
  public long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment result, long resultOffset) {
    result.set(JAVA_LONG_UNALIGNED, resultOffset, compareAndSwapLong(offset, expected, value));
    return COMPLETE;
  }

  /**
   * Starts what {@link #compareAndSwapInt} does; as {@link #startUpdateLong}.
   *
   * @param offset first byte of the word in the block, a multiple of 4
   * @param expected what it must hold
   * @param value its new value then
   * @param result receives the value before, at any alignment
   * @param resultOffset first byte in the result
   * @return a ticket; the result is there when it is complete
   */
  public long startCompareAndSwapInt(
      long offset, int expected, int value, MemorySegment result, long resultOffset) {
    result.set(JAVA_INT_UNALIGNED, resultOffset, compareAndSwapInt(offset, expected, value));
    return COMPLETE;
  }

  /** Gives up this rank's access to the block; the owner's memory stays. */
  public abstract void detach();
}
