package org.armci4j.transport.shared;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.transport.RemoteBlock;

/**
 * A block that loads and stores reach: memory of the same JVM or a mapped file of the same host.
 * Every operation is complete when it returns.
 *
 * <p>Ordering. "Operations of one origin thread on one rank take effect in the order of the calls"
 * is promised to other CPUs, which x86 gives to plain stores and other CPUs do not. So every write
 * begins with a release: earlier loads and stores of this thread come before it for whoever reads
 * the written memory with acquire or better. Every read ends with an acquire: later loads and
 * stores come after it. Both cost nothing on x86 and one barrier on aarch64. A get after a put to
 * the same place is one thread's program order on one address and needs no more.
 */
final class DirectBlock extends RemoteBlock {
  private static final VarHandle INT = JAVA_INT.varHandle();
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Mapping mapping;
  private final MemorySegment view;
  private final FutexDoorbell doorbell;

  /**
   * @param rank the owner
   * @param mapping the owner's memory
   * @param doorbell the owner's bell, or null before the bells are exchanged
   */
  DirectBlock(int rank, Mapping mapping, FutexDoorbell doorbell) {
    super(rank, mapping.memory().byteSize());
    this.mapping = mapping;
    this.view = mapping.memory();
    this.doorbell = doorbell;
  }

  @Override
  public MemorySegment view() {
    return view;
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    VarHandle.releaseFence();
    MemorySegment.copy(source, sourceOffset, view, offset, sizeBytes);
    return COMPLETE;
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    MemorySegment.copy(view, offset, destination, destinationOffset, sizeBytes);
    VarHandle.acquireFence();
    return COMPLETE;
  }

  @Override
  public void putInt(long offset, int value) {
    if ((offset & 3) == 0) {
      INT.setRelease(view, offset, value);
    } else {
      VarHandle.releaseFence();
      view.set(JAVA_INT_UNALIGNED, offset, value);
    }
  }

  @Override
  public void putLong(long offset, long value) {
    if ((offset & 7) == 0) {
      LONG.setRelease(view, offset, value);
    } else {
      VarHandle.releaseFence();
      view.set(JAVA_LONG_UNALIGNED, offset, value);
    }
  }

  @Override
  public int getInt(long offset) {
    if ((offset & 3) == 0) {
      return (int) INT.getAcquire(view, offset);
    }
    int value = view.get(JAVA_INT_UNALIGNED, offset);
    VarHandle.acquireFence();
    return value;
  }

  @Override
  public long getLong(long offset) {
    if ((offset & 7) == 0) {
      return (long) LONG.getAcquire(view, offset);
    }
    long value = view.get(JAVA_LONG_UNALIGNED, offset);
    VarHandle.acquireFence();
    return value;
  }

  /**
   * The release store makes earlier puts visible before the word. The bell is looked at afterwards
   * with no full fence between: a waiter that parks at that very moment may be missed, and then
   * sees the word when its short park times out. A fence here would cost every signal more than the
   * rare late wake-up costs in all.
   */
  @Override
  public void signal(long offset, long value) {
    LONG.setRelease(view, offset, value);
    doorbell.ringIfParked();
  }

  @Override
  public long fetchAndAdd(long offset, long delta) {
    return (long) LONG.getAndAdd(view, offset, delta);
  }

  @Override
  public void detach() {
    mapping.close();
  }
}
