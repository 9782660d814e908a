package org.armci4j;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.WordWrites;

/**
 * One rank's block of a global memory as elements of one type: element {@code i} is the one at
 * offset {@code i} times its size, in the byte order of the host. Transfers go between the block
 * and ranges of ordinary arrays. Made by {@link GlobalMemory#doubles}, {@link GlobalMemory#floats},
 * {@link GlobalMemory#longs} and {@link GlobalMemory#ints}. Any thread may use it.
 *
 * <p>Ordering, completion and errors are those of {@link Armci}'s calls of the same names, which
 * these become. A few bytes behind the last whole element belong to none.
 *
 * <p>A view remembers the array that it was given last, so calls with the same array make no
 * object; one with another array makes a small one.
 *
 * @param <A> the type of arrays, such as {@code double[]}
 */
public abstract sealed class ElementBlock<A> permits DoubleBlock, FloatBlock, LongBlock, IntBlock {
  /** Of the runtime that it belongs to. */
  final Tickets transfers;

  private final GlobalMemory memory;
  private final int rank;
  private final Accumulation sum;
  private final int shift;

  /** Plain: what another thread sees of it is whole, as its fields are final. */
  private Wrapped<A> last;

  /** An array and its elements, to be found again. */
  @SuppressWarnings("ArrayRecordComponent") // compared by identity
  private record Wrapped<A>(A array, MemorySegment segment) {}

  /**
   * @param sum adds such elements
   */
  ElementBlock(GlobalMemory memory, int rank, Tickets transfers, Accumulation sum) {
    memory.block(rank, "view");
    this.memory = memory;
    this.rank = rank;
    this.transfers = transfers;
    this.sum = sum;
    this.shift = Integer.numberOfTrailingZeros(sum.elementBytes());
  }

  /** The array's elements, without a copy. */
  abstract MemorySegment segment(A array);

  /**
   * The global memory that the block is of.
   *
   * @return the one that made this view
   */
  public final GlobalMemory memory() {
    return memory;
  }

  /**
   * How large an element is.
   *
   * @return in bytes
   */
  public final int elementBytes() {
    return sum.elementBytes();
  }

  /**
   * How accumulates add arrays to the block, for extensions of the runtime.
   *
   * @return the sum of such elements, without a factor
   */
  public final Accumulation sum() {
    return sum;
  }

  /**
   * An array's elements as memory, for extensions of the runtime: those of the array itself, and no
   * copy. Remembered, as the array of any other call.
   *
   * @param array the array
   * @return all of it
   * @throws NullPointerException when there is no array
   */
  public final MemorySegment elements(A array) {
    return wrapped(Objects.requireNonNull(array, "array"));
  }

  /**
   * Whose block this is.
   *
   * @return the rank in the job
   */
  public final int rank() {
    return rank;
  }

  /**
   * How many elements the block has.
   *
   * @return the number of whole ones
   * @throws ArmciException when the memory is freed
   */
  public final long length() {
    return memory.block(rank, "length").sizeBytes() >> shift;
  }

  /**
   * Writes a part of an array into the block. Returns when the array may be changed.
   *
   * @param index the first element in the block
   * @param source where to read
   * @param from the first element in the source
   * @param count how many elements
   * @throws ArmciException when the elements are not inside the block or not inside the source, or
   *     the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void put(long index, A source, int from, int count) {
    transfers.await(rank, startPut("put", index, source, from, count));
  }

  /**
   * Starts to write a part of an array into the block. The array must stay as it is until the
   * handle says so.
   *
   * @param index the first element in the block
   * @param source where to read
   * @param from the first element in the source
   * @param count how many elements
   * @param handle learns of the local completion
   * @throws ArmciException when the elements are not inside the block or not inside the source, the
   *     handle is another runtime's, or the memory is freed
   */
  public final void nbPut(long index, A source, int from, int count, Handle handle) {
    transfers.requireOwn("nbPut", handle);
    handle.add(rank, startPut("nbPut", index, source, from, count));
  }

  /**
   * Writes a part of an array into the block and then a signal to the same rank: a rank that sees
   * the signal sees the elements. Returns when the array may be changed.
   *
   * @param index the first element in the block
   * @param source where to read
   * @param from the first element in the source
   * @param count how many elements
   * @param signal a view of the signal's block, of any global memory and the same rank
   * @param signalIndex which of its elements
   * @param signalValue the new value of that element
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
    RemoteBlock signalBlock = signal.memory().block(rank, "putSignal");
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
    transfers.await(rank, ticket);
  }

  /**
   * Reads elements of the block into a part of an array.
   *
   * @param index the first element in the block
   * @param destination where to write
   * @param from the first element in the destination
   * @param count how many elements
   * @throws ArmciException when the elements are not inside the block or not inside the
   *     destination, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void get(long index, A destination, int from, int count) {
    transfers.await(rank, startGet("get", index, destination, from, count));
  }

  /**
   * Starts to read elements of the block into a part of an array, which has them when the handle
   * says so.
   *
   * @param index the first element in the block
   * @param destination where to write
   * @param from the first element in the destination
   * @param count how many elements
   * @param handle learns of the completion
   * @throws ArmciException when the elements are not inside the block or not inside the
   *     destination, the handle is another runtime's, or the memory is freed
   */
  public final void nbGet(long index, A destination, int from, int count, Handle handle) {
    transfers.requireOwn("nbGet", handle);
    handle.add(rank, startGet("nbGet", index, destination, from, count));
  }

  /**
   * Adds a part of an array to elements of the block, each as one step to every other accumulate;
   * with a factor, {@link Armci#accumulate} does so. Returns when the array may be changed.
   *
   * @param index the first element in the block
   * @param source where to read
   * @param from the first element in the source
   * @param count how many elements
   * @throws ArmciException when the elements are not inside the block or not inside the source, or
   *     the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public final void accumulate(long index, A source, int from, int count) {
    transfers.await(rank, startAccumulate("accumulate", index, source, from, count));
  }

  /**
   * Starts to add a part of an array to elements of the block, each as one step to every other
   * accumulate. The array must stay as it is until the handle says so.
   *
   * @param index the first element in the block
   * @param source where to read
   * @param from the first element in the source
   * @param count how many elements
   * @param handle learns of the local completion
   * @throws ArmciException when the elements are not inside the block or not inside the source, the
   *     handle is another runtime's, or the memory is freed
   */
  public final void nbAccumulate(long index, A source, int from, int count, Handle handle) {
    transfers.requireOwn("nbAccumulate", handle);
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
   * The way to the block, if it has that element.
   *
   * @param shift that of the subclass: a constant, which this hot path wants
   */
  final RemoteBlock element(String operation, long index, int shift) {
    RemoteBlock block = memory.block(rank, operation);
    long length = block.sizeBytes() >> shift;
    if (index < 0 || index >= length) {
      throw outside(operation, "rank " + rank + "'s block", length, index, 1);
    }
    return block;
  }

  private long bytes(long elements) {
    return elements << shift;
  }

  private RemoteBlock range(String operation, long index, int count) {
    RemoteBlock block = memory.block(rank, operation);
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
