package org.armci4j.transport.verbs.key;

import java.util.HashMap;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.ranges.RegisteredRanges;
import org.armci4j.transport.network.ranges.ScopedRanges.ScopedRange;
import org.armci4j.transport.verbs.device.MemoryRegion;

/**
 * Gives the local keys at one rail for requests that were made for the first rail, by address. It
 * knows memory that is registered with all rails, and the user's memory in the first rail's cache.
 * The latter is registered here too when such a request first goes by this rail.
 */
public final class GuestKeys implements AutoCloseable {
  private final RegisteredRanges<Integer> ranges;
  private final RegistrationCache first;
  private final RegistrationCache.Registrar registrar;
  private final Map<ScopedRange<RegistrationCache.Kept>, MemoryRegion> regions = new HashMap<>();

  /**
   * @param ranges this rail's keys of memory that is registered with all rails
   * @param first the first rail's cache
   * @param registrar registers with this rail's device; null at the first rail
   */
  public GuestKeys(
      RegisteredRanges<Integer> ranges,
      RegistrationCache first,
      RegistrationCache.Registrar registrar) {
    this.ranges = ranges;
    this.first = first;
    this.registrar = registrar;
  }

  /**
   * Returns the key of memory that a request uses.
   *
   * @throws ArmciException when it is not registered, or cannot be registered here
   */
  public synchronized int at(long address, int lengthBytes) {
    Integer known = ranges.find(address, lengthBytes);
    if (known != null) {
      return known;
    }
    ScopedRange<RegistrationCache.Kept> entry = first.entryOf(address, lengthBytes);
    if (entry == null) {
      throw new ArmciException(
          Text.format("%d bytes at 0x%x are not registered any more", lengthBytes, address));
    }
    MemoryRegion region =
        registrar == null
            ? entry.owner().region()
            : regions.computeIfAbsent(entry, this::registerAsThere);
    return region.localKey();
  }

  private MemoryRegion registerAsThere(ScopedRange<RegistrationCache.Kept> entry) {
    MemoryRegion there = entry.owner().region();
    return registrar.register(
        there.address(), there.sizeBytes(), RegistrationCache.access(entry.writable()));
  }

  /** Closes registrations that the first rail's cache has given up: nothing under way uses them. */
  public synchronized void dropEnded() {
    regions
        .entrySet()
        .removeIf(
            known -> {
              boolean ended = !first.holds(known.getKey());
              if (ended) {
                known.getValue().close();
              }
              return ended;
            });
  }

  @Override
  public synchronized void close() {
    regions.values().forEach(MemoryRegion::close);
    regions.clear();
  }
}
