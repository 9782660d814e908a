package org.armci4j.benchmarks.verbs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;

/**
 * What each rank of {@link RailPatternsBenchmark} runs. Arguments are phases, whose words are
 * separated by bars: {@code NAME|PATTERN|COMMAND...}. Before each part of a phase rank 0 runs a
 * command; then all ranks go through rounds of the pattern, of which rank 0 tells the rates.
 */
public final class RailPatternsRank {
  /** How many rounds a part of a phase has. */
  static final int ROUNDS = 10;

  private static final int WARM_UPS = 8;

  private static final int RING_BYTES = 1 << 20;
  private static final int PART_BYTES = 512 << 10;

  private final Armci armci;
  private final Collectives collectives;
  private final GlobalMemory memory;
  private final Handle handle;
  private final Elements one;
  private final Elements all;
  private final Elements everyones;

  private RailPatternsRank(Armci armci, Arena arena) {
    this.armci = armci;
    this.collectives = Collectives.of(armci);
    this.memory = armci.allocate(2L * RING_BYTES);
    this.handle = armci.newHandle();
    this.one = elements(arena, PART_BYTES);
    this.all = elements(arena, PART_BYTES * armci.size());
    this.everyones = elements(arena, PART_BYTES * armci.size());
  }

  private static Elements elements(Arena arena, int sizeBytes) {
    MemorySegment segment = arena.allocate(sizeBytes, Long.BYTES);
    return Elements.of(segment, 0, sizeBytes / Long.BYTES, ElementType.LONG);
  }

  /**
   * Runs on every rank.
   *
   * @param args the phases
   * @throws IOException when a command cannot be started
   * @throws InterruptedException when this thread is interrupted while one runs
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (Arena arena = Arena.ofShared();
        Armci armci = Armci.open()) {
      RailPatternsRank rank = new RailPatternsRank(armci, arena);
      if (armci.rank() == 0) {
        System.out.printf(
            "alltoall by %s, allgather by %s%n",
            rank.algorithm(Operation.ALLTOALL), rank.algorithm(Operation.ALLGATHER));
      }
      for (String phase : args) {
        rank.run(phase.split("\\|", -1));
      }
      armci.barrier();
      rank.collectives.close();
      armci.free(rank.memory);
    }
  }

  private String algorithm(Operation operation) {
    return collectives.algorithmFor(operation, one.count(), ElementType.LONG, null);
  }

  private void run(String... phase) throws IOException, InterruptedException {
    for (int i = 0; i < WARM_UPS; i++) {
      round(phase[1]); // also connects, and registers
    }
    for (int part = 0; part < phase.length - 2; part++) {
      if (armci.rank() == 0) {
        RailsJob.shell(phase[2 + part]);
      }
      armci.barrier();
      for (int number = 0; number < ROUNDS; number++) {
        long begin = System.nanoTime();
        long bytes = round(phase[1]);
        if (armci.rank() == 0) {
          long nanos = System.nanoTime() - begin;
          RailsJob.tell(phase[0], part * ROUNDS + number, (double) bytes / nanos);
        }
      }
    }
  }

  /** One round, which ends at all ranks together; returns how much all have received of others. */
  private long round(String pattern) {
    int size = armci.size();
    switch (pattern) {
      case "ring" -> {
        int next = (armci.rank() + 1) % size;
        armci.nbPut(memory.local().asSlice(RING_BYTES), memory, next, 0, handle);
        handle.await();
        armci.barrier();
        return (long) RING_BYTES * size;
      }
      case "alltoall" -> collectives.alltoall(all, everyones);
      default -> collectives.allgather(one, everyones);
    }
    armci.barrier();
    return (long) PART_BYTES * size * (size - 1);
  }
}
