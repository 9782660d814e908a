package org.armci4j.transport.verbs.device;

import java.util.HashSet;
import java.util.Set;

/** Registers memory with no device: every registration gets keys of its own. */
public final class EmulatedRegistrar {
  private final Set<Integer> valid = new HashSet<>();
  private int next;

  /** As {@link Device#register}. */
  public MemoryRegion register(long address, long sizeBytes, int access) {
    int key = ++next;
    valid.add(key);
    return new MemoryRegion(address, sizeBytes, key, -key, () -> valid.remove(key));
  }

  /** How many registrations have not been closed. */
  public int open() {
    return valid.size();
  }
}
