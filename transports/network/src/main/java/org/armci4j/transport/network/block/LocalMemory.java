package org.armci4j.transport.network.block;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.network.Registration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory for the rank's own use that is registered before it is used. Many allocations share a
 * chunk and its registration; long ones have one each. Memory lives as long as the caller's arena,
 * even after {@link #close}, when nothing is registered any more.
 *
 * <p>Source: allocators that hand out registered memory in large chunks, in "Host-Assisted
 * Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 */
final class LocalMemory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalMemory.class);
  private static final long CHUNK_BYTES = 4 << 20;
  private static final long PAGE_BYTES = 4096;

  private final Function<MemorySegment, Registration> registrar;
  private final List<Chunk> chunks = new ArrayList<>();

  /** The chunk that gives out the next parts; null before the first. */
  private Chunk current;

  private boolean closed;

  /** A chunk; changed under the lock of the enclosing object. */
  private static final class Chunk {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private Registration registration;
    private long used;
    private int parts;

    Chunk(long sizeBytes) {
      this.memory = arena.allocate(sizeBytes, PAGE_BYTES);
    }

    boolean hasRoom(long sizeBytes) {
      return registration != null && memory.byteSize() - used >= sizeBytes;
    }

    void deregister() {
      if (registration != null) {
        registration.close();
        registration = null;
      }
    }
  }

  /**
   * @param registrar registers memory with the network
   */
  LocalMemory(Function<MemorySegment, Registration> registrar) {
    this.registrar = registrar;
  }

  /**
   * Gives out memory. It is not registered where the arena is confined to a thread, or where
   * registering fails.
   *
   * @param arena its closing gives the memory back
   * @param sizeBytes number of bytes
   * @return zeroed memory at a page boundary
   */
  MemorySegment allocate(Arena arena, long sizeBytes) {
    if (sizeBytes == 0 || InPlace.isConfined(nothingOf(arena))) {
      return arena.allocate(sizeBytes, PAGE_BYTES);
    }
    try {
      return take(arena, sizeBytes);
    } catch (ArmciException limit) {
      LOG.warn(
          "{} bytes of local memory are copied at transfers: {}", sizeBytes, limit.getMessage());
      return arena.allocate(sizeBytes, PAGE_BYTES);
    }
  }

  @SuppressWarnings("restricted") // it has no bytes
  private static MemorySegment nothingOf(Arena arena) {
    return MemorySegment.NULL.reinterpret(0, arena, null);
  }

  @SuppressWarnings("restricted") // the memory of a part lasts until its arena has given it back
  private synchronized MemorySegment take(Arena arena, long sizeBytes) {
    long length = Math.addExact(sizeBytes, PAGE_BYTES - 1) & -PAGE_BYTES;
    Chunk chunk = chunk(length);
    MemorySegment part = chunk.memory.asSlice(chunk.used, sizeBytes);
    part.fill((byte) 0);
    MemorySegment given =
        MemorySegment.ofAddress(part.address()).reinterpret(sizeBytes, arena, _ -> giveBack(chunk));
    chunk.used += length;
    chunk.parts++;
    return given;
  }

  /** Returns a chunk with room of that length at its end. */
  private Chunk chunk(long length) {
    boolean alone = length > CHUNK_BYTES / 2;
    if (!alone && current != null && current.hasRoom(length)) {
      return current;
    }
    Chunk made = new Chunk(alone ? length : CHUNK_BYTES);
    if (!closed) {
      try {
        made.registration = registrar.apply(made.memory);
      } catch (ArmciException limit) {
        made.arena.close();
        throw limit;
      }
    }
    chunks.add(made);
    if (!alone) {
      retire(current);
      current = made;
    }
    return made;
  }

  private synchronized void giveBack(Chunk chunk) {
    chunk.parts--;
    if (chunk.parts > 0) {
      return;
    }
    chunk.used = 0;
    if (chunk != current) {
      retire(chunk);
    }
  }

  /** Ends a chunk that gives out nothing more, if no part of it is in use. */
  private void retire(Chunk chunk) {
    if (chunk != null && chunk.parts == 0 && chunks.remove(chunk)) {
      chunk.deregister();
      chunk.arena.close();
    }
  }

  /** Returns the number of registrations. */
  synchronized int registrations() {
    return (int) chunks.stream().filter(chunk -> chunk.registration != null).count();
  }

  @Override
  public synchronized void close() {
    closed = true;
    chunks.forEach(Chunk::deregister);
    Chunk last = current;
    current = null;
    retire(last);
  }
}
