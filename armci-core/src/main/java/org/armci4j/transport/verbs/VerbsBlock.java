package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;
import org.armci4j.transport.AtomicUpdate;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;

/**
 * A block that is reached through the device: put and get by RDMA, atomics of eight bytes by the
 * device or the helper thread, accumulate and atomics of four bytes by the helper thread.
 *
 * <p>Order: the device keeps the order of its own operations, and the helper that of its messages.
 * Before an operation goes past the helper, {@link #direct} waits until the helper has done all
 * that this rank sent it; a message to the helper follows all device operations by itself.
 */
@SuppressWarnings("EnumOrdinal") // all ranks of a job run the same classes
final class VerbsBlock extends RemoteBlock {
  private final MemorySegment view;
  private final Protocols protocols;
  private final long address;
  private final int remoteKey;
  private final Runnable release;

  /**
   * @param rank the owner
   * @param sizeBytes its size
   * @param descriptor what the owner told
   * @param view the block itself, for its owner; else null
   * @param release gives up what detaching must give up
   */
  VerbsBlock(
      int rank,
      long sizeBytes,
      BlockDescriptor descriptor,
      MemorySegment view,
      Protocols protocols,
      Runnable release) {
    super(rank, sizeBytes);
    this.view = view;
    this.protocols = protocols;
    this.address = descriptor.address();
    this.remoteKey = descriptor.remoteKey();
    this.release = release;
  }

  /** The owner, with nothing of this rank left at its helper thread. */
  private Connection direct() {
    Peer owner = protocols.peer(rank());
    owner.helper().awaitAll();
    return owner.connection();
  }

  @Override
  public MemorySegment view() {
    return view;
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    return protocols
        .transfers()
        .put(direct(), source, sourceOffset, address + offset, remoteKey, sizeBytes);
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    if (protocols.assistedGets() != null) {
      protocols
          .assistedGets()
          .get(
              protocols.peer(rank()).helper(),
              address + offset,
              destination,
              destinationOffset,
              sizeBytes);
      return COMPLETE;
    }
    return protocols
        .transfers()
        .get(direct(), address + offset, remoteKey, destination, destinationOffset, sizeBytes);
  }

  @Override
  public long putSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      long signalOffset,
      long signalValue) {
    if (sizeBytes == 0 || !(signalBlock instanceof VerbsBlock word)) {
      return super.putSignal(
          source, sourceOffset, offset, sizeBytes, signalBlock, signalOffset, signalValue);
    }
    return protocols
        .transfers()
        .putSignal(
            direct(),
            source,
            sourceOffset,
            address + offset,
            remoteKey,
            sizeBytes,
            word.address + signalOffset,
            word.remoteKey,
            signalValue);
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    SegmentTransfers segments = protocols.segmentTransfers();
    return segments.put(direct(), source, sourceOffset, address + offset, remoteKey, list);
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    if (protocols.assistedGets() != null) {
      return super.getList(offset, destination, destinationOffset, list);
    }
    SegmentTransfers segments = protocols.segmentTransfers();
    return segments.get(
        direct(), address + offset, remoteKey, destination, destinationOffset, list);
  }

  @Override
  public long accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    protocols
        .peer(rank())
        .helper()
        .accumulate(accumulation, source, sourceOffset, address + offset, sizeBytes);
    return COMPLETE;
  }

  @Override
  public long accumulateList(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    protocols
        .peer(rank())
        .helper()
        .accumulateList(accumulation, source, sourceOffset, address + offset, list);
    return COMPLETE;
  }

  @Override
  public void putInt(long offset, int value) {
    direct().writeInt(value, address + offset, remoteKey);
  }

  @Override
  public void putLong(long offset, long value) {
    direct().writeLong(value, address + offset, remoteKey);
  }

  @Override
  public int getInt(long offset) {
    return (int) read(offset, Integer.BYTES);
  }

  @Override
  public long getLong(long offset) {
    return read(offset, Long.BYTES);
  }

  /** Reads up to eight bytes; of fewer, they are the lower ones of a little-endian number. */
  private long read(long offset, int lengthBytes) {
    Connection owner = direct();
    ValueSlots slots = protocols.values();
    int slot = slots.take();
    try {
      long ticket =
          owner.read(
              slots.address(slot), lengthBytes, slots.localKey(), address + offset, remoteKey);
      owner.progress().await(ticket, "get");
      return slots.value(slot);
    } finally {
      slots.giveBack(slot);
    }
  }

  @Override
  public void signal(long offset, long value) {
    putLong(offset, value);
  }

  @Override
  public void signalHelper(long offset, long value) {
    direct().writeLongAndNotify(value, address + offset, remoteKey);
  }

  @Override
  public void signalAdd(long offset, long delta) {
    protocols.words().add(rank(), address + offset, remoteKey, delta);
  }

  @Override
  public long updateLong(AtomicUpdate update, long offset, long operand) {
    return protocols.words().update(rank(), address + offset, remoteKey, update, operand);
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return protocols.words().compareAndSwap(rank(), address + offset, remoteKey, expected, value);
  }

  @Override
  public long startUpdateLong(
      AtomicUpdate update, long offset, long operand, MemorySegment result, long resultOffset) {
    return protocols
        .words()
        .startUpdate(rank(), address + offset, remoteKey, update, operand, result, resultOffset);
  }

  @Override
  public long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment result, long resultOffset) {
    return protocols
        .words()
        .startCompareAndSwap(
            rank(), address + offset, remoteKey, expected, value, result, resultOffset);
  }

  @Override
  public int updateInt(AtomicUpdate update, long offset, int operand) {
    return (int)
        protocols
            .peer(rank())
            .helper()
            .update(HelperRequest.Kind.UPDATE_INT, address + offset, update.ordinal(), operand, 0);
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    return (int)
        protocols
            .peer(rank())
            .helper()
            .update(HelperRequest.Kind.SWAP_INT, address + offset, 0, expected, value);
  }

  @Override
  public void detach() {
    release.run();
  }
}
