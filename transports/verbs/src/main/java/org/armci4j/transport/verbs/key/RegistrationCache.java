package org.armci4j.transport.verbs.key;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
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
 * Keeps registrations of the user's native memory for the next use (lazy deregistration).
 *
 * <p>Why no key is ever stale: an entry belongs to the scope of the segment that it was made for. A
 * scope that has ended cannot come back, and memory that is allocated later at the same address
 * belongs to another scope, so the look-up misses. Memory of the global scope is not cached: native
 * code may have freed it without the scope's knowledge.
 *
 * <p>Why no key is given up between its look-up and the post of its request: each look-up counts a
 * use of the entry until {@link #release}. An entry is given up only when no use was counted before
 * {@code awaitTransfers}, which waits for the requests of earlier uses. Until that wait is over
 * look-ups find nothing, and their data are copied.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 */
public final class RegistrationCache implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrationCache.class);
  private static final long PAGE_BYTES = 4096;
  private static final int MAX_ENTRIES = 256;
  private static final long RETRY_NANOS = 1000;

  /** Longest segment that is registered as a whole, so that its other parts are found later. */
  private static final long WHOLE_BYTES = 64L << 20;

  /** Registers memory: {@code Device::register}, whose exceptions it throws. */
  public interface Registrar {
    MemoryRegion register(long address, long sizeBytes, int access);
  }

  /**
   * Holds a registration.
   *
   * @param number of the entry, which no other entry has meanwhile
   */
  record Kept(MemoryRegion region, int number) {}

  private final Registrar registrar;
  private final long limitBytes;
  private final BooleanSupplier awaitTransfers;
  private final ScopedRanges<Kept> found = new ScopedRanges<>();

  private final ReentrantLock lock = new ReentrantLock();

  /** The entries, the oldest first; changed under the lock, read by any thread. */
  private final List<ScopedRange<Kept>> byAge = new CopyOnWriteArrayList<>();

  /** Look-ups whose requests are not posted yet, by number of entry. Raised under the lock. */
  private final AtomicIntegerArray uses = new AtomicIntegerArray(MAX_ENTRIES);

  private final BitSet numbers = new BitSet(MAX_ENTRIES);

  /**
   * Whether the holder of the lock waits for transfers. It makes progress for others meanwhile,
   * which may lead here again. A thread that waited here for the lock could be the one that the
   * holder needs.
   */
  private volatile boolean awaiting;

  private long totalBytes;
  private long hits;
  private boolean warned;

  /**
   * @param limitBytes most bytes that may stay registered
   * @param awaitTransfers returns true when no transfer is under way that may use an entry, and
   *     false at once where it would wait for operations that are queued at this rank: the asking
   *     thread may be the one that starts them
   */
  public RegistrationCache(Registrar registrar, long limitBytes, BooleanSupplier awaitTransfers) {
    this.registrar = registrar;
    this.limitBytes = limitBytes;
    this.awaitTransfers = awaitTransfers;
  }

  /**
   * Returns the local key for part of a native segment. The key stays valid until {@link #release},
   * and until all requests posted before are complete.
   *
   * @param write whether the device will write there
   * @return the key in the lower 32 bits and above them what {@link #release} needs, or {@link
   *     LocalAccess#COPIED} when the data must be copied
   */
  public long key(MemorySegment segment, long offset, long lengthBytes, boolean write) {
    if (!hasEntered()) {
      return LocalAccess.COPIED;
    }
    try {
      return lookUp(segment, offset, lengthBytes, write);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns whether this thread has got the lock; false while its holder waits, also when the
   * holder is this thread itself.
   */
  private boolean hasEntered() {
    while (!awaiting) {
      if (lock.tryLock()) {
        if (!awaiting) {
          return true;
        }
        lock.unlock();
      } else {
        LockSupport.parkNanos(RETRY_NANOS); // a look-up or a registration
      }
    }
    return false;
  }

  private long lookUp(MemorySegment segment, long offset, long lengthBytes, boolean write) {
    MemorySegment.Scope scope = segment.scope();
    long address = segment.address() + offset;
    Kept known = found.find(scope, address, lengthBytes, write);
    if (known != null) {
      hits++;
      return use(known);
    }
    if (scope.equals(Arena.global().scope())) {
      return LocalAccess.COPIED;
    }
    return register(segment, scope, address, lengthBytes);
  }

  private long use(Kept entry) {
    uses.incrementAndGet(entry.number());
    return (entry.number() + 1L) << Integer.SIZE
        | Integer.toUnsignedLong(entry.region().localKey());
  }

  /**
   * Ends the use of a key, when its requests are posted or will not be.
   *
   * @param key the answer of {@link #key}, other than {@link LocalAccess#COPIED}
   */
  public void release(long key) {
    uses.decrementAndGet((int) (key >>> Integer.SIZE) - 1);
  }

  /** Returns the latest entry that covers memory of a request under way; null if there is none. */
  ScopedRange<Kept> entryOf(long address, long lengthBytes) {
    ScopedRange<Kept> latest = null;
    for (ScopedRange<Kept> entry : byAge) {
      if (entry.owner().region().covers(address, lengthBytes)) {
        latest = entry;
      }
    }
    return latest;
  }

  /** Returns whether an entry has not been given up. */
  boolean holds(ScopedRange<Kept> entry) {
    return byAge.contains(entry);
  }

  /** Returns the number of entries, and of look-ups that have found one, in words. */
  @Override
  public String toString() {
    lock.lock();
    try {
      return Text.format("%d registrations of %d bytes, %d hits", byAge.size(), totalBytes, hits);
    } finally {
      lock.unlock();
    }
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
      Kept entry = new Kept(made, numbers.nextClearBit(0));
      keep(new ScopedRange<>(scope, from, sizeBytes, writable, entry));
      return use(entry);
    } catch (LockedMemoryException limit) {
      warnOnce(limit);
      return LocalAccess.COPIED;
    } catch (VerbsException refused) {
      LOG.debug("memory is copied, as it cannot be registered: {}", refused.getMessage());
      return LocalAccess.COPIED;
    }
  }

  /** Returns the device's permissions on the user's memory. */
  public static int access(boolean writable) {
    return writable ? Access.LOCAL_WRITE : 0;
  }

  private void keep(ScopedRange<Kept> range) {
    numbers.set(range.owner().number());
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

  /**
   * Drops entries that have ended, then the oldest, until there is room; returns whether there is.
   * It drops only entries that were unused before the wait: a use that has ended since may have
   * posted requests for which the wait did not wait.
   */
  private boolean hasMadeRoom(long sizeBytes) {
    List<ScopedRange<Kept>> unused = byAge.stream().filter(this::isUnused).toList();
    boolean idle = false;
    for (ScopedRange<Kept> entry : unused) {
      if (isFullFor(sizeBytes) || !entry.scope().isAlive()) {
        idle = idle || isIdle();
        if (!idle) {
          break;
        }
        drop(entry);
      }
    }
    return !isFullFor(sizeBytes);
  }

  private boolean isUnused(ScopedRange<Kept> entry) {
    return uses.get(entry.owner().number()) == 0;
  }

  private boolean isFullFor(long sizeBytes) {
    return totalBytes + sizeBytes > limitBytes || byAge.size() >= MAX_ENTRIES;
  }

  private boolean isIdle() {
    awaiting = true;
    try {
      return awaitTransfers.getAsBoolean();
    } finally {
      awaiting = false;
    }
  }

  private void drop(ScopedRange<Kept> entry) {
    byAge.remove(entry);
    found.remove(entry);
    numbers.clear(entry.owner().number());
    totalBytes -= entry.sizeBytes();
    entry.owner().region().close();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      byAge.forEach(this::drop);
    } finally {
      lock.unlock();
    }
  }
}
