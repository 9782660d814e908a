package org.armci4j.lab.contracts;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Reduction;
import org.armci4j.completion.CompletionEvents;
import org.armci4j.stream.ItemStream;

/**
 * Checks that closing an object that the ranks share waits for no rank, so that an exception leaves
 * a try-with-resources block at once, and that what all ranks have closed is freed.
 */
final class CloseContract implements Contract {
  private static final long LONG_ENOUGH_NANOS = 30_000_000_000L;
  private static final int ROUNDS = 100;

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("close of mutexes waits for no rank", closesAlone(armci -> armci.createMutexes(2)));
    checks.put("close of events waits for no rank", closesAlone(CompletionEvents::open));
    checks.put("close of a group waits for no rank", closesAlone(CloseContract::group));
    checks.put("close of collectives waits for no rank", closesAlone(CloseContract::collectives));
    checks.put("close of a stream waits for no rank", closesAlone(CloseContract::stream));
    checks.put("what all ranks have closed is freed", CloseContract::isFreed);
    checks.put("memory that is freed later is freed once", CloseContract::isFreedOnce);
    return checks;
  }

  private static Group group(Armci armci) {
    Group group = armci.world().split(0, 0);
    group.barrier();
    return group;
  }

  private static Collectives collectives(Armci armci) {
    Collectives collectives = Collectives.of(armci, armci.world());
    collectives.allreduce(1, Reduction.SUM);
    return collectives;
  }

  private static ItemStream stream(Armci armci) {
    return ItemStream.open(armci, Long.BYTES, (_, _) -> {});
  }

  /** Each rank in turn closes first, and only then lets the others go on. */
  private static RankCheck closesAlone(Function<Armci, AutoCloseable> maker) {
    return armci -> {
      GlobalMemory turns = armci.allocate(Long.BYTES);
      for (int first = 0; first < armci.size(); first++) {
        try (AutoCloseable _ = maker.apply(armci)) {
          if (armci.rank() != first) {
            armci.waitUntil(turns, 0, Comparison.GE, first + 1L, LONG_ENOUGH_NANOS);
          }
        }
        if (armci.rank() == first) {
          for (int other = 0; other < armci.size(); other++) {
            armci.signal(turns, other, 0, first + 1L);
          }
        }
        armci.barrier();
      }
      armci.free(turns);
    };
  }

  /** Small blocks are parts of larger memory, so a block that is freed is soon given out again. */
  private static void isFreed(Armci armci) {
    Set<Long> addresses = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      try (Group group = armci.world().split(0, armci.rank())) {
        GlobalMemory memory = group.allocate(4096);
        addresses.add(memory.local().address());
        group.freeLater(memory);
      }
    }
    assertTrue(addresses.size() < ROUNDS / 2, () -> "places of blocks: " + addresses.size());
  }

  private static void isFreedOnce(Armci armci) {
    Set<Long> addresses = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      GlobalMemory memory = armci.allocate(4096);
      addresses.add(memory.local().address());
      armci.world().freeLater(memory);
      refused("has been freed", () -> armci.world().freeLater(memory));
    }
    armci.barrier();
    assertTrue(addresses.size() < ROUNDS / 2, () -> "places of blocks: " + addresses.size());
  }
}
