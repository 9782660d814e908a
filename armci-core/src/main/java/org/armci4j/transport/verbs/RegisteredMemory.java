package org.armci4j.transport.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.transport.verbs.device.Registration;

/**
 * Gives out registered memory of the runtime's own, in large chunks: registering costs a system
 * call and the pinning of pages, so it is done rarely. What is given out is never taken back before
 * the end.
 */
final class RegisteredMemory implements AutoCloseable {
  private static final long CHUNK_BYTES = 1 << 20;
  private static final long ALIGNMENT = 64;

  /**
   * A part of it.
   *
   * @param memory zeroed, on cache lines of its own
   * @param localKey for requests of this rank
   * @param remoteKey for requests of others
   */
  record Part(MemorySegment memory, int localKey, int remoteKey) {}

  private final Adapter adapter;
  private final Arena arena = Arena.ofShared();
  private final List<Registration> registrations = new ArrayList<>();
  private MemorySegment chunk = MemorySegment.NULL;
  private long used;

  RegisteredMemory(Adapter adapter) {
    this.adapter = adapter;
  }

  synchronized Part allocate(long sizeBytes) {
    long size = (sizeBytes + ALIGNMENT - 1) & -ALIGNMENT;
    if (size > CHUNK_BYTES / 2) {
      MemorySegment own = arena.allocate(size, 4096);
      return part(own.asSlice(0, sizeBytes), register(own));
    }
    if (used + size > chunk.byteSize()) {
      chunk = arena.allocate(CHUNK_BYTES, 4096);
      used = 0;
      register(chunk);
    }
    MemorySegment memory = chunk.asSlice(used, sizeBytes);
    used += size;
    return part(memory, covering(memory));
  }

  private Registration register(MemorySegment memory) {
    Registration registration = adapter.register(memory);
    registrations.add(registration);
    return registration;
  }

  private Registration covering(MemorySegment memory) {
    for (Registration registration : registrations) {
      if (registration.covers(memory.address(), memory.byteSize())) {
        return registration;
      }
    }
    throw new IllegalStateException("a chunk without registration");
  }

  private static Part part(MemorySegment memory, Registration registration) {
    return new Part(memory, registration.localKey(), registration.remoteKey());
  }

  @Override
  public synchronized void close() {
    registrations.forEach(Registration::close);
    arena.close();
  }
}
