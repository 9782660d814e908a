package org.armci4j.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopiesTest {
  private static final int ROOM_BYTES = 40 * 1024;
  private static final int[] SIZES_BYTES = {0, 1, 4, 7, 8, 12, 16, 40, 63, 64, 65, 1000, 40_000};
  private static final int[] OFFSETS = {0, 3, 8};

  @TempDir private Path directory;
  private final Arena arena = Arena.ofConfined();
  private MemorySegment mapped;

  @BeforeEach
  void mapsAFile() throws IOException {
    try (FileChannel file =
        FileChannel.open(
            directory.resolve("mapped"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      mapped = file.map(MapMode.READ_WRITE, 0, ROOM_BYTES, arena);
    }
  }

  @AfterEach
  void closesTheArena() {
    if (arena.scope().isAlive()) {
      arena.close();
    }
  }

  /** One of each class of segments there is. */
  private List<MemorySegment> kinds() {
    return List.of(
        arena.allocate(ROOM_BYTES, 64),
        mapped,
        NativeMemory.of(mapped, arena),
        MemorySegment.ofArray(new byte[ROOM_BYTES]),
        MemorySegment.ofArray(new char[ROOM_BYTES / Character.BYTES]),
        MemorySegment.ofArray(new short[ROOM_BYTES / Short.BYTES]),
        MemorySegment.ofArray(new int[ROOM_BYTES / Integer.BYTES]),
        MemorySegment.ofArray(new long[ROOM_BYTES / Long.BYTES]),
        MemorySegment.ofArray(new float[ROOM_BYTES / Float.BYTES]),
        MemorySegment.ofArray(new double[ROOM_BYTES / Double.BYTES]));
  }

  private static void fill(MemorySegment memory, int seed) {
    byte[] pattern = new byte[ROOM_BYTES];
    for (int i = 0; i < ROOM_BYTES; i++) {
      pattern[i] = (byte) (31 * i + seed);
    }
    memory.copyFrom(MemorySegment.ofArray(pattern));
  }

  @Test
  void copiesBetweenAllKindsExactlyTheRange() {
    for (MemorySegment from : kinds()) {
      for (MemorySegment to : kinds()) {
        for (int sizeBytes : SIZES_BYTES) {
          for (int offset : OFFSETS) {
            check(from, to, sizeBytes, offset);
          }
        }
      }
    }
  }

  /** Both may be the same file, where bytes move within it. */
  private static void check(MemorySegment from, MemorySegment to, int sizeBytes, int offset) {
    fill(to, 7);
    fill(from, 1);
    byte[] expected = to.toArray(JAVA_BYTE);
    System.arraycopy(from.toArray(JAVA_BYTE), 5, expected, offset, sizeBytes);
    Copies.copy(from, 5, to, offset, sizeBytes);
    assertArrayEquals(expected, to.toArray(JAVA_BYTE), from + " to " + to + ", " + sizeBytes);
  }

  @Test
  void overlappingRangesAreCopiedAsThroughABuffer() {
    for (MemorySegment memory : kinds()) {
      for (int sizeBytes : SIZES_BYTES) {
        check(memory, memory, sizeBytes, 3);
        check(memory, memory, sizeBytes, 8);
      }
    }
  }

  @Test
  void rangesBeyondTheEndAreRefusedByAllKinds() {
    MemorySegment global = arena.allocate(ROOM_BYTES, 64);
    for (MemorySegment memory : kinds()) {
      for (int sizeBytes : new int[] {4, 8, 40, 40_000}) {
        long late = ROOM_BYTES - sizeBytes + 1L;
        assertThrows(
            IndexOutOfBoundsException.class,
            () -> Copies.copy(memory, late, global, 0, sizeBytes),
            () -> "from " + memory);
        assertThrows(
            IndexOutOfBoundsException.class,
            () -> Copies.copy(global, 0, memory, late, sizeBytes),
            () -> "to " + memory);
        assertThrows(
            IndexOutOfBoundsException.class, () -> Copies.copy(global, -1, memory, 0, sizeBytes));
      }
    }
  }

  @Test
  void closedAndReadOnlyMemoryIsRefusedByAllKinds() {
    List<MemorySegment> kinds = kinds();
    MemorySegment global = Arena.ofAuto().allocate(ROOM_BYTES, 64);
    for (MemorySegment memory : kinds) {
      for (int sizeBytes : new int[] {4, 8, 40, 40_000}) {
        assertThrows(
            IllegalArgumentException.class,
            () -> Copies.copy(global, 0, memory.asReadOnly(), 0, sizeBytes),
            () -> "to " + memory);
      }
    }
    arena.close();
    for (MemorySegment memory : kinds.subList(0, 3)) {
      for (int sizeBytes : new int[] {4, 8, 40, 40_000}) {
        assertThrows(
            IllegalStateException.class, () -> Copies.copy(memory, 0, global, 0, sizeBytes));
        assertThrows(
            IllegalStateException.class, () -> Copies.copy(global, 0, memory, 0, sizeBytes));
      }
    }
  }

  @Test
  void whatIsMappedIsNativeMemoryOfTheOneClassAndEndsWithItsArena() {
    MemorySegment exact = NativeMemory.of(mapped, arena);
    assertFalse(NativeMemory.is(mapped));
    assertTrue(NativeMemory.is(exact));
    exact.set(JAVA_BYTE, 9, (byte) 77);
    assertEquals(77, mapped.get(JAVA_BYTE, 9));
    assertEquals(mapped.byteSize(), exact.byteSize());
    arena.close();
    assertThrows(IllegalStateException.class, () -> exact.get(JAVA_BYTE, 9));
  }

  @Test
  void wordsRefuseMemoryThatIsNotOfTheClass() {
    MemorySegment array = MemorySegment.ofArray(new long[4]);
    MemorySegment memory = arena.allocate(32, 8);
    assertThrows(IllegalArgumentException.class, () -> Words.getAcquire(array, 0));
    assertThrows(IllegalArgumentException.class, () -> Words.setRelease(array, 0, 1));
    Words.setRelease(memory, 8, 5);
    assertEquals(5, Words.getAcquire(memory, 8));
    assertEquals(0, Words.get(memory, 16));
  }
}
