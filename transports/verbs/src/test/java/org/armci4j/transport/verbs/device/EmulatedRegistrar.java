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

  /** Whether a local key is that of a registration which has not been closed. */
  public boolean isValid(int localKey) {
    return valid.contains(localKey);
  }

  /** How many registrations have not been closed. */
  public int open() {
    return valid.size();
  }
}
