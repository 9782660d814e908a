package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.armci4j.transport.network.Registration;

/**
 * Memory of a rank that others reach. Its key is a number with a tail whose length differs from one
 * to the next: nobody but this network can read it.
 */
final class FakeRegistration implements Registration {
  private static final int LONGEST_TAIL = 40;

  private final FakeFabric fabric;
  private final MemorySegment memory;
  private final long number;

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

  /** The part of the memory that an operation names, or null when it is not all in here. */
  MemorySegment part(long address, long sizeBytes) {
    long offset = address - memory.address();
    boolean inside = offset >= 0 && sizeBytes <= memory.byteSize() - offset;
    return inside ? memory.asSlice(offset, sizeBytes) : null;
  }

  @Override
  public void close() {
    fabric.remove(number);
  }
}
