package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;

/**
 * Checks the promises of allocation, and that wrong arguments are refused before anything is
 * written.
 */
final class AllocationContract implements Contract {
  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("blocks differ in size and start as zeros", AllocationContract::sizesDiffer);
    checks.put("freed memory is refused", AllocationContract::freedMemory);
    checks.put("no rank uses segments behind free", AllocationContract::freedSegments);
    checks.put("many small memories are few mappings", AllocationContract::fewMappings);
    checks.put("one rank's failure to allocate is everyone's", AllocationContract::oneFails);
    checks.put("wrong arguments are refused and write nothing", AllocationContract::wrongArguments);
    checks.put("a wait that names a time ends with it", AllocationContract::timeout);
    return checks;
  }

  private static void sizesDiffer(Armci armci) {
    for (int round = 0; round < 3; round++) {
      GlobalMemory memory = armci.allocate(1000L * armci.rank());
      for (int rank = 0; rank < armci.size(); rank++) {
        assertEquals(1000L * rank, memory.sizeBytes(rank));
      }
      assertEquals(1000L * armci.rank(), memory.local().byteSize());
      assertEquals(
          -1, memory.local().mismatch(MemorySegment.ofArray(new byte[1000 * armci.rank()])));
      armci.barrier();
      memory.local().fill((byte) 1);
      armci.free(memory);
    }
  }

  /**
   * Allocates many memories. The kernel limits the mappings of a process, and each rank maps every
   * rank's blocks.
   */
  private static void fewMappings(Armci armci) {
    int count = 200;
    long before = mappings(armci);
    GlobalMemory[] memories = new GlobalMemory[count];
    for (int i = 0; i < count; i++) {
      memories[i] = armci.allocate(8);
      armci.putLong(memories[i], right(armci), 0, i);
    }
    long after = mappings(armci);
    assertTrue(after - before < count / 2, before + " mappings, and then " + after);
    for (int i = 0; i < count; i++) {
      assertEquals(i, armci.getLong(memories[i], armci.rank(), 0));
      armci.free(memories[i]);
    }
  }

  private static long mappings(Armci armci) {
    armci.barrier();
    Path all = Path.of("/proc/self/maps");
    if (!Files.exists(all)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(all)) {
      return lines.filter(line -> line.endsWith("(deleted)")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Frees memory, whichever rank is the first and whichever the last to free. */
  private static void freedSegments(Armci armci) {
    for (int round = 0; round < 20; round++) {
      GlobalMemory memory = armci.allocate(64);
      MemorySegment own = memory.local();
      MemorySegment others = memory.view(right(armci));
      armci.free(memory);
      assertThrows(IllegalStateException.class, () -> own.set(JAVA_LONG, 0, 1), "own");
      if (others != null) {
        assertThrows(IllegalStateException.class, () -> others.set(JAVA_LONG, 0, 1), "other's");
      }
    }
  }

  private static void freedMemory(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    MemorySegment local = memory.local();
    armci.free(memory);
    refused("freed", () -> armci.putLong(memory, 0, 0, 1));
    refused("freed", () -> armci.getLong(memory, armci.size() - 1, 0));
    refused("freed", memory::local);
    assertThrows(ArmciException.class, () -> freeAlone(armci, memory));
    if (armci.transportName().equals("shm")) {
      assertThrows(IllegalStateException.class, () -> local.fill((byte) 1));
    }
  }

  /** Frees on all ranks together, because free begins with a barrier. */
  private static void freeAlone(Armci armci, GlobalMemory memory) {
    armci.free(memory);
  }

  private static void oneFails(Armci armci) {
    long sizeBytes = armci.rank() == armci.size() - 1 ? Long.MAX_VALUE / 2 : 64;
    refused("rank " + (armci.size() - 1), () -> armci.allocate(sizeBytes));
    GlobalMemory memory = armci.allocate(64);
    armci.free(memory);
  }

  private static void wrongArguments(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    MemorySegment buffer = MemorySegment.ofArray(new long[] {1, 1, 1, 1, 1, 1, 1, 1, 1, 1});
    Handle handle = armci.newHandle();
    int size = armci.size();
    refused("64 bytes", () -> armci.put(buffer, memory, 0, 0));
    refused("64 bytes", () -> armci.put(buffer, 0, memory, 0, 1, 64));
    refused("64 bytes", () -> armci.put(buffer, 0, memory, 0, Long.MAX_VALUE, 8));
    refused("64 bytes", () -> armci.put(buffer, 0, memory, 0, 8, Long.MAX_VALUE));
    refused("offset -8", () -> armci.put(buffer, 0, memory, 0, -8, 8));
    refused("-1 bytes", () -> armci.put(buffer, 0, memory, 0, 0, -1));
    refused("80 bytes", () -> armci.put(buffer, 73, memory, 0, 0, 8));
    refused("offset -1", () -> armci.put(buffer, -1, memory, 0, 0, 8));
    refused("no rank " + size, () -> armci.put(buffer, 0, memory, size, 0, 8));
    refused("no rank -1", () -> armci.put(buffer, 0, memory, -1, 0, 8));
    refused("64 bytes", () -> armci.nbPut(buffer, 0, memory, 0, 60, 8, handle));
    refused("64 bytes", () -> armci.get(memory, 0, 0, buffer));
    refused("read-only", () -> armci.get(memory, 0, 0, buffer.asReadOnly(), 0, 8));
    refused("80 bytes", () -> armci.nbGet(memory, 0, 0, buffer, 80, 1, handle));
    refused("64 bytes", () -> armci.putLong(memory, 0, 57, 1));
    refused("64 bytes", () -> armci.putInt(memory, 0, 61, 1));
    refused("multiple of 8", () -> armci.fetchAndAdd(memory, 0, 4, 1));
    refused("64 bytes", () -> armci.fetchAndAdd(memory, 0, 64, 1));
    refused("multiple of 8", () -> armci.signal(memory, 0, 1, 1));
    refused("multiple of 8", () -> armci.putSignal(buffer, 0, memory, 0, 0, 8, memory, 12, 1));
    refused("64 bytes", () -> armci.putSignal(buffer, 0, memory, 0, 60, 8, memory, 0, 1));
    refused("64 bytes", () -> armci.waitUntil(memory, 64, Comparison.EQ, 0));
    refused("no rank", () -> armci.fence(size));
    refused("-5 bytes", () -> armci.allocate(-5));
    assertTrue(handle.test(), "a refused operation leaves no trace in its handle");
    armci.barrier();
    assertEquals(-1, memory.local().mismatch(MemorySegment.ofArray(new byte[64])), "untouched");
    armci.free(memory);
  }

  private static void timeout(Armci armci) {
    GlobalMemory memory = armci.allocate(8);
    assertThrows(
        ArmciTimeoutException.class,
        () -> armci.waitUntil(memory, 0, Comparison.NE, 0, 20_000_000));
    armci.free(memory);
  }
}
