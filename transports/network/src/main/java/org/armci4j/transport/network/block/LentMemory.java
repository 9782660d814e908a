package org.armci4j.transport.network.block;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.Loan;
import org.armci4j.transport.network.LendingLimits;
import org.armci4j.transport.network.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caller's memory that is lent to other ranks. It is registered at its first loan, and stays
 * registered for the next one.
 *
 * <p>Why no key is ever stale: an entry belongs to the scope and the addresses of the segment for
 * which it was made. A scope that has ended cannot come back. Memory that is allocated later at the
 * same address belongs to another scope. So it gets another entry, which other ranks know by a
 * generation of its own. Nothing is deregistered while it is lent: only memory without borrowers
 * makes room for more.
 *
 * <p>Source: "High Performance RDMA Based All-to-all Broadcast for InfiniBand Clusters", section 4,
 * where the buffer of a call is registered once, and its address exchanged once.
 */
final class LentMemory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LentMemory.class);
  private static final int MAX_ENTRIES = 128;

  /** Longest segment to register as a whole, as its other parts may be lent later. */
  private static final long WHOLE_BYTES = 64L << 20;

  private final Function<MemorySegment, Registration> registrar;
  private final LendingLimits limits;
  private final Runnable endAccess;
  private final List<Entry> entries = new ArrayList<>();
  private long totalBytes;
  private long last;

  /**
   * @param registrar registers memory with the network
   * @param endAccess ends other ranks' access where closing a registration does not: when it
   *     returns, nobody writes or reads this rank's memory any more
   */
  LentMemory(
      Function<MemorySegment, Registration> registrar, LendingLimits limits, Runnable endAccess) {
    this.registrar = registrar;
    this.limits = limits;
    this.endAccess = endAccess;
  }

  /** Lends memory as {@link org.armci4j.transport.Transport#lend} does. */
  synchronized Loan lend(MemorySegment segment, long offset, long sizeBytes) {
    if (!InPlace.suits(segment) || segment.isReadOnly() || sizeBytes < limits.fromBytes()) {
      return null;
    }
    MemorySegment.Scope scope = segment.scope();
    if (scope.equals(Arena.global().scope())) {
      return null; // native code may free it, and this scope never ends
    }
    long address = segment.address() + offset;
    for (int i = entries.size() - 1; i >= 0; i--) {
      Entry entry = entries.get(i);
      if (entry.holds(scope, address, sizeBytes)) {
        return entry.lend(segment);
      }
    }
    boolean whole = segment.byteSize() <= WHOLE_BYTES;
    return whole
        ? lendNew(segment, scope, segment.address(), segment.byteSize())
        : lendNew(segment, scope, address, sizeBytes);
  }

  private Loan lendNew(
      MemorySegment segment, MemorySegment.Scope scope, long address, long sizeBytes) {
    if (!hasMadeRoom(sizeBytes)) {
      return null;
    }
    try {
      Entry made = new Entry(scope, address, sizeBytes);
      entries.add(made);
      totalBytes += sizeBytes;
      return made.lend(segment);
    } catch (ArmciException limit) {
      LOG.debug("memory is copied, as it cannot be registered: {}", limit.getMessage());
      return null;
    }
  }

  /**
   * Drops entries that are not lent, the oldest first: all whose scope has ended, and others until
   * there is room. Returns whether there is room.
   */
  private boolean hasMadeRoom(long sizeBytes) {
    for (int i = 0; i < entries.size(); ) {
      Entry entry = entries.get(i);
      boolean full = totalBytes + sizeBytes > limits.limitBytes() || entries.size() >= MAX_ENTRIES;
      if (entry.isLent() || (!full && entry.isAlive())) {
        i++;
      } else {
        drop(entry);
      }
    }
    return totalBytes + sizeBytes <= limits.limitBytes() && entries.size() < MAX_ENTRIES;
  }

  private void drop(Entry entry) {
    if (entries.remove(entry)) {
      totalBytes -= entry.sizeBytes;
      entry.registration.close();
    }
  }

  /** Deregisters all memory; no rank is connected any more. */
  @Override
  public synchronized void close() {
    List.copyOf(entries).forEach(this::drop);
  }

  private final class Entry implements Loan {
    /** Weak, so that the memory of an automatic arena ends when nobody else keeps it. */
    private final WeakReference<MemorySegment.Scope> scope;

    private final long address;
    private final long sizeBytes;
    private final long generation;
    private final Registration registration;
    private final byte[] descriptor;
    private int uses;

    /** The segment while it is lent, which keeps its automatic arena alive; else null. */
    private MemorySegment lent;

    @SuppressWarnings("restricted") // the registration outlasts the caller's arena
    Entry(MemorySegment.Scope scope, long address, long sizeBytes) {
      this.scope = new WeakReference<>(scope);
      this.address = address;
      this.sizeBytes = sizeBytes;
      this.registration = registrar.apply(MemorySegment.ofAddress(address).reinterpret(sizeBytes));
      this.descriptor = BlockDescriptor.overNetwork(address, registration.key()).encode();
      this.generation = ++last;
    }

    boolean holds(MemorySegment.Scope other, long from, long bytes) {
      return from >= address && bytes <= sizeBytes - (from - address) && other.equals(scope.get());
    }

    boolean isAlive() {
      MemorySegment.Scope present = scope.get();
      return present != null && present.isAlive();
    }

    boolean isLent() {
      return uses > 0;
    }

    Loan lend(MemorySegment segment) {
      uses++;
      lent = segment;
      return this;
    }

    @Override
    public long generation() {
      return generation;
    }

    @Override
    public long address() {
      return address;
    }

    @Override
    public long sizeBytes() {
      return sizeBytes;
    }

    @Override
    public byte[] descriptor() {
      return descriptor;
    }

    @Override
    public void close() {
      synchronized (LentMemory.this) {
        uses--;
        lent = uses > 0 ? lent : null;
      }
    }

    @Override
    public void revoke() {
      if (!limits.keysEndAccess()) {
        endAccess.run();
      }
      synchronized (LentMemory.this) {
        drop(this);
        lent = null;
      }
    }
  }
}
