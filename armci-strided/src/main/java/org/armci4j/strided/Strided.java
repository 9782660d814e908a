package org.armci4j.strided;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ElementBlock;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.ListTransfers;
import org.armci4j.LongBlock;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.SegmentList;

/**
 * Put, get and accumulate of many separate pieces in one call: between two {@link Section}s, or by
 * a {@link TransferPlan}, which may also come from a list of segments.
 *
 * <pre>{@code
 * Strided strided = Strided.of(armci);
 * ArrayLayout grid = ArrayLayout.of(Double.BYTES, 130, 130, 130);
 * Section inner = grid.box(new long[] {1, 1, 1}, new long[] {128, 128, 1});
 * Section ghost = grid.box(new long[] {1, 1, 129}, new long[] {128, 128, 1});
 * strided.put(array, inner, memory, left, ghost);
 * }</pre>
 *
 * <p><b>Matrices</b> go between arrays of Java and a typed view of a block, with all places counted
 * in elements. A matrix is a number of {@code rows} of {@code columns} adjacent elements. Each row
 * begins a leading dimension behind the one before. As in BLAS, that is the length of a whole row
 * of the array that contains the matrix. For arrays stored by columns, as Fortran's are, exchange
 * the two words.
 *
 * <pre>{@code
 * double[] a = new double[n * n];
 * strided.put(a, i * n + j, n, memory.doubles(owner), 0, width, rows, columns);
 * }</pre>
 *
 * <p>Ordering, completion, atomicity and errors are those of {@link Armci}; the pieces of one
 * transfer are not ordered among each other. Before the first piece moves, every piece is known to
 * lie inside the block and the buffer. Local buffers may be native or heap memory.
 *
 * <p>Shapes are planned at their first use and the plans remembered. So a repeated transfer of the
 * same two shapes allocates nothing, at any offsets.
 *
 * <p>With the setting {@code checkOverlap}, a put is refused whose remote side overlaps itself, and
 * a get whose local side does, as their result is undefined. An accumulate may name an element more
 * than once: all is added.
 *
 * <p>Any thread may call. Source: ARMCI's {@code ARMCI_PutS, GetS, AccS, PutS_flag, PutV, GetV,
 * AccV} and their {@code Nb} forms.
 */
public final class Strided {
  private final Armci armci;
  private final ListTransfers lists;
  private final boolean checksOverlap;
  private final PlanCache plans = new PlanCache();

  private Strided(Armci armci) {
    this.armci = armci;
    this.lists = armci.lists();
    this.checksOverlap =
        armci.settings().with(StridedSettings.ALL).get(StridedSettings.CHECK_OVERLAP);
  }

  /**
   * Returns the strided and vector transfers of a rank. Make one object and keep it: it remembers
   * plans.
   *
   * @param armci the rank's runtime
   * @return the transfers
   * @throws NullPointerException when there is no runtime
   * @throws ArmciException when it is closed
   */
  public static Strided of(Armci armci) {
    Objects.requireNonNull(armci, "armci").requireOpen("Strided.of");
    return new Strided(armci);
  }

  /**
   * Writes a section of local memory into a section of a rank's block. Returns when the source may
   * be reused.
   *
   * @param source the memory to read
   * @param local the section of the local buffer
   * @param memory the global memory
   * @param rank the target
   * @param remote the section of the target's block
   * @throws ArmciException when the sections differ in their counts or leave the block or the
   *     source, the source cannot be read, the remote side overlaps itself, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(
      MemorySegment source, Section local, GlobalMemory memory, int rank, Section remote) {
    TransferPlan plan = plans.plan(local, remote);
    put(source, local.offset(), memory, rank, remote.offset(), plan);
  }

  /**
   * Starts to write a section of local memory into a section of a rank's block. The source must not
   * change until the handle is complete.
   *
   * @param source the memory to read
   * @param local the section of the local buffer
   * @param memory the global memory
   * @param rank the target
   * @param remote the section of the target's block
   * @param handle tracks the completion
   * @throws ArmciException when the sections differ in their counts or leave the block or the
   *     source, the source cannot be read, the remote side overlaps itself, or the memory is freed
   */
  public void nbPut(
      MemorySegment source,
      Section local,
      GlobalMemory memory,
      int rank,
      Section remote,
      Handle handle) {
    TransferPlan plan = plans.plan(local, remote);
    nbPut(source, local.offset(), memory, rank, remote.offset(), plan, handle);
  }

  /**
   * Writes a section of local memory into a section of a rank's block, and then a signal word of
   * the same rank: a thread that sees the word sees all of the data. Returns when the source may be
   * reused.
   *
   * @param source the memory to read
   * @param local the section of the local buffer
   * @param memory the global memory
   * @param rank the target
   * @param remote the section of the target's block
   * @param signalMemory the global memory of the word
   * @param signalOffset first byte of the word in the target's block, a multiple of 8
   * @param signalValue the word's new value
   * @throws ArmciException when the sections differ in their counts or leave the block or the
   *     source, the source cannot be read, the word is not an aligned one inside its block, or a
   *     memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void putSignal(
      MemorySegment source,
      Section local,
      GlobalMemory memory,
      int rank,
      Section remote,
      GlobalMemory signalMemory,
      long signalOffset,
      long signalValue) {
    TransferPlan plan = plans.plan(local, remote);
    putSignal(
        source,
        local.offset(),
        memory,
        rank,
        remote.offset(),
        plan,
        signalMemory,
        signalOffset,
        signalValue);
  }

  /**
   * Reads a section of a rank's block into a section of local memory. Returns when the data are
   * there.
   *
   * @param memory the global memory
   * @param rank the target
   * @param remote the section of the target's block
   * @param destination the memory to write
   * @param local the section of the local buffer
   * @throws ArmciException when the sections differ in their counts or leave the block or the
   *     destination, the destination cannot be written or overlaps itself, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(
      GlobalMemory memory, int rank, Section remote, MemorySegment destination, Section local) {
    TransferPlan plan = plans.plan(local, remote);
    get(memory, rank, remote.offset(), destination, local.offset(), plan);
  }

  /**
   * Starts to read a section of a rank's block into a section of local memory. The data are there
   * when the handle is complete.
   *
   * @param memory the global memory
   * @param rank the target
   * @param remote the section of the target's block
   * @param destination the memory to write
   * @param local the section of the local buffer
   * @param handle tracks the completion
   * @throws ArmciException when the sections differ in their counts or leave the block or the
   *     destination, the destination cannot be written or overlaps itself, or the memory is freed
   */
  public void nbGet(
      GlobalMemory memory,
      int rank,
      Section remote,
      MemorySegment destination,
      Section local,
      Handle handle) {
    TransferPlan plan = plans.plan(local, remote);
    nbGet(memory, rank, remote.offset(), destination, local.offset(), plan, handle);
  }

  /**
   * Adds a section of local memory, scaled, to a section of a rank's block, atomically to every
   * other accumulate. Returns when the source may be reused.
   *
   * @param accumulation element type and scale
   * @param source the memory to read
   * @param local the section of the local buffer
   * @param memory the global memory
   * @param rank the target
   * @param remote the section of the target's block
   * @throws ArmciException when the sections differ in their counts or leave the block or the
   *     source, a piece is not a whole number of elements, the source cannot be read, or the memory
   *     is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void accumulate(
      Accumulation accumulation,
      MemorySegment source,
      Section local,
      GlobalMemory memory,
      int rank,
      Section remote) {
    TransferPlan plan = plans.plan(local, remote);
    accumulate(accumulation, source, local.offset(), memory, rank, remote.offset(), plan);
  }

  /**
   * Starts to add a section of local memory, scaled, to a section of a rank's block, atomically to
   * every other accumulate. The source must not change until the handle is complete.
   *
   * @param accumulation element type and scale
   * @param source the memory to read
   * @param local the section of the local buffer
   * @param memory the global memory
   * @param rank the target
   * @param remote the section of the target's block
   * @param handle tracks the completion
   * @throws ArmciException when the sections differ in their counts or leave the block or the
   *     source, a piece is not a whole number of elements, the source cannot be read, or the memory
   *     is freed
   */
  public void nbAccumulate(
      Accumulation accumulation,
      MemorySegment source,
      Section local,
      GlobalMemory memory,
      int rank,
      Section remote,
      Handle handle) {
    TransferPlan plan = plans.plan(local, remote);
    nbAccumulate(accumulation, source, local.offset(), memory, rank, remote.offset(), plan, handle);
  }

  /**
   * Writes the segments of a plan into a rank's block. Returns when the source may be reused.
   *
   * @param source the memory to read
   * @param sourceOffset base of the plan's local offsets
   * @param memory the global memory
   * @param rank the target
   * @param offset base of the plan's remote offsets
   * @param plan the segments
   * @throws ArmciException when the plan leaves the block or the source, the source cannot be read,
   *     the remote side overlaps itself, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void put(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      TransferPlan plan) {
    SegmentList list = puts("put", plan);
    lists.put(source, sourceOffset, memory, rank, offset, list, lists.blocking());
  }

  /**
   * Starts to write the segments of a plan into a rank's block. The source must not change until
   * the handle is complete.
   *
   * @param source the memory to read
   * @param sourceOffset base of the plan's local offsets
   * @param memory the global memory
   * @param rank the target
   * @param offset base of the plan's remote offsets
   * @param plan the segments
   * @param handle tracks the completion
   * @throws ArmciException when the plan leaves the block or the source, the source cannot be read,
   *     the remote side overlaps itself, or the memory is freed
   */
  public void nbPut(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      TransferPlan plan,
      Handle handle) {
    SegmentList list = puts("nbPut", plan);
    lists.put(source, sourceOffset, memory, rank, offset, list, handle);
  }

  /**
   * Writes the segments of a plan into a rank's block, and then a signal word of the same rank: a
   * thread that sees the word sees all of the data. Returns when the source may be reused.
   *
   * @param source the memory to read
   * @param sourceOffset base of the plan's local offsets
   * @param memory the global memory
   * @param rank the target
   * @param offset base of the plan's remote offsets
   * @param plan the segments
   * @param signalMemory the global memory of the word
   * @param signalOffset first byte of the word in the target's block, a multiple of 8
   * @param signalValue the word's new value
   * @throws ArmciException when the plan leaves the block or the source, the source cannot be read,
   *     the word is not an aligned one inside its block, or a memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void putSignal(
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      TransferPlan plan,
      GlobalMemory signalMemory,
      long signalOffset,
      long signalValue) {
    SegmentList list = puts("putSignal", plan);
    lists.putSignal(
        source,
        sourceOffset,
        memory,
        rank,
        offset,
        list,
        signalMemory,
        signalOffset,
        signalValue,
        lists.blocking());
  }

  /**
   * Reads the segments of a plan from a rank's block. Returns when the data are there.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset base of the plan's remote offsets
   * @param destination the memory to write
   * @param destinationOffset base of the plan's local offsets
   * @param plan the segments
   * @throws ArmciException when the plan leaves the block or the destination, the destination
   *     cannot be written or overlaps itself, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void get(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      TransferPlan plan) {
    SegmentList list = gets("get", plan);
    lists.get(memory, rank, offset, destination, destinationOffset, list, lists.blocking());
  }

  /**
   * Starts to read the segments of a plan from a rank's block. The data are there when the handle
   * is complete.
   *
   * @param memory the global memory
   * @param rank the target
   * @param offset base of the plan's remote offsets
   * @param destination the memory to write
   * @param destinationOffset base of the plan's local offsets
   * @param plan the segments
   * @param handle tracks the completion
   * @throws ArmciException when the plan leaves the block or the destination, the destination
   *     cannot be written or overlaps itself, or the memory is freed
   */
  public void nbGet(
      GlobalMemory memory,
      int rank,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      TransferPlan plan,
      Handle handle) {
    SegmentList list = gets("nbGet", plan);
    lists.get(memory, rank, offset, destination, destinationOffset, list, handle);
  }

  /**
   * Adds the segments of a plan, scaled, to a rank's block, atomically to every other accumulate.
   * Returns when the source may be reused.
   *
   * @param accumulation element type and scale
   * @param source the memory to read
   * @param sourceOffset base of the plan's local offsets
   * @param memory the global memory
   * @param rank the target
   * @param offset base of the plan's remote offsets
   * @param plan the segments
   * @throws ArmciException when the plan leaves the block or the source, a piece is not a whole
   *     number of elements, the source cannot be read, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public void accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      TransferPlan plan) {
    lists.accumulate(
        accumulation,
        source,
        sourceOffset,
        memory,
        rank,
        offset,
        Objects.requireNonNull(plan, "plan").list(),
        lists.blocking());
  }

  /**
   * Starts to add the segments of a plan, scaled, to a rank's block, atomically to every other
   * accumulate. The source must not change until the handle is complete.
   *
   * @param accumulation element type and scale
   * @param source the memory to read
   * @param sourceOffset base of the plan's local offsets
   * @param memory the global memory
   * @param rank the target
   * @param offset base of the plan's remote offsets
   * @param plan the segments
   * @param handle tracks the completion
   * @throws ArmciException when the plan leaves the block or the source, a piece is not a whole
   *     number of elements, the source cannot be read, or the memory is freed
   */
  public void nbAccumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      GlobalMemory memory,
      int rank,
      long offset,
      TransferPlan plan,
      Handle handle) {
    lists.accumulate(
        accumulation,
        source,
        sourceOffset,
        memory,
        rank,
        offset,
        Objects.requireNonNull(plan, "plan").list(),
        handle);
  }

  /**
   * Writes a matrix of an array into a rank's block. Returns when the array may be changed.
   *
   * @param source the array to read
   * @param from the first element of the matrix in the source
   * @param leading the leading dimension in the source, at least {@code columns}
   * @param block a view of the target's block
   * @param index the first element of the matrix in the block
   * @param blockLeading the leading dimension in the block, at least {@code columns}
   * @param rows number of rows, zero allowed
   * @param columns number of elements in each row, zero allowed
   * @param <A> the type of arrays, such as {@code double[]}
   * @throws ArmciException when the matrix is not inside the block or not inside the source, a
   *     leading dimension is shorter than a row, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public <A> void put(
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns) {
    put("put", source, from, leading, block, index, blockLeading, rows, columns, lists.blocking());
  }

  /**
   * Starts to write a matrix of an array into a rank's block. The array must not change until the
   * handle is complete.
   *
   * @param source the array to read
   * @param from the first element of the matrix in the source
   * @param leading the leading dimension in the source, at least {@code columns}
   * @param block a view of the target's block
   * @param index the first element of the matrix in the block
   * @param blockLeading the leading dimension in the block, at least {@code columns}
   * @param rows number of rows, zero allowed
   * @param columns number of elements in each row, zero allowed
   * @param handle tracks the local completion
   * @param <A> the type of arrays, such as {@code double[]}
   * @throws ArmciException when the matrix is not inside the block or not inside the source, a
   *     leading dimension is shorter than a row, the handle is another runtime's, or the memory is
   *     freed
   */
  public <A> void nbPut(
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns,
      Handle handle) {
    put("nbPut", source, from, leading, block, index, blockLeading, rows, columns, handle);
  }

  /**
   * Writes a matrix of an array into a rank's block, and then a signal to the same rank: a rank
   * that sees the signal sees all of the matrix. Returns when the array may be changed.
   *
   * @param source the array to read
   * @param from the first element of the matrix in the source
   * @param leading the leading dimension in the source, at least {@code columns}
   * @param block a view of the target's block
   * @param index the first element of the matrix in the block
   * @param blockLeading the leading dimension in the block, at least {@code columns}
   * @param rows number of rows, zero allowed
   * @param columns number of elements in each row, zero allowed
   * @param signal a view of the signal's block, of any global memory and the same rank
   * @param signalIndex the element's index in that view
   * @param signalValue the new value of that element
   * @param <A> the type of arrays, such as {@code double[]}
   * @throws ArmciException when the matrix is not inside the block or not inside the source, a
   *     leading dimension is shorter than a row, the signal is another rank's or has no such
   *     element, or a memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public <A> void putSignal(
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns,
      LongBlock signal,
      long signalIndex,
      long signalValue) {
    SegmentList list =
        puts("putSignal", source, from, leading, block, index, blockLeading, rows, columns);
    Objects.requireNonNull(signal, "signal");
    lists.putSignal(
        block.elements(source),
        bytes(block, from),
        block.memory(),
        block.rank(),
        bytes(block, index),
        list,
        signal.memory(),
        signal.signalOffset("putSignal", signalIndex, block),
        signalValue,
        lists.blocking());
  }

  /**
   * Reads a matrix of a rank's block into an array. Returns when the data are there.
   *
   * @param block a view of the target's block
   * @param index the first element of the matrix in the block
   * @param blockLeading the leading dimension in the block, at least {@code columns}
   * @param destination the array to write
   * @param from the first element of the matrix in the destination
   * @param leading the leading dimension in the destination, at least {@code columns}
   * @param rows number of rows, zero allowed
   * @param columns number of elements in each row, zero allowed
   * @param <A> the type of arrays, such as {@code double[]}
   * @throws ArmciException when the matrix is not inside the block or not inside the destination, a
   *     leading dimension is shorter than a row, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public <A> void get(
      ElementBlock<A> block,
      long index,
      long blockLeading,
      A destination,
      int from,
      int leading,
      int rows,
      int columns) {
    get(
        "get",
        block,
        index,
        blockLeading,
        destination,
        from,
        leading,
        rows,
        columns,
        lists.blocking());
  }

  /**
   * Starts to read a matrix of a rank's block into an array. The data are there when the handle is
   * complete.
   *
   * @param block a view of the target's block
   * @param index the first element of the matrix in the block
   * @param blockLeading the leading dimension in the block, at least {@code columns}
   * @param destination the array to write
   * @param from the first element of the matrix in the destination
   * @param leading the leading dimension in the destination, at least {@code columns}
   * @param rows number of rows, zero allowed
   * @param columns number of elements in each row, zero allowed
   * @param handle tracks the completion
   * @param <A> the type of arrays, such as {@code double[]}
   * @throws ArmciException when the matrix is not inside the block or not inside the destination, a
   *     leading dimension is shorter than a row, the handle is another runtime's, or the memory is
   *     freed
   */
  public <A> void nbGet(
      ElementBlock<A> block,
      long index,
      long blockLeading,
      A destination,
      int from,
      int leading,
      int rows,
      int columns,
      Handle handle) {
    get("nbGet", block, index, blockLeading, destination, from, leading, rows, columns, handle);
  }

  /**
   * Adds a matrix of an array to one of a rank's block, each element as one step to every other
   * accumulate. Returns when the array may be changed.
   *
   * @param source the array to read
   * @param from the first element of the matrix in the source
   * @param leading the leading dimension in the source, at least {@code columns}
   * @param block a view of the target's block
   * @param index the first element of the matrix in the block
   * @param blockLeading the leading dimension in the block, at least {@code columns}
   * @param rows number of rows, zero allowed
   * @param columns number of elements in each row, zero allowed
   * @param <A> the type of arrays, such as {@code double[]}
   * @throws ArmciException when the matrix is not inside the block or not inside the source, a
   *     leading dimension is shorter than a row, or the memory is freed
   * @throws RankFailedException when a rank fails meanwhile
   */
  public <A> void accumulate(
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns) {
    accumulate(
        "accumulate",
        source,
        from,
        leading,
        block,
        index,
        blockLeading,
        rows,
        columns,
        lists.blocking());
  }

  /**
   * Starts to add a matrix of an array to one of a rank's block, each element as one step to every
   * other accumulate. The array must not change until the handle is complete.
   *
   * @param source the array to read
   * @param from the first element of the matrix in the source
   * @param leading the leading dimension in the source, at least {@code columns}
   * @param block a view of the target's block
   * @param index the first element of the matrix in the block
   * @param blockLeading the leading dimension in the block, at least {@code columns}
   * @param rows number of rows, zero allowed
   * @param columns number of elements in each row, zero allowed
   * @param handle tracks the local completion
   * @param <A> the type of arrays, such as {@code double[]}
   * @throws ArmciException when the matrix is not inside the block or not inside the source, a
   *     leading dimension is shorter than a row, the handle is another runtime's, or the memory is
   *     freed
   */
  public <A> void nbAccumulate(
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns,
      Handle handle) {
    accumulate(
        "nbAccumulate", source, from, leading, block, index, blockLeading, rows, columns, handle);
  }

  private <A> void put(
      String operation,
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns,
      Handle handle) {
    SegmentList list =
        puts(operation, source, from, leading, block, index, blockLeading, rows, columns);
    lists.put(
        block.elements(source),
        bytes(block, from),
        block.memory(),
        block.rank(),
        bytes(block, index),
        list,
        handle);
  }

  private <A> void get(
      String operation,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      A destination,
      int from,
      int leading,
      int rows,
      int columns,
      Handle handle) {
    Objects.requireNonNull(block, "block").memory().requireOf(armci, operation, "block");
    MatrixChecks.block(operation, block, index, blockLeading, rows, columns);
    MatrixChecks.array(operation, "destination", destination, from, leading, rows, columns, block);
    lists.get(
        block.memory(),
        block.rank(),
        bytes(block, index),
        block.elements(destination),
        bytes(block, from),
        matrix(block, leading, blockLeading, rows, columns),
        handle);
  }

  private <A> void accumulate(
      String operation,
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns,
      Handle handle) {
    SegmentList list =
        puts(operation, source, from, leading, block, index, blockLeading, rows, columns);
    lists.accumulate(
        block.sum(),
        block.elements(source),
        bytes(block, from),
        block.memory(),
        block.rank(),
        bytes(block, index),
        list,
        handle);
  }

  /** Returns the segments of a matrix from an array to a block, if it lies inside both. */
  private <A> SegmentList puts(
      String operation,
      A source,
      int from,
      int leading,
      ElementBlock<A> block,
      long index,
      long blockLeading,
      int rows,
      int columns) {
    Objects.requireNonNull(block, "block").memory().requireOf(armci, operation, "block");
    MatrixChecks.block(operation, block, index, blockLeading, rows, columns);
    MatrixChecks.array(operation, "source", source, from, leading, rows, columns, block);
    return matrix(block, leading, blockLeading, rows, columns);
  }

  /**
   * Returns the segments of a matrix. One row needs no leading dimensions, so all matrices of one
   * row with equal length share a plan.
   */
  private SegmentList matrix(
      ElementBlock<?> block, long leading, long blockLeading, int rows, int columns) {
    long rowBytes = bytes(block, columns);
    return rows > 1
        ? plans.plan(rowBytes, rows, bytes(block, leading), bytes(block, blockLeading)).list()
        : plans.plan(rowBytes, rows, rowBytes, rowBytes).list();
  }

  private static long bytes(ElementBlock<?> block, long elements) {
    return elements * block.elementBytes();
  }

  /** Returns the segments of a put, which the setting may forbid to overlap at the target. */
  private SegmentList puts(String operation, TransferPlan plan) {
    Objects.requireNonNull(plan, "plan");
    if (checksOverlap) {
      plan.requireDisjointRemote(operation);
    }
    return plan.list();
  }

  /** Returns the segments of a get, which the setting may forbid to overlap at the origin. */
  private SegmentList gets(String operation, TransferPlan plan) {
    Objects.requireNonNull(plan, "plan");
    if (checksOverlap) {
      plan.requireDisjointLocal(operation);
    }
    return plan.list();
  }
}
