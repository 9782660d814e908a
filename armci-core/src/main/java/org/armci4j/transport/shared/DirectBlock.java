package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.armci4j.kernel.Copies;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateKind;

/**
 * A block that loads and stores reach: memory of the same JVM or a mapped file of the same host.
 * Every operation is complete when it returns. Only words of eight bytes may be updated in another
 * way ({@link DeviceWordsBlock}), in jobs whose network needs it.
 *
 * <p>Ordering: operations of one origin thread on one rank must take effect in the order of the
 * calls, also for other CPUs. x86 guarantees this for plain stores; other CPUs do not. So every
 * write begins with a release: earlier loads and stores of this thread come before it for a thread
 * that reads the written memory with acquire or stronger. Every read ends with an acquire: later
 * loads and stores come after it. Both cost nothing on x86 and one barrier on aarch64. A get after
 * a put to the same bytes needs no more, as one thread's accesses to one address stay in program
 * order.
 */
class DirectBlock extends RemoteBlock {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  /** Size that one hold of the lock accumulates. */
  static final long ACCUMULATE_PIECE_BYTES = 64 * 1024;

  private final Mapping mapping;
  private final MemorySegment view;
  private final FutexDoorbell doorbell;
  private final FutexDoorbell helperDoorbell;
  private final ListAccumulator accumulator;

  /**
   * @param rank the owner
   * @param mapping the owner's memory
   * @param owner its bells and its lock
   */
  DirectBlock(int rank, Mapping mapping, HostRank owner) {
    super(rank, mapping.memory().byteSize());
    this.mapping = mapping;
    this.view = mapping.memory();
    this.doorbell = owner.waits();
    this.helperDoorbell = owner.helper();
    this.accumulator = new ListAccumulator(owner.accumulateLock(), view);
  }

  /**
   * Creates another access to a block.
   *
   * @param same the block
   * @param release ends this rank's access
   */
  DirectBlock(DirectBlock same, BooleanSupplier release) {
    super(same.rank(), same.sizeBytes());
    this.mapping = new Mapping(same.view, release);
    this.view = same.view;
    this.doorbell = same.doorbell;
    this.helperDoorbell = same.helperDoorbell;
    this.accumulator = same.accumulator;
  }

  @Override
  public final MemorySegment view() {
    return NativeMemory.exact(view);
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    VarHandle.releaseFence();
    if (!Copies.copyWord(source, sourceOffset, view, offset, sizeBytes)) {
      Copies.copy(source, sourceOffset, view, offset, sizeBytes);
    }
    return COMPLETE;
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    if (!Copies.copyWord(view, offset, destination, destinationOffset, sizeBytes)) {
      Copies.copy(view, offset, destination, destinationOffset, sizeBytes);
    }
    VarHandle.acquireFence();
    return COMPLETE;
  }

  /**
   * Adds in pieces, so that a long accumulate does not keep short ones waiting. Only each element
   * must be atomic.
   */
  @Override
  public long accumulate(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    accumulator.addLong(accumulation, source, sourceOffset, offset, sizeBytes);
    return COMPLETE;
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    VarHandle.releaseFence();
    ListCopier.between(source, view)
        .copy(list, source, sourceOffset, list.local(), view, offset, list.remote());
    return COMPLETE;
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    ListCopier.between(view, destination)
        .copy(list, view, offset, list.remote(), destination, destinationOffset, list.local());
    VarHandle.acquireFence();
    return COMPLETE;
  }

  @Override
  public long accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    accumulator.add(accumulation, source, sourceOffset, offset, list);
    return COMPLETE;
  }

  @Override
  public void putByte(long offset, byte value) {
    VarHandle.releaseFence();
    view().set(JAVA_BYTE, offset, value);
  }

  @Override
  public void putShort(long offset, short value) {
    VarHandle.releaseFence();
    view().set(JAVA_SHORT_UNALIGNED, offset, value);
  }

  @Override
  public void putInt(long offset, int value) {
    if ((offset & 3) == 0) {
      INT.setRelease(view(), offset, value);
    } else {
      VarHandle.releaseFence();
      view().set(JAVA_INT_UNALIGNED, offset, value);
    }
  }

  @Override
  public void putLong(long offset, long value) {
    if ((offset & 7) == 0) {
      LONG.setRelease(view(), offset, value);
    } else {
      VarHandle.releaseFence();
      view().set(JAVA_LONG_UNALIGNED, offset, value);
    }
  }

  @Override
  public byte getByte(long offset) {
    byte value = view().get(JAVA_BYTE, offset);
    VarHandle.acquireFence();
    return value;
  }

  @Override
  public short getShort(long offset) {
    short value = view().get(JAVA_SHORT_UNALIGNED, offset);
    VarHandle.acquireFence();
    return value;
  }

  @Override
  public int getInt(long offset) {
    if ((offset & 3) == 0) {
      return (int) INT.getAcquire(view(), offset);
    }
    int value = view().get(JAVA_INT_UNALIGNED, offset);
    VarHandle.acquireFence();
    return value;
  }

  @Override
  public long getLong(long offset) {
    if ((offset & 7) == 0) {
      return (long) LONG.getAcquire(view(), offset);
    }
    long value = view().get(JAVA_LONG_UNALIGNED, offset);
    VarHandle.acquireFence();
    return value;
  }

  /**
   * Writes the word with a release store, which makes earlier puts visible before the word. No full
   * fence separates the store from the read of the bell. So a waiter that parks at that moment may
   * be missed; it sees the word when its short park times out. A fence would cost every signal more
   * than the rare late wake-up costs in all.
   */
  @Override
  public void signal(long offset, long value) {
    LONG.setRelease(view(), offset, value);
    doorbell.ringIfParked();
  }

  @Override
  public void signalHelper(long offset, long value) {
    LONG.setRelease(view(), offset, value);
    helperDoorbell.ringIfParked();
  }

  @Override
  public void wake() {
    doorbell.ringIfParked();
  }

  /**
   * Adds to the word and wakes, like {@link #signal}. The update is a full fence, so no park is
   * missed.
   */
  @Override
  public void signalAdd(long offset, long delta) {
    LONG.getAndAdd(view(), offset, delta);
    doorbell.ringIfParked();
  }

  @Override
  public long updateLong(UpdateKind update, long offset, long operand) {
    return switch (update) {
      case ADD -> (long) LONG.getAndAdd(view(), offset, operand);
      case SWAP -> (long) LONG.getAndSet(view(), offset, operand);
      case AND -> (long) LONG.getAndBitwiseAnd(view(), offset, operand);
      case OR -> (long) LONG.getAndBitwiseOr(view(), offset, operand);
      case XOR -> (long) LONG.getAndBitwiseXor(view(), offset, operand);
      case MIN, MAX -> updateLongBySwaps(update, offset, operand);
    };
  }

  /** Makes an update that memory does not offer. */
  private long updateLongBySwaps(UpdateKind update, long offset, long operand) {
    long seen = (long) LONG.getOpaque(view(), offset);
    while (true) {
      long held = compareAndSwapLong(offset, seen, update.after(seen, operand));
      if (held == seen) {
        return held;
      }
      seen = held;
    }
  }

  @Override
  public int updateInt(UpdateKind update, long offset, int operand) {
    return switch (update) {
      case ADD -> (int) INT.getAndAdd(view(), offset, operand);
      case SWAP -> (int) INT.getAndSet(view(), offset, operand);
      case AND -> (int) INT.getAndBitwiseAnd(view(), offset, operand);
      case OR -> (int) INT.getAndBitwiseOr(view(), offset, operand);
      case XOR -> (int) INT.getAndBitwiseXor(view(), offset, operand);
      case MIN, MAX -> updateIntBySwaps(update, offset, operand);
    };
  }

  private int updateIntBySwaps(UpdateKind update, long offset, int operand) {
    int seen = (int) INT.getOpaque(view(), offset);
    while (true) {
      int held = compareAndSwapInt(offset, seen, (int) update.after(seen, operand));
      if (held == seen) {
        return held;
      }
      seen = held;
    }
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return (long) LONG.compareAndExchange(view(), offset, expected, value);
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    return (int) INT.compareAndExchange(view(), offset, expected, value);
  }

  @Override
  public boolean detach() {
    return mapping.release().getAsBoolean();
  }
}
