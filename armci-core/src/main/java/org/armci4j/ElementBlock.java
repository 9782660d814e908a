package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.WordWrites;

/**
 * One rank's block of a global memory as elements of one type. Element {@code i} lies at offset
 * {@code i} times the element size, in the byte order of the host. Transfers go between the block
 * and ranges of ordinary arrays. Made by {@link GlobalMemory#doubles}, {@link GlobalMemory#floats},
 * {@link GlobalMemory#longs} and {@link GlobalMemory#ints}. Any thread may use it.
 *
 * <p>Ordering, completion and errors are those of {@link Armci}'s calls of the same names. Bytes
 * after the last whole element belong to no element.
 *
 * <p>A view remembers the last array that it was given, so calls with the same array allocate
 * nothing; a call with another array allocates a small object.
 *
 * @param <A> the type of arrays, such as {@code double[]}
 */
public abstract sealed class ElementBlock<A> permits DoubleBlock, FloatBlock, LongBlock, IntBlock {
  /** Tickets of the runtime that the memory belongs to. */
  final Tickets tickets;

  private final GlobalMemory memory;
  private final int rank;
  private final Accumulation sum;
  private final int shift;

  /** The memory's blocks when the view was made, and this one among them. */
  private final RemoteBlock[] blocks;

  private final RemoteBlock block;

  /**
   * The last array. A plain field is safe: its record has final fields, so a racing thread sees it
   * whole.
   */
  private Wrapped<A> last;

  /** An array and the segment of its elements, cached. */
  @SuppressWarnings("ArrayRecordComponent") // compared by identity
  private record Wrapped<A>(A array, MemorySegment segment) {}

  /**
   * @param sum the accumulation of such elements, without a factor
   */
  ElementBlock(GlobalMemory memory, int rank, Tickets tickets, Accumulation sum) {
    this.blocks = memory.blocks();
    this.block = memory.block(blocks, rank, "view"); // of the same array, if another one comes
    this.memory = memory;
    this.rank = rank;
    this.tickets = tickets;
    this.sum = sum;
    this.shift = Integer.numberOfTrailingZeros(sum.elementBytes());
  }

  /** Returns a segment of the array's own elements, not a copy. */
  abstract MemorySegment segment(A array);

  /**
   * Returns the global memory of the block.
   *
   * @return the memory that made this view
   */
  public final GlobalMemory memory() {
    return memory;
  }

  /**
   * Returns the size of an element.
   *
   * @return the size in bytes
   */
  public final int elementBytes() {
    return sum.elementBytes();
  }

  /**
   * Returns the accumulation by which arrays are added to the block, for extensions of the runtime.
   *
   * @return the sum of such elements, without a factor
   */
  public final Accumulation sum() {
    return sum;
  }

  /**
   * Returns an array's own elements as memory, not a copy, for extensions of the runtime. The view
   * remembers the array as in any other call.
   *
   * @param array the array
   * @return the whole array
   * @throws NullPointerException when the array is null
   */
  public final MemorySegment elements(A array) {
    return wrapped(Objects.requireNonNull(array, "array"));
  }

  /**
   * Returns the owner of the block.
   *
   * @return its rank in the job
   */
  public final int rank() {
    return rank;
  }

  /**
   * Returns the number of elements in the block.
   *
   * @return the number of whole elements
   * @throws ArmciException when the memory is freed
   */
  public final long length() {
    return block("length").sizeBytes() >> shift;
  }

  /**
   * Writes a part of an array into the block. Returns when the array may be changed.
   *
   * @param index the first element in the block
   * @param source the array to read
   * @param from the first element in the source
   * @param count number of elements
   * @throws ArmciException when the elements are not inside the block or not inside the source, or
   *     the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(long index, A source, int from, int count) {
    tickets.await(rank, startPut("put", index, source, from, count));
  }

  /**
   * Starts to write a part of an array into the block. The array must not change until the handle
   * is complete.
   *
   * @param index the first element in the block
   * @param source the array to read
   * @param from the first element in the source
   * @param count number of elements
   * @param handle tracks the local completion
   * @throws ArmciException when the elements are not inside the block or not inside the source, the
   *     handle is another runtime's, or the memory is freed
   */
  public final void nbPut(long index, A source, int from, int count, Handle handle) {
    tickets.requireOwn("nbPut", handle);
    handle.add(rank, startPut("nbPut", index, source, from, count));
  }

  /**
   * Writes a part of an array into the block and then a signal to the same rank. A rank that sees
   * the signal also sees the elements. Returns when the array may be changed.
   *
   * @param index the first element in the block
   * @param source the array to read
   * @param from the first element in the source
   * @param count number of elements
   * @param signal a view of the signal's block, of any global memory and the same rank
   * @param signalIndex index of the signal in that view
   * @param signalValue the signal's new value
   * @throws ArmciException when the elements are not inside the block or not inside the source, the
   *     signal is another rank's or has no such element, or a memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void putSignal(
      long index,
      A source,
      int from,
      int count,
      LongBlock signal,
      long signalIndex,
      long signalValue) {
    Objects.requireNonNull(signal, "signal");
    long signalOffset = signal.signalOffset("putSignal", signalIndex, this);
    RemoteBlock signalBlock = ((ElementBlock<?>) signal).block("putSignal");
    RemoteBlock block = range("putSignal", index, count);
    MemorySegment array = array("putSignal", "source", source, from, count);
    long ticket =
        block.putSignal(
            array,
            bytes(from),
            bytes(index),
            bytes(count),
            signalBlock,
            WordWrites.NONE,
            signalOffset,
            signalValue);
    tickets.await(rank, ticket);
  }

  /**
   * Reads elements of the block into a part of an array. Returns when the elements have arrived.
   *
   * @param index the first element in the block
   * @param destination the array to write
   * @param from the first element in the destination
   * @param count number of elements
   * @throws ArmciException when the elements are not inside the block or not inside the
   *     destination, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void get(long index, A destination, int from, int count) {
    tickets.await(rank, startGet("get", index, destination, from, count));
  }

  /**
   * Starts to read elements of the block into a part of an array. The elements have arrived when
   * the handle is complete.
   *
   * @param index the first element in the block
   * @param destination the array to write
   * @param from the first element in the destination
   * @param count number of elements
   * @param handle tracks the completion
   * @throws ArmciException when the elements are not inside the block or not inside the
   *     destination, the handle is another runtime's, or the memory is freed
   */
  public final void nbGet(long index, A destination, int from, int count, Handle handle) {
    tickets.requireOwn("nbGet", handle);
    handle.add(rank, startGet("nbGet", index, destination, from, count));
  }

  /**
   * Adds a part of an array to elements of the block, each atomically with respect to every other
   * accumulate. For a factor use {@link Armci#accumulate}. Returns when the array may be changed.
   *
   * @param index the first element in the block
   * @param source the array to read
   * @param from the first element in the source
   * @param count number of elements
   * @throws ArmciException when the elements are not inside the block or not inside the source, or
   *     the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void accumulate(long index, A source, int from, int count) {
    tickets.await(rank, startAccumulate("accumulate", index, source, from, count));
  }

  /**
   * Starts to add a part of an array to elements of the block, each atomically with respect to
   * every other accumulate. The array must not change until the handle is complete.
   *
   * @param index the first element in the block
   * @param source the array to read
   * @param from the first element in the source
   * @param count number of elements
   * @param handle tracks the local completion
   * @throws ArmciException when the elements are not inside the block or not inside the source, the
   *     handle is another runtime's, or the memory is freed
   */
  public final void nbAccumulate(long index, A source, int from, int count, Handle handle) {
    tickets.requireOwn("nbAccumulate", handle);
    handle.add(rank, startAccumulate("nbAccumulate", index, source, from, count));
  }

  private long startPut(String operation, long index, A source, int from, int count) {
    RemoteBlock block = range(operation, index, count);
    MemorySegment array = array(operation, "source", source, from, count);
    return block.put(array, bytes(from), bytes(index), bytes(count));
  }

  private long startGet(String operation, long index, A destination, int from, int count) {
    RemoteBlock block = range(operation, index, count);
    MemorySegment array = array(operation, "destination", destination, from, count);
    return block.get(bytes(index), array, bytes(from), bytes(count));
  }

  private long startAccumulate(String operation, long index, A source, int from, int count) {
    RemoteBlock block = range(operation, index, count);
    MemorySegment array = array(operation, "source", source, from, count);
    return block.accumulate(sum, array, bytes(from), bytes(index), bytes(count));
  }

  /**
   * Returns the block, if it has that element.
   *
   * @param shift the subclass's shift, so that the JIT sees a constant on this hot path
   */
  final RemoteBlock element(String operation, long index, int shift) {
    RemoteBlock block = block(operation);
    long length = block.sizeBytes() >> shift;
    if (index < 0 || index >= length) {
      throw outside(operation, "rank " + rank + "'s block", length, index, 1);
    }
    return block;
  }

  /**
   * Returns the block, or throws an exception that says why there is none. Most calls compare the
   * memory's array and load nothing from it: after an atomic update an x86 CPU begins no load
   * before the update has ended, so each load that leads to the next address is waited for.
   */
  @SuppressWarnings("ReferenceEquality") // the very same array
  private RemoteBlock block(String operation) {
    return memory.blocks() == blocks ? block : memory.block(rank, operation);
  }

  private long bytes(long elements) {
    return elements << shift;
  }

  private RemoteBlock range(String operation, long index, int count) {
    RemoteBlock block = block(operation);
    long length = block.sizeBytes() >> shift;
    if ((index | count) < 0 || count > length - index) {
      throw outside(operation, "rank " + rank + "'s block", length, index, count);
    }
    return block;
  }

  private MemorySegment array(String operation, String name, A array, int from, int count) {
    MemorySegment segment = wrapped(Objects.requireNonNull(array, name));
    long length = segment.byteSize() >> shift;
    if ((from | count) < 0 || count > length - from) {
      throw outside(operation, "the " + name, length, from, count);
    }
    return segment;
  }

  @SuppressWarnings("ReferenceEquality") // the very same array
  private MemorySegment wrapped(A array) {
    Wrapped<A> known = last;
    if (known == null || known.array != array) {
      known = new Wrapped<>(array, segment(array));
      last = known;
    }
    return known.segment;
  }

  private ArmciException outside(
      String operation, String where, long limit, long index, int count) {
    return new ArmciException(
        Text.format(
            "%s: %d elements at index %d are not inside %s, which has %d elements of %d bytes",
            operation, count, index, where, limit, sum.elementBytes()));
  }

  @Override
  public String toString() {
    return Text.format("%s[rank %d of %s]", getClass().getSimpleName(), rank, memory);
  }
}
