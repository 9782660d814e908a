package org.armci4j.transport.network.block;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.Registration;
import org.junit.jupiter.api.Test;

/** Many allocations are few registrations, and memory lasts as long as the caller's arena. */
class LocalMemoryTest {
  private static final int PART_BYTES = 4000;
  private static final int LONG_BYTES = 3 << 20;

  private final List<MemorySegment> registered = new ArrayList<>();
  private final LocalMemory memory = new LocalMemory(this::register);
  private int made;
  private boolean refuses;

  private Registration register(MemorySegment segment) {
    if (refuses) {
      throw new ArmciException("a limit");
    }
    made++;
    registered.add(segment);
    return new Registration() {
      @Override
      public byte[] key() {
        return new byte[0];
      }

      @Override
      public void close() {
        registered.remove(segment);
      }
    };
  }

  private boolean isRegistered(MemorySegment segment) {
    long begin = segment.address();
    return registered.stream()
        .anyMatch(
            chunk ->
                begin >= chunk.address()
                    && begin + segment.byteSize() <= chunk.address() + chunk.byteSize());
  }

  private MemorySegment take(Arena arena, long sizeBytes) {
    MemorySegment taken = memory.allocate(arena, sizeBytes);
    assertEquals(0, taken.address() % 4096);
    assertEquals(sizeBytes, taken.byteSize());
    for (long i = 0; i < sizeBytes; i += 7) {
      assertEquals(0, taken.get(JAVA_BYTE, i));
    }
    return taken.fill((byte) 1);
  }

  @Test
  void aThousandAllocationsAreOneRegistration() {
    try (Arena arena = Arena.ofShared()) {
      for (int i = 0; i < 1000; i++) {
        assertEquals(true, isRegistered(take(arena, PART_BYTES)), "allocation " + i);
      }
      assertEquals(1, made);
      take(arena, LONG_BYTES);
      assertEquals(2, made);
    }
    assertEquals(1, memory.registrations(), "the chunk stays for what comes");
    for (int i = 0; i < 5000; i++) {
      try (Arena arena = Arena.ofShared()) {
        take(arena, PART_BYTES);
      }
    }
    assertEquals(2, made);
  }

  @Test
  void memoryOutlivesItsRegistration() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment taken = take(arena, PART_BYTES);
      MemorySegment longer = take(arena, LONG_BYTES);
      memory.close();
      assertEquals(List.of(), registered);
      assertEquals(1, taken.get(JAVA_BYTE, 0) + longer.get(JAVA_BYTE, 0) - 1);
    }
    assertEquals(0, memory.registrations());
  }

  @Test
  void whatCannotBeRegisteredIsGivenOutAllTheSame() {
    refuses = true;
    try (Arena shared = Arena.ofShared();
        Arena confined = Arena.ofConfined()) {
      take(shared, PART_BYTES);
      refuses = false;
      take(confined, PART_BYTES);
      take(shared, 0);
      assertEquals(0, made);
      take(shared, PART_BYTES);
      assertEquals(1, made);
    }
  }
}
