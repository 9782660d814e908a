package org.armci4j.collectives;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Makes calls without a pause, of several groups and several objects of one group, in a random
 * order, with ranks that dawdle at random; portable and direct forms in turn.
 */
class GroupsTest {
  private static final int CALLS = 250;

  @ParameterizedTest
  @CsvSource({"4, false, local", "6, false, shm", "5, true, local", "2, false, shm"})
  void callsFollowEachOther(int ranks, boolean check, String transport) {
    long seed = System.nanoTime();
    System.out.printf(Locale.ROOT, "groups: ranks %d seed %d%n", ranks, seed);
    RankThreads.of(ranks)
        .over(transport)
        .within(Duration.ofMinutes(2))
        .with(CollectivesSettings.CHECK, check)
        .run(armci -> follow(armci, seed));
  }

  /** Lets a root that waits for no rank run ahead of its readers; it must not overtake them. */
  @ParameterizedTest
  @CsvSource({"2, direct", "4, direct", "3, flat", "4, binomial"})
  void rootsRunAhead(int ranks, String algorithm) {
    List<Operation> operations =
        algorithm.equals("direct")
            ? List.of(Operation.BROADCAST, Operation.REDUCE, Operation.GATHER, Operation.SCATTER)
            : List.of(Operation.BROADCAST);
    CollectiveRanks.run(
        RankThreads.of(ranks),
        (armci, collectives) -> {
          OneCall call = new OneCall(armci, collectives, 1 << 20);
          SplittableRandom random = new SplittableRandom(armci.rank());
          for (int round = 0; round < 8; round++) {
            Operation operation = operations.get(round % operations.size());
            Collectives by = collectives.using(operation, algorithm);
            for (int i = 0; i < 60; i++) {
              if (armci.rank() != round % ranks) {
                dawdle(random);
              }
              int count = round < 4 ? 5 : 600;
              int root = round % ranks;
              call.check(
                  by, operation, Sample.LONGS, count, root, Where.HEAP, true, 100 * round + i);
            }
          }
        });
  }

  private static void follow(Armci armci, long seed) {
    int rank = armci.rank();
    Group world = armci.world();
    Group halves = world.split(rank % 2, 0);
    Group reversed = world.split(0, -rank);
    List<Group> groups = List.of(world, halves, reversed, world);
    List<Collectives> all = groups.stream().map(group -> Collectives.of(armci, group)).toList();
    List<OneCall> calls =
        all.stream().map(collectives -> new OneCall(armci, collectives, 1 << 20)).toList();
    List<AlgorithmInfo> algorithms = Collectives.algorithms();
    SplittableRandom common = new SplittableRandom(seed);
    SplittableRandom mine = new SplittableRandom(seed + 1 + rank);
    for (int call = 0; call < CALLS; call++) {
      int index = common.nextInt(all.size());
      AlgorithmInfo info = algorithms.get(common.nextInt(algorithms.size()));
      int count = common.nextInt(8) == 0 ? common.nextInt(4000) : common.nextInt(300);
      int rootDraw = common.nextInt(1 << 20);
      int size = groups.get(index).size();
      if (AlgorithmsTest.serves(info, size)) {
        dawdle(mine);
        Collectives by = all.get(index).using(info.operation(), info.name());
        Where where = List.of(Where.values()).get(mine.nextInt(4));
        calls
            .get(index)
            .check(
                by,
                info.operation(),
                Sample.LONGS,
                count,
                rootDraw % size,
                info.operation() == Operation.EXSCAN ? Where.HEAP : where,
                true,
                call);
      }
    }
  }

  /** Works now and then, so that ranks drift apart by several calls. */
  private static void dawdle(SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      long untilNanos = System.nanoTime() + random.nextInt(300_000);
      while (System.nanoTime() < untilNanos) {
        Thread.onSpinWait();
      }
    }
  }
}
