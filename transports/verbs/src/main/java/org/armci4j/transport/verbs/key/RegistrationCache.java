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
 * Registrations of the user's native memory, kept for the next use (lazy deregistration).
 *
 * <p>Why no key is ever stale: an entry belongs to the scope of the segment that it was made for. A
 * scope that has ended cannot come back, and memory that is allocated later at the same address
 * belongs to another scope, so the look-up misses. Memory of the global scope is not cached: it may
 * have been freed by native code that no scope tells of.
 *
 * <p>Why no key is given up between its look-up and the post of its request: each look-up counts a
 * use of the entry until {@link #release}. An entry is given up only when no use was counted before
 * {@code awaitTransfers}, which waits for what the earlier uses posted; until that is over look-ups
 * find nothing, and their data are copied.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 */
public final class RegistrationCache implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrationCache.class);
  private static final long PAGE_BYTES = 4096;
  private static final int MAX_ENTRIES = 256;
  private static final long RETRY_NANOS = 1000;

  /** Segments up to this size are registered as a whole, for their other parts' sake. */
  private static final long WHOLE_BYTES = 64L << 20;

  /** Registers memory: {@code Device::register}, whose exceptions it throws. */
  public interface Registrar {
    MemoryRegion register(long address, long sizeBytes, int access);
  }

  /**
   * What is kept of a registration.
   *
   * @param number of the entry, which no other one has meanwhile
   */
  record Kept(MemoryRegion region, int number) {}

  private final Registrar registrar;
  private final long limitBytes;
  private final BooleanSupplier awaitTransfers;
  private final ScopedRanges<Kept> found = new ScopedRanges<>();

  private final ReentrantLock lock = new ReentrantLock();

  /** The same, the oldest first; changed under the lock, read by any thread. */
  private final List<ScopedRange<Kept>> byAge = new CopyOnWriteArrayList<>();

  /** By number of entry: look-ups whose requests are not posted yet. Raised under the lock. */
  private final AtomicIntegerArray uses = new AtomicIntegerArray(MAX_ENTRIES);

  private final BitSet numbers = new BitSet(MAX_ENTRIES);

  /**
   * Whether the holder of the lock waits for transfers. It takes steps of others meanwhile, which
   * may come here; and another thread that waited for it here could be the one that it needs.
   */
  private volatile boolean awaiting;

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
   * The local key for part of a native segment, which stays valid until {@link #release}, and until
   * all is complete that was posted before.
   *
   * @param write whether the device will write there
   * @return the key in the lower 32 bits and above them what {@link #release} needs, or {@link
   *     LocalAccess#COPIED} when it must be copied
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

  /** Whether this thread has the lock; not while its holder waits, be that this thread itself. */
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
   * The requests are posted, or will not be, for which {@link #key} was asked.
   *
   * @param key its answer, which was not {@link LocalAccess#COPIED}
   */
  public void release(long key) {
    uses.decrementAndGet((int) (key >>> Integer.SIZE) - 1);
  }

  /** The latest entry that covers memory which a request under way uses; null if there is none. */
  ScopedRange<Kept> entryOf(long address, long lengthBytes) {
    ScopedRange<Kept> latest = null;
    for (ScopedRange<Kept> entry : byAge) {
      if (entry.owner().region().covers(address, lengthBytes)) {
        latest = entry;
      }
    }
    return latest;
  }

  /** Whether an entry has not been given up. */
  boolean holds(ScopedRange<Kept> entry) {
    return byAge.contains(entry);
  }

  /** How many look-ups have found an entry, and how many entries there are. */
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

  /** What the device may do with memory of the user's. */
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
   * Drops what has ended, then the oldest, until there is room; says whether there is. Only entries
   * that were unused before the wait: a use that has ended since may have posted requests for which
   * it did not wait.
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
