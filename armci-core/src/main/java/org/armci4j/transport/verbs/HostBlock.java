package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;
import org.armci4j.transport.AtomicUpdate;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;

/**
 * A block of a rank of the same host in a job whose atomics on words of eight bytes are the
 * device's: those go through the device as everyone's do, all else goes by loads and stores.
 */
final class HostBlock extends RemoteBlock {
  private final RemoteBlock shared;
  private final Words words;
  private final long address;
  private final int remoteKey;
  private final Runnable release;

  /**
   * @param shared the way by loads and stores
   * @param words how words of eight bytes are updated; null for the CPU's own way
   * @param release gives up what detaching must give up
   */
  HostBlock(RemoteBlock shared, BlockDescriptor descriptor, Words words, Runnable release) {
    super(shared.rank(), shared.sizeBytes());
    this.shared = shared;
    this.words = words;
    this.address = descriptor.address();
    this.remoteKey = descriptor.remoteKey();
    this.release = release;
  }

  @Override
  public MemorySegment view() {
    return shared.view();
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    return shared.put(source, sourceOffset, offset, sizeBytes);
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    return shared.get(offset, destination, destinationOffset, sizeBytes);
  }

  @Override
  public long accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    return shared.accumulate(accumulation, source, sourceOffset, offset, sizeBytes);
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    return shared.putList(source, sourceOffset, offset, list);
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    return shared.getList(offset, destination, destinationOffset, list);
  }

  @Override
  public long accumulateList(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    return shared.accumulateList(accumulation, source, sourceOffset, offset, list);
  }

  @Override
  public void putInt(long offset, int value) {
    shared.putInt(offset, value);
  }

  @Override
  public void putLong(long offset, long value) {
    shared.putLong(offset, value);
  }

  @Override
  public int getInt(long offset) {
    return shared.getInt(offset);
  }

  @Override
  public long getLong(long offset) {
    return shared.getLong(offset);
  }

  @Override
  public void signal(long offset, long value) {
    shared.signal(offset, value);
  }

  @Override
  public void signalHelper(long offset, long value) {
    shared.signalHelper(offset, value);
  }

  /**
   * Through the device, which rings no bell: whoever sleeps there sees it when it looks again.
   * Waits for the device, as later loads and stores of this thread must not come before.
   */
  @Override
  public void signalAdd(long offset, long delta) {
    if (words == null) {
      shared.signalAdd(offset, delta);
    } else {
      words.update(rank(), address + offset, remoteKey, AtomicUpdate.ADD, delta);
    }
  }

  @Override
  public long updateLong(AtomicUpdate update, long offset, long operand) {
    return words == null
        ? shared.updateLong(update, offset, operand)
        : words.update(rank(), address + offset, remoteKey, update, operand);
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return words == null
        ? shared.compareAndSwapLong(offset, expected, value)
        : words.compareAndSwap(rank(), address + offset, remoteKey, expected, value);
  }

  @Override
  public int updateInt(AtomicUpdate update, long offset, int operand) {
    return shared.updateInt(update, offset, operand);
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    return shared.compareAndSwapInt(offset, expected, value);
  }

  @Override
  public void detach() {
    release.run();
  }
}
