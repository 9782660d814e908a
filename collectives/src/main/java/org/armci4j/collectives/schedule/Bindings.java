package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/** Memory that each region stands for in the present run. */
final class Bindings {
  private final Map<Region, Binding> bindings = new EnumMap<>(Region.class);

  /** The memory that a region is. */
  static final class Binding {
    private MemorySegment segment;
    private long offset;

    MemorySegment segment() {
      return segment;
    }

    /** Returns the offset of the region in the memory. */
    long offset() {
      return offset;
    }

    void become(MemorySegment memory, long begin) {
      segment = memory;
      offset = begin;
    }
  }

  Bindings() {
    for (Region region : Region.values()) {
      bindings.put(region, new Binding());
    }
  }

  /** Says what a region is from now on. */
  void bind(Region region, MemorySegment segment, long offset) {
    bindings.get(region).become(segment, offset);
  }

  Binding get(Region region) {
    return bindings.get(region);
  }
}
