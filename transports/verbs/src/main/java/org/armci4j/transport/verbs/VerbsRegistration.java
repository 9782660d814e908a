package org.armci4j.transport.verbs;

import java.nio.ByteBuffer;
import org.armci4j.transport.network.RegisteredRanges;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.verbs.device.MemoryRegion;

/** A registration, in the table by which transfers find it. */
final class VerbsRegistration implements Registration {
  private final MemoryRegion region;
  private final RegisteredRanges<Integer> ranges;

  VerbsRegistration(MemoryRegion region, RegisteredRanges<Integer> ranges) {
    this.region = region;
    this.ranges = ranges;
    ranges.add(region.address(), region.sizeBytes(), region.localKey());
  }

  /** The local key of memory that a network of this kind has registered. */
  static int localKey(Registration registration) {
    return ((VerbsRegistration) registration).region.localKey();
  }

  @Override
  public byte[] key() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(region.remoteKey()).array();
  }

  @Override
  public void close() {
    ranges.remove(region.address());
    region.close();
  }
}
