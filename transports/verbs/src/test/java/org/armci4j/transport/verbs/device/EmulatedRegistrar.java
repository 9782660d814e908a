package org.armci4j.transport.verbs.device;

import java.util.HashSet;
import java.util.Set;

/** Registers memory with no device: every registration gets keys of its own. */
public final class EmulatedRegistrar {
  private final Set<Integer> valid = new HashSet<>();
  private int next;

  /** Registers memory as {@link Device#register} does. */
  public MemoryRegion register(long address, long sizeBytes, int access) {
    int key = ++next;
    valid.add(key);
    return new MemoryRegion(address, sizeBytes, key, -key, () -> valid.remove(key));
  }

  /** Returns whether a local key belongs to a registration that has not been closed. */
  public boolean isValid(int localKey) {
    return valid.contains(localKey);
  }

  /** Returns the number of registrations that have not been closed. */
  public int open() {
    return valid.size();
  }
}
