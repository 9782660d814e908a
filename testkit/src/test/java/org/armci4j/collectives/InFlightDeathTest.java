package org.armci4j.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.testkit.fake.FakeJobs;
import org.armci4j.testkit.fake.FakeSettings;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.job.SelfSignal;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a rank that dies ends every handle of every other rank. A handle with nothing left to
 * wait for, such as that of a rank that has given its part of a gather, may be complete instead,
 * with a right result. All others end with a {@link RankFailedException} that names the rank.
 */
@EnabledOnOs(OS.LINUX)
class InFlightDeathTest {
  private static final List<Operation> OPERATIONS = List.of(Operation.values());
  private static final int AT_ONCE = 20;

  private static final long LIMIT_NANOS = Duration.ofSeconds(20).toNanos();

  /** Outcome of one handle. */
  private enum End {
    COMPLETE,
    /** Another rank had failed. */
    TOLD,
    /** This rank itself lost its connection to the victim, or it is the victim. */
    LOST
  }

  /** Starts collectives on two groups, and brings all of them to their ends. */
  private static final class Survivor {
    private final Armci armci;
    private final int victim;
    private final List<Group> groups;
    private final List<CollectiveCalls<Handle>> calls;
    private final List<InFlight> started = new ArrayList<>();
    private final List<Boolean> needed = new ArrayList<>();

    Survivor(Armci armci, int victim) {
      this.armci = armci;
      this.victim = victim;
      Group world = armci.world();
      groups = List.of(world, world.split(0, -armci.rank()));
      calls = groups.stream().map(g -> Collectives.of(armci, g).nonblocking()).toList();
      armci.barrier();
    }

    /** Lets the victim go on when all ranks have left their barrier, which a death would end. */
    void awaitAll() {
      if (armci.rank() != victim) {
        armci.signals().notify(victim);
        return;
      }
      for (int rank = 0; rank < armci.size(); rank++) {
        if (rank != victim) {
          armci.signals().waitNotify(rank);
        }
      }
    }

    void start(int first, int end) {
      for (int i = first; i < end; i++) {
        Group group = groups.get(i % groups.size());
        Operation operation = OPERATIONS.get(i % OPERATIONS.size());
        int victimsPlace = group.groupRank(victim);
        int root = i % 3 == 0 ? (victimsPlace + 1) % group.size() : victimsPlace;
        int parts = i % 5 == 4 ? 5000 : 10;
        boolean heap = i % 2 == 0;
        InFlight one =
            new InFlight(operation, Sample.LONGS, group.rank(), group.size(), parts, root, heap, i);
        one.start(calls.get(i % groups.size()));
        started.add(one);
        needed.add(needs(operation, group.rank(), root, victimsPlace));
      }
    }

    /** Returns whether a rank needs the victim's part to do its own part of an operation. */
    private static boolean needs(Operation operation, int place, int root, int victim) {
      return switch (operation) {
        case BARRIER, ALLREDUCE, ALLGATHER, ALLTOALL, REDUCE_SCATTER -> true;
        case BROADCAST, SCATTER -> root == victim;
        case REDUCE, GATHER -> root == place;
        case SCAN, EXSCAN -> place > victim;
      };
    }

    List<End> ends() {
      List<Integer> order = new ArrayList<>(IntStream.range(0, started.size()).boxed().toList());
      Collections.shuffle(order, new Random(armci.rank()));
      End[] ends = new End[started.size()];
      for (int i : order) {
        ends[i] = end(started.get(i), i % 2 == 0);
      }
      return List.of(ends);
    }

    private End end(InFlight one, boolean tests) {
      try {
        if (tests) {
          poll(one.handle());
        } else {
          one.handle().await(LIMIT_NANOS);
        }
      } catch (RankFailedException failed) {
        assertEquals(victim, failed.failure().rank(), failed::getMessage);
        assertTrue(failed.getMessage().contains(one.handle().toString()), failed::getMessage);
        return End.TOLD;
      } catch (ArmciException lost) {
        assertTrue(lost.getMessage().contains("lost its connection"), lost::getMessage);
        boolean itsOwn = armci.rank() == victim || lost.getMessage().contains("to rank " + victim);
        assertTrue(itsOwn, lost::getMessage);
        return End.LOST;
      }
      one.verify();
      return End.COMPLETE;
    }

    private static void poll(Handle handle) {
      long deadline = System.nanoTime() + LIMIT_NANOS;
      while (!handle.test()) {
        assertTrue(System.nanoTime() < deadline, () -> handle + " has not ended");
        Thread.onSpinWait();
      }
    }

    /**
     * Requires an error from each handle that needs the victim, where the victim has started
     * nothing.
     */
    void requireTold(List<End> ends) {
      for (int i = 0; i < ends.size(); i++) {
        int index = i;
        End least = needed.get(i) ? End.TOLD : ends.get(i);
        assertEquals(least, ends.get(i), () -> started.get(index).toString());
      }
    }

    void forget() {
      started.clear();
      needed.clear();
    }
  }

  /** Kills the victim after it has started some; the others print how their handles ended. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) throws Exception {
      int victim = Integer.parseInt(arguments[0]);
      int before = Integer.parseInt(arguments[1]);
      try (Armci armci = Armci.open()) {
        Survivor survivor = new Survivor(armci, victim);
        survivor.awaitAll();
        if (armci.rank() == victim) {
          survivor.start(0, before);
          SelfSignal.send("KILL");
        }
        survivor.start(0, AT_ONCE);
        List<End> ends = survivor.ends();
        if (before == 0) {
          survivor.requireTold(ends);
        }
        System.out.println("ended " + ends.size() + ", told " + told(ends));
      }
    }
  }

  private static long told(List<End> ends) {
    return ends.stream().filter(end -> end == End.TOLD).count();
  }

  @ParameterizedTest
  @CsvSource({"4, 1, 0"})
  void aKilledProcessEndsThem(int ranks, int victim, int before) {
    everyProcessIsTold(ranks, victim, before);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"2, 1, 0", "2, 0, 7", "4, 0, 0", "4, 3, 11", "4, 2, 20"})
  void aKilledProcessEndsThemWheneverItDies(int ranks, int victim, int before) {
    everyProcessIsTold(ranks, victim, before);
  }

  private static void everyProcessIsTold(int ranks, int victim, int before) {
    RankProcesses.Result result =
        RankProcesses.run(
            ranks,
            Program.class,
            Map.of(),
            Duration.ofMinutes(1),
            Integer.toString(victim),
            Integer.toString(before));
    long ended = result.output().lines().filter(l -> l.startsWith("ended " + AT_ONCE)).count();
    assertEquals(ranks - 1, ended, result::toString);
  }

  /**
   * Fails a request. The handles of that rank say so. The others are told of that rank, or lose
   * their connection to it as it gives up. None speaks of a rank that was told earlier and has
   * given up its memory. Handles that only wait for others also learn that they wait in vain.
   */
  @ParameterizedTest
  @CsvSource({"2, 100", "2, 300", "4, 200", "4, 1000", "5, 334"})
  void aFaultOfTheNetworkEndsThem(int ranks, int operations) {
    Queue<List<End>> all = new ConcurrentLinkedQueue<>();
    List<RankFailure> failures =
        FakeJobs.threads(ranks)
            .within(Duration.ofMinutes(1))
            .with(FakeSettings.FAULT_AFTER, operations)
            .failures(armci -> all.add(goOnUntilTheFault(armci)));
    assertEquals(ranks, all.size(), () -> "all ranks have seen their handles end: " + failures);
    assertTrue(all.stream().anyMatch(ends -> ends.contains(End.LOST)), all::toString);
  }

  private static List<End> goOnUntilTheFault(Armci armci) {
    Survivor survivor = new Survivor(armci, 0);
    List<End> ends;
    do {
      survivor.forget();
      survivor.start(0, AT_ONCE);
      ends = survivor.ends();
    } while (ends.stream().allMatch(end -> end == End.COMPLETE));
    if (armci.rank() == 0) {
      armci.abort("lost its connection");
    }
    return ends;
  }
}
