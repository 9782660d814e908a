package org.armci4j.transport.network;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Gives out registered memory of the runtime's own. Registers it in large chunks, as each
 * registration costs a system call and the pinning of pages. Memory is not taken back before the
 * end.
 */
public final class RegisteredMemory implements AutoCloseable {
  private static final long CHUNK_BYTES = 1 << 20;
  private static final long ALIGNMENT = 64;

  /**
   * A part of the memory.
   *
   * @param memory zeroed, on cache lines of its own
   * @param registration registration of the chunk that holds the part
   */
  public record Part(MemorySegment memory, Registration registration) {
    /** Returns the address of the first byte. */
    public long address() {
      return memory.address();
    }
  }

  private final Function<MemorySegment, Registration> registrar;
  private final Arena arena = Arena.ofShared();
  private final List<Registration> registrations = new ArrayList<>();
  private Part chunk = new Part(MemorySegment.NULL, null);
  private long used;

  /**
   * @param registrar registers memory with the network
   */
  public RegisteredMemory(Function<MemorySegment, Registration> registrar) {
    this.registrar = registrar;
  }

  /** Gives out zeroed memory. */
  public synchronized Part allocate(long sizeBytes) {
    long size = (sizeBytes + ALIGNMENT - 1) & -ALIGNMENT;
    if (size > CHUNK_BYTES / 2) {
      MemorySegment own = arena.allocate(size, 4096);
      return new Part(own.asSlice(0, sizeBytes), register(own));
    }
    if (used + size > chunk.memory().byteSize()) {
      MemorySegment next = arena.allocate(CHUNK_BYTES, 4096);
      chunk = new Part(next, register(next));
      used = 0;
    }
    MemorySegment memory = chunk.memory().asSlice(used, sizeBytes);
    used += size;
    return new Part(memory, chunk.registration());
  }

  private Registration register(MemorySegment memory) {
    Registration registration = registrar.apply(memory);
    registrations.add(registration);
    return registration;
  }

  @Override
  public synchronized void close() {
    registrations.forEach(Registration::close);
    arena.close();
  }
}
