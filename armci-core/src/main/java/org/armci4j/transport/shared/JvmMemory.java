package org.armci4j.transport.shared;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.transport.Offer;

/**
 * Native memory shared by ranks that are threads of one JVM. One instance serves all ranks of a
 * job. A descriptor is a number in its table, never used twice. Each attachment has an arena of its
 * own, so one rank's access ends independently of the others'. The memory is freed when the offer
 * and all attachments are closed.
 */
final class JvmMemory implements MemorySource {
  private static final long ALIGNMENT_BYTES = 4096;

  /**
   * Shortest block for which free memory is checked: a shorter one costs no more than the check.
   */
  private static final long LEAST_LOOKED_AT_BYTES = 1 << 20;

  /**
   * Shortest block that gets a mapping of its own; the C library serves shorter ones from existing
   * mappings (M_MMAP_THRESHOLD).
   */
  private static final long LEAST_MAPPED_BYTES = 128 << 10;

  private static final FreeMemory.Limit PLENTY = new FreeMemory.Limit(Long.MAX_VALUE, "");

  private final Map<Long, JvmOffer> offers = new ConcurrentHashMap<>();
  private final AtomicLong next = new AtomicLong();
  private final FreeMemory.MemoryLook look;
  private final MappingRoom room = new MappingRoom(1);

  JvmMemory() {
    this(FreeMemory::ofMachine);
  }

  /**
   * @param look finds the free memory
   */
  JvmMemory(FreeMemory.MemoryLook look) {
    this.look = look;
  }

  @Override
  public Offer create(long sizeBytes) {
    FreeMemory.Limit free = free(sizeBytes);
    if (free.sizeBytes() < sizeBytes) {
      throw tooMuch(sizeBytes, "", free);
    }
    JvmOffer offer = new JvmOffer(next.incrementAndGet(), sizeBytes, free);
    offers.put(offer.number, offer);
    return offer;
  }

  private static ArmciException tooMuch(long sizeBytes, String why, FreeMemory.Limit free) {
    return new ArmciException(
        Text.format(
            "cannot allocate a block of %d bytes: %s%d bytes are free in %s; allocate less",
            sizeBytes, why, free.sizeBytes(), free.where()));
  }

  private FreeMemory.Limit free(long sizeBytes) {
    try {
      return sizeBytes < LEAST_LOOKED_AT_BYTES ? PLENTY : look.limit();
    } catch (IOException unknown) {
      return PLENTY;
    }
  }

  private MemorySegment allocate(Arena arena, long sizeBytes) {
    if (sizeBytes >= LEAST_MAPPED_BYTES) {
      room.take();
    }
    try {
      return arena.allocate(sizeBytes, ALIGNMENT_BYTES);
    } catch (OutOfMemoryError e) {
      throw new ArmciException(
          Text.format(
                  "cannot allocate a block of %d bytes: the JVM has no native memory left for it",
                  sizeBytes)
              + "; allocate less, or raise -XX:MaxDirectMemorySize or the machine's memory",
          e);
    }
  }

  @Override
  public Mapping open(byte[] descriptor, long createdBytes, long offset, long sizeBytes) {
    if (descriptor.length != Long.BYTES) {
      throw new ArmciException(
          Text.format("%d bytes are no address of shared memory", descriptor.length));
    }
    JvmOffer offer = offers.get(ByteBuffer.wrap(descriptor).getLong());
    if (offer != null && offer.sizeBytes != createdBytes) {
      throw new ArmciException(
          Text.format("the block has %d bytes, not %d", offer.sizeBytes, createdBytes));
    }
    if (offer == null || !offer.retain()) {
      throw new ArmciException("the block has been freed before this rank attached to it");
    }
    return open(offer, offset, sizeBytes);
  }

  private static Mapping open(JvmOffer offer, long offset, long sizeBytes) {
    try {
      MemorySegment part = offer.memory().asSlice(offset, sizeBytes);
      Arena own = Arena.ofShared();
      return new Mapping(NativeMemory.of(part, own), () -> close(own, offer));
    } catch (RuntimeException e) {
      offer.release();
      throw e;
    }
  }

  private static boolean close(Arena own, JvmOffer offer) {
    boolean closed = Mapping.close(own);
    if (closed) {
      offer.release();
    }
    return closed;
  }

  private final class JvmOffer implements Offer {
    private final long number;
    private final long sizeBytes;

    /** Free memory before any rank could touch part of the common allocation. */
    private final FreeMemory.Limit free;

    private final Arena arena = Arena.ofShared();

    /** The memory; its owner allocates and so touches it in {@link #reserve}. */
    private final CompletableFuture<MemorySegment> memory = new CompletableFuture<>();

    /** Number of users: the offer and every attachment count one. */
    private final AtomicInteger users = new AtomicInteger(1);

    private final AtomicBoolean offered = new AtomicBoolean(true);

    JvmOffer(long number, long sizeBytes, FreeMemory.Limit free) {
      this.number = number;
      this.sizeBytes = sizeBytes;
      this.free = free;
    }

    /**
     * Returns the memory, after the owner has reserved it or closed the offer. The owner does one
     * of the two: other ranks have met it before they come here.
     */
    MemorySegment memory() {
      try {
        return memory.join();
      } catch (CompletionException refused) {
        throw new ArmciException("the block's owner " + refused.getCause().getMessage(), refused);
      }
    }

    @Override
    public void reserve(long hostBytes) {
      try {
        if (free.sizeBytes() < hostBytes) {
          String why = Text.format("the ranks of this JVM ask for %d bytes together; ", hostBytes);
          throw tooMuch(sizeBytes, why, free);
        }
        memory.complete(allocate(arena, sizeBytes));
      } catch (ArmciException e) {
        memory.completeExceptionally(e);
        throw e;
      }
    }

    @Override
    public byte[] descriptor() {
      return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    @Override
    public void close() {
      if (offered.compareAndSet(true, false)) {
        memory.completeExceptionally(new ArmciException("has given it up"));
        release();
      }
    }

    /** Counts one more user, unless the last one has gone already. */
    boolean retain() {
      int seen = users.get();
      while (seen > 0 && !users.compareAndSet(seen, seen + 1)) {
        seen = users.get();
      }
      return seen > 0;
    }

    /** Counts one user less. The last one frees the memory: nobody has access by then. */
    void release() {
      if (users.decrementAndGet() == 0) {
        arena.close();
        offers.remove(number);
      }
    }
  }
}
