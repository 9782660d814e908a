package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.verbs.device.MemoryRegion;

/** Registers memory with the devices of all rails. */
final class VerbsRegistration implements Registration {
  private final List<Rail> rails;
  private final boolean inRanges;
  private final List<MemoryRegion> regions = new ArrayList<>();

  /**
   * Registers memory for all kinds of access.
   *
   * @param inRanges whether this rank's transfers find the memory by its address; only for memory
   *     of the runtime, which does not end before the registration
   */
  VerbsRegistration(List<Rail> rails, MemorySegment memory, boolean inRanges) {
    this.rails = rails;
    this.inRanges = inRanges;
    try {
      for (Rail rail : rails) {
        MemoryRegion region = rail.adapter().register(memory);
        regions.add(region);
        if (inRanges) {
          rail.ranges().add(region.address(), region.sizeBytes(), region.localKey());
        }
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Returns the first rail's local key of memory that a network of this kind has registered. */
  static int localKey(Registration registration) {
    return localKey(registration, 0);
  }

  /** Returns the local key of such memory at any rail. */
  static int localKey(Registration registration, int rail) {
    return ((VerbsRegistration) registration).regions.get(rail).localKey();
  }

  @Override
  public byte[] key() {
    ByteBuffer key = ByteBuffer.allocate(Integer.BYTES * regions.size());
    regions.forEach(region -> key.putInt(region.remoteKey()));
    return key.array();
  }

  @Override
  public void close() {
    for (int rail = 0; rail < regions.size(); rail++) {
      if (inRanges) {
        rails.get(rail).ranges().remove(regions.get(rail).address());
      }
      regions.get(rail).close();
    }
  }
}
