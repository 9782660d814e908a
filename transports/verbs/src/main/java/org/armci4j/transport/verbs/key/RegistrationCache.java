package org.armci4j.transport.verbs.key;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.ranges.ScopedRanges;
import org.armci4j.transport.network.ranges.ScopedRanges.ScopedRange;
import org.armci4j.transport.verbs.device.Access;
import org.armci4j.transport.verbs.device.LockedMemoryException;
import org.armci4j.transport.verbs.device.MemoryRegion;
import org.armci4j.transport.verbs.device.VerbsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registrations of the user's native memory, kept for the next use (lazy deregistration).
 *
 * <p>Why no key is ever stale: an entry belongs to the scope of the segment that it was made for. A
 * scope that has ended cannot come back, and memory that is allocated later at the same address
 * belongs to another scope, so the look-up misses. Memory of the global scope is not cached: it may
 * have been freed by native code that no scope tells of.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 */
public final class RegistrationCache implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrationCache.class);
  private static final long PAGE_BYTES = 4096;
  private static final int MAX_ENTRIES = 256;

  /** Segments up to this size are registered as a whole, for their other parts' sake. */
  private static final long WHOLE_BYTES = 64L << 20;

  /** Registers memory: {@code Device::register}, whose exceptions it throws. */
  public interface Registrar {
    MemoryRegion register(long address, long sizeBytes, int access);
  }

  private final Registrar registrar;
  private final long limitBytes;
  private final BooleanSupplier awaitTransfers;
  private final ScopedRanges<MemoryRegion> found = new ScopedRanges<>();

  /**
   * The same, the oldest first; changed under the monitor, read by any thread, as the holder of the
   * monitor may wait.
   */
  private final List<ScopedRange<MemoryRegion>> byAge = new CopyOnWriteArrayList<>();

  private long totalBytes;
  private long hits;
  private boolean warned;

  /**
   * @param limitBytes how much may stay registered
   * @param awaitTransfers returns true when no transfer is under way that may use an entry, and
   *     false at once where that would wait for what is queued at this rank: the thread that asks
   *     may be the one that starts it
   */
  public RegistrationCache(Registrar registrar, long limitBytes, BooleanSupplier awaitTransfers) {
    this.registrar = registrar;
    this.limitBytes = limitBytes;
    this.awaitTransfers = awaitTransfers;
  }

  /**
   * The local key for part of a native segment.
   *
   * @param write whether the device will write there
   * @return the key as an unsigned number, or {@link LocalAccess#COPIED} when it must be copied
   */
  public synchronized long key(
      MemorySegment segment, long offset, long lengthBytes, boolean write) {
    MemorySegment.Scope scope = segment.scope();
    long address = segment.address() + offset;
    MemoryRegion registration = found.find(scope, address, lengthBytes, write);
    if (registration != null) {
      hits++;
      return Integer.toUnsignedLong(registration.localKey());
    }
    if (scope.equals(Arena.global().scope())) {
      return LocalAccess.COPIED;
    }
    return register(segment, scope, address, lengthBytes);
  }

  /** The latest entry that covers memory which a request under way uses; null if there is none. */
  public ScopedRange<MemoryRegion> entryOf(long address, long lengthBytes) {
    ScopedRange<MemoryRegion> latest = null;
    for (ScopedRange<MemoryRegion> entry : byAge) {
      if (entry.owner().covers(address, lengthBytes)) {
        latest = entry;
      }
    }
    return latest;
  }

  /** Whether an entry has not been given up. */
  public boolean holds(ScopedRange<MemoryRegion> entry) {
    return byAge.contains(entry);
  }

  /** How many look-ups have found an entry, and how many entries there are. */
  @Override
  public synchronized String toString() {
    return Text.format("%d registrations of %d bytes, %d hits", byAge.size(), totalBytes, hits);
  }

  private long register(
      MemorySegment segment, MemorySegment.Scope scope, long address, long lengthBytes) {
    boolean whole = segment.byteSize() <= WHOLE_BYTES;
    long from = (whole ? segment.address() : address) & -PAGE_BYTES;
    long end = whole ? segment.address() + segment.byteSize() : address + lengthBytes;
    long sizeBytes = ((end + PAGE_BYTES - 1) & -PAGE_BYTES) - from;
    if (sizeBytes > limitBytes) {
      return LocalAccess.COPIED;
    }
    if (!hasMadeRoom(sizeBytes)) {
      return LocalAccess.COPIED;
    }
    boolean writable = !segment.isReadOnly();
    try {
      MemoryRegion made = registrar.register(from, sizeBytes, access(writable));
      keep(new ScopedRange<>(scope, from, sizeBytes, writable, made));
      return Integer.toUnsignedLong(made.localKey());
    } catch (LockedMemoryException limit) {
      warnOnce(limit);
      return LocalAccess.COPIED;
    } catch (VerbsException refused) {
      LOG.debug("memory is copied, as it cannot be registered: {}", refused.getMessage());
      return LocalAccess.COPIED;
    }
  }

  /** What the device may do with memory of the user's. */
  public static int access(boolean writable) {
    return writable ? Access.LOCAL_WRITE : 0;
  }

  private void keep(ScopedRange<MemoryRegion> range) {
    found.add(range);
    byAge.add(range);
    totalBytes += range.sizeBytes();
  }

  private void warnOnce(LockedMemoryException limit) {
    if (!warned) {
      warned = true;
      LOG.warn("transfers are copied from here on: {}", limit.getMessage());
    }
  }

  /** Drops what has ended, then the oldest, until there is room; says whether there is. */
  private boolean hasMadeRoom(long sizeBytes) {
    boolean idle = false;
    for (int i = 0; i < byAge.size(); ) {
      boolean full = totalBytes + sizeBytes > limitBytes || byAge.size() >= MAX_ENTRIES;
      if (!full && byAge.get(i).scope().isAlive()) {
        i++;
        continue;
      }
      if (!idle && !awaitTransfers.getAsBoolean()) {
        return !full;
      }
      idle = true;
      drop(byAge.remove(i));
    }
    return true;
  }

  private void drop(ScopedRange<MemoryRegion> range) {
    found.remove(range);
    totalBytes -= range.sizeBytes();
    range.owner().close();
  }

  @Override
  public synchronized void close() {
    byAge.forEach(this::drop);
    byAge.clear();
  }
}
