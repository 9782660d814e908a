package org.armci4j.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.Handle;
import org.armci4j.collectives.OneCall.Where;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks straight writes over networks, to destinations in native memory that is lent and to arrays
 * with staging memory, beside ranks whose destinations are elsewhere, against the oracle. The
 * system property {@code test.seed} repeats the draws of a run.
 */
class AnyMemoryTest {
  private static final int MOST_COUNT = 17_001;
  private static final int ROUNDS = 10;
  private static final int STARTS = 3;

  /**
   * Counts: short ones, which are not lent, some pieces of rings, and an odd one past 128 KiB, from
   * where two ranks broadcast in halves.
   */
  private static final int[] COUNTS = {9, 130, 1100, 2100, MOST_COUNT};

  /** Places of the ranks' buffers; the last entry serves all further ranks. */
  private static final List<List<Where>> PLACES =
      List.of(
          List.of(Where.NATIVE),
          List.of(Where.HEAP),
          List.of(Where.IN_PLACE),
          List.of(Where.NATIVE, Where.HEAP),
          List.of(Where.GLOBAL, Where.NATIVE),
          List.of(Where.HEAP, Where.NATIVE, Where.GLOBAL, Where.IN_PLACE));

  @ParameterizedTest
  @CsvSource({"fake, 2", "fake, 3", "ucx, 2"})
  void straightAlgorithms(String network, int ranks) {
    NetworkJobs.threads(network, ranks).run(armci -> callAll(armci));
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({"fake, 4", "fake, 5", "fake, 8", "ucx, 3", "ucx, 4"})
  void straightAlgorithmsOfMore(String network, int ranks) {
    NetworkJobs.threads(network, ranks).run(armci -> callAll(armci));
  }

  /** Returns whether an algorithm writes straight, by its name or after a change within a call. */
  private static boolean writesStraight(AlgorithmInfo info) {
    return info.name().endsWith("-straight")
        || (info.name().equals("recursive-doubling") && info.operation() == Operation.ALLGATHER);
  }

  private static void callAll(Armci armci) {
    Collectives collectives = Collectives.of(armci);
    OneCall call = new OneCall(armci, collectives, 16L * MOST_COUNT * armci.size());
    long salt = 0;
    for (AlgorithmInfo info : Collectives.algorithms()) {
      if (!writesStraight(info) || !AlgorithmsTest.serves(info, armci.size())) {
        continue;
      }
      Collectives by = collectives.using(info.operation(), info.name());
      for (List<Where> places : PLACES) {
        Where where = Where.of(armci.rank(), places);
        for (int count : COUNTS) {
          int root = (int) (++salt % armci.size());
          call.check(by, info.operation(), Sample.LONGS, count, root, where, true, salt);
        }
      }
    }
    collectives.close();
  }

  private static final List<Operation> OPERATIONS =
      List.of(Operation.BROADCAST, Operation.ALLREDUCE, Operation.ALLGATHER);

  /** Runs many at once, half of them planned and started again and again. */
  @ParameterizedTest
  @CsvSource({"fake, 2", "fake, 4", "ucx, 3"})
  void inFlight(String network, int ranks) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "in flight over %s: -Dtest.seed=%d%n", network, seed);
    NetworkJobs.threads(network, ranks).run(armci -> fly(armci, new SplittableRandom(seed)));
  }

  private static void fly(Armci armci, SplittableRandom random) {
    Collectives collectives = Collectives.of(armci);
    for (int round = 0; round < ROUNDS; round++) {
      List<InFlight> calls = new ArrayList<>();
      List<PersistentCollective> plans = new ArrayList<>();
      for (int i = 0; i < 2 * OPERATIONS.size(); i++) {
        calls.add(draw(armci, random, OPERATIONS.get(i % OPERATIONS.size())));
      }
      for (int i = 0; i < calls.size(); i++) {
        if (i < OPERATIONS.size()) {
          calls.get(i).start(collectives.nonblocking());
        } else {
          plans.add(calls.get(i).make(collectives.persistent()));
        }
      }
      for (int start = 0; start < STARTS; start++) {
        plans.stream().map(PersistentCollective::start).toList().forEach(Handle::await);
      }
      calls.stream().limit(OPERATIONS.size()).map(InFlight::handle).forEach(Handle::await);
      calls.forEach(InFlight::verify);
    }
    collectives.close();
  }

  /** Draws a collective; some ranks have arrays, other ones than in the next call. */
  private static InFlight draw(Armci armci, SplittableRandom random, Operation operation) {
    int count = 500 + random.nextInt(MOST_COUNT);
    int root = random.nextInt(armci.size());
    boolean heap = ((random.nextInt() >>> (2 * armci.rank())) & 3) == 0;
    long salt = random.nextLong();
    return new InFlight(
        operation, Sample.LONGS, armci.rank(), armci.size(), count, root, heap, salt);
  }
}
