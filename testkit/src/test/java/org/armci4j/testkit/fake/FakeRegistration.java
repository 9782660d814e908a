package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import org.armci4j.transport.network.Registration;

/**
 * Holds memory of a rank that others reach. Its key is a number with a tail, whose length differs
 * from key to key, so that only this network can read it.
 */
final class FakeRegistration implements Registration {
  private static final int LONGEST_TAIL = 40;

  private final FakeFabric fabric;
  private final MemorySegment memory;
  private final long number;

  /** Held for reading while the memory is used. */
  private final ReentrantReadWriteLock inUse = new ReentrantReadWriteLock();

  private boolean closed;

  FakeRegistration(FakeFabric fabric, MemorySegment memory) {
    this.fabric = fabric;
    this.memory = memory;
    this.number = fabric.add(this);
  }

  @Override
  public byte[] key() {
    int tail = (int) (number % LONGEST_TAIL);
    return ByteBuffer.allocate(Long.BYTES + tail).putLong(number).array();
  }

  /**
   * Hands the part of the memory that an operation names to its use.
   *
   * @return false when a part of it lies outside, or the registration is closed
   */
  boolean use(long address, long sizeBytes, Consumer<MemorySegment> use) {
    inUse.readLock().lock();
    try {
      long offset = address - memory.address();
      boolean inside = offset >= 0 && sizeBytes <= memory.byteSize() - offset;
      if (!inside || closed) {
        return false;
      }
      use.accept(memory.asSlice(offset, sizeBytes));
      return true;
    } finally {
      inUse.readLock().unlock();
    }
  }

  /** Closes the registration, as of a device: when this returns, no operation uses the memory. */
  @Override
  public void close() {
    fabric.remove(number);
    inUse.writeLock().lock();
    try {
      closed = true;
    } finally {
      inUse.writeLock().unlock();
    }
  }
}
