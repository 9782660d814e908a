package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.armci4j.Accumulation;
import org.armci4j.AtomicUpdate;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.connection.Connections;
import org.armci4j.transport.network.connection.RemoteWords;

/**
 * A block of a rank of the same host, which loads and stores reach. In a job whose atomics on words
 * of eight bytes are the network's alone, those go through the network as everyone's do.
 */
final class HostBlock extends RemoteBlock {
  private final RemoteBlock shared;
  private final Connections connections;
  private final long address;
  private final RemoteKey key;
  private final BooleanSupplier release;

  /**
   * @param shared the way by loads and stores
   * @param address where the block begins in the owner's process
   * @param key of the block
   * @param connections the way to its owner; null where CPUs update words of eight bytes
   * @param release gives up what detaching must give up; false when it is in use
   */
  HostBlock(
      RemoteBlock shared,
      long address,
      RemoteKey key,
      Connections connections,
      BooleanSupplier release) {
    super(shared.rank(), shared.sizeBytes());
    this.shared = shared;
    this.address = address;
    this.key = key;
    this.connections = connections;
    this.release = release;
  }

  private RemoteWords words() {
    return connections.to(rank()).words();
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
  public void putByte(long offset, byte value) {
    shared.putByte(offset, value);
  }

  @Override
  public void putShort(long offset, short value) {
    shared.putShort(offset, value);
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
  public byte getByte(long offset) {
    return shared.getByte(offset);
  }

  @Override
  public short getShort(long offset) {
    return shared.getShort(offset);
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

  @Override
  public void wake() {
    shared.wake();
  }

  /**
   * Through the network, which rings no bell: a wait that sleeps there sees it when it looks again.
   * Waits for the network, as later loads and stores of this thread must not come before.
   */
  @Override
  public void signalAdd(long offset, long delta) {
    if (connections == null) {
      shared.signalAdd(offset, delta);
    } else {
      words().update(Long.BYTES, address + offset, key, AtomicUpdate.ADD, delta);
    }
  }

  @Override
  public long updateLong(AtomicUpdate update, long offset, long operand) {
    return connections == null
        ? shared.updateLong(update, offset, operand)
        : words().update(Long.BYTES, address + offset, key, update, operand);
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return connections == null
        ? shared.compareAndSwapLong(offset, expected, value)
        : words().compareAndSwap(Long.BYTES, address + offset, key, expected, value);
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
  public boolean detach() {
    boolean released = release.getAsBoolean();
    if (released) {
      key.close();
    }
    return released;
  }
}
