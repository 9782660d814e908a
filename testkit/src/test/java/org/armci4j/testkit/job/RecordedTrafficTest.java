package org.armci4j.testkit.job;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.Accumulation;
import org.armci4j.Aggregate;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.error.ArmciException;
import org.armci4j.profile.Counters;
import org.armci4j.profile.OperationKind;
import org.armci4j.testkit.harness.RankProcesses;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the counters of random traffic with a model that counts along. The system property
 * {@code test.seed} repeats the draws of a run.
 */
class RecordedTrafficTest {
  private static final int BLOCK_BYTES = 200_000;
  private static final int OPERATIONS = 400;

  /** Counts the operations of one rank. */
  private static final class Model {
    private final int ranks;
    private final long[] numbers;

    Model(int ranks) {
      this.ranks = ranks;
      this.numbers = new long[Counters.length(ranks)];
    }

    void add(OperationKind kind, int peer, long bytes) {
      numbers[kind.index() * ranks + peer]++;
      numbers[(OperationKind.values().length + kind.index()) * ranks + peer] += bytes;
    }

    void addCollective() {
      numbers[numbers.length - 1]++;
    }

    Counters counters(int rank) {
      return new Counters(rank, ranks, numbers);
    }
  }

  /** Runs the traffic in a process for each rank. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      try (Armci armci =
          Armci.open(ArmciSettings.builder().set(ArmciSettings.PROFILE, true).resolve())) {
        traffic(armci, Long.parseLong(arguments[0]));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"local, 3", "fake, 3", "ucx, 2"})
  void countersAgreeWithTheTraffic(String network, int ranks) {
    long seed = seed(network);
    NetworkJobs.threads(network, ranks)
        .with(ArmciSettings.PROFILE, true)
        .run(armci -> traffic(armci, seed));
  }

  @Test
  void countersOfProcessesAgreeWithTheTraffic() throws IOException {
    String seed = Long.toString(seed("shm"));
    RankProcesses.Result result = RankProcesses.run(3, Program.class, Duration.ofMinutes(1), seed);
    assertEquals(0, result.exitCode(), result::toString);
  }

  @Test
  void aJobThatRecordsNothingSaysWhatToSet() {
    RankThreads.of(1)
        .run(
            armci -> {
              assertTrue(armci.recorder().isEmpty());
              refused("ARMCI_PROFILE=true", armci::counters);
              assertThrows(ArmciException.class, armci::gatherCounters);
            });
  }

  @Test
  void wrongArgumentsOfCountersAreRefused() {
    Counters counters = new Counters(0, 2, new long[Counters.length(2)]);
    Counters others = new Counters(1, 2, new long[Counters.length(2)]);
    for (int peer : new int[] {-1, 2}) {
      assertThrows(ArmciException.class, () -> counters.operations(OperationKind.PUT, peer));
      assertThrows(ArmciException.class, () -> counters.bytes(OperationKind.PUT, peer));
      assertThrows(ArmciException.class, () -> counters.bytes(peer));
      assertThrows(ArmciException.class, () -> counters.operations(peer));
    }
    assertThrows(ArmciException.class, () -> counters.since(others));
    assertThrows(ArmciException.class, () -> new Counters(0, 3, new long[Counters.length(2)]));
  }

  /** More threads than have sums of their own, some of them virtual. */
  @Test
  void operationsOfManyThreadsAddUp() {
    int threads = 100;
    int each = 1000;
    RankThreads.of(2)
        .with(ArmciSettings.PROFILE, true)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(8);
              int other = 1 - armci.rank();
              Counters before = armci.counters();
              List<Thread> all = new ArrayList<>();
              for (int i = 0; i < threads; i++) {
                Thread.Builder kind = i % 4 == 0 ? Thread.ofVirtual() : Thread.ofPlatform();
                all.add(
                    kind.start(
                        () -> {
                          for (int put = 0; put < each; put++) {
                            armci.putLong(memory, other, 0, put);
                          }
                        }));
              }
              for (Thread thread : all) {
                thread.join();
              }
              Counters done = armci.counters().since(before);
              assertEquals((long) threads * each, done.operations(OperationKind.PUT, other));
              assertEquals(8L * threads * each, done.bytes(OperationKind.PUT));
              armci.free(memory);
            });
  }

  private static long seed(String network) {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.printf(Locale.ROOT, "traffic over %s: -Dtest.seed=%d%n", network, seed);
    return seed;
  }

  private static void traffic(Armci armci, long seed) {
    GlobalMemory memory = armci.allocate(BLOCK_BYTES);
    Collectives collectives = Collectives.of(armci);
    Model model = new Model(armci.size());
    Counters before = armci.counters();
    SplittableRandom random = new SplittableRandom(seed + armci.rank());
    SplittableRandom common = new SplittableRandom(seed);
    try (Arena arena = Arena.ofConfined()) {
      Traffic traffic = new Traffic(armci, memory, arena.allocate(BLOCK_BYTES), model);
      for (int i = 0; i < OPERATIONS; i++) {
        traffic.any(random);
        if (common.nextInt(40) == 0) {
          anyCollective(armci, collectives, common);
          model.addCollective();
        }
      }
    }
    armci.world().create(IntStream.range(0, armci.size()).toArray()).close(); // sends, but hidden
    assertEquals(
        model.counters(armci.rank()).toString(), armci.counters().since(before).toString());
    compareGathered(armci);
    collectives.close();
    armci.free(memory);
  }

  private static void anyCollective(Armci armci, Collectives collectives, SplittableRandom random) {
    switch (random.nextInt(6)) {
      case 0 -> armci.barrier();
      case 1 -> collectives.barrier();
      case 2 -> collectives.allreduce(new double[random.nextInt(1, 9000)], Reduction.SUM);
      case 3 -> collectives.broadcast(Elements.of(new long[random.nextInt(1, 9000)]), 0);
      case 4 -> {
        Elements elements = Elements.of(new long[random.nextInt(1, 9000)]);
        collectives.persistent().broadcast(elements, 0).start().await();
      }
      default -> {
        double[] values = new double[random.nextInt(1, 9000)];
        Elements elements = Elements.of(values);
        Handle handle = collectives.nonblocking().allreduce(elements, elements, Reduction.SUM);
        handle.await();
      }
    }
  }

  private static void compareGathered(Armci armci) {
    Counters mine = armci.counters();
    List<Counters> all = armci.gatherCounters();
    assertEquals(armci.size(), all.size());
    assertEquals(mine.toString(), all.get(armci.rank()).toString());
    String row = Counters.matrix(all).lines().toList().get(1 + armci.rank());
    assertTrue(row.strip().endsWith(Counters.printBytes(mine.bytes(armci.size() - 1))), row);
    String calls = Counters.operationsMatrix(all).lines().toList().get(1 + armci.rank());
    assertTrue(
        calls.endsWith(String.format(Locale.ROOT, "  %,10d", mine.operations(armci.size() - 1))),
        calls);
  }

  /** Makes operations of one rank, and counts them. */
  private record Traffic(Armci armci, GlobalMemory memory, MemorySegment local, Model model) {
    void any(SplittableRandom random) {
      int peer = random.nextInt(armci.size());
      long words = 1L << random.nextInt(14);
      long bytes = Long.BYTES * random.nextLong(1, words + 1);
      long offset = Long.BYTES * random.nextLong((BLOCK_BYTES - bytes) / Long.BYTES + 1);
      switch (random.nextInt(11)) {
        case 0 -> put(peer, offset, bytes, random.nextBoolean());
        case 1 -> get(peer, offset, bytes, random.nextBoolean());
        case 2 -> {
          armci.accumulate(Accumulation.ofLong(2), local, 0, memory, peer, offset, bytes);
          model.add(OperationKind.ACCUMULATE, peer, bytes);
        }
        case 3 -> {
          armci.putLong(memory, peer, offset, 5);
          armci.putByte(memory, peer, offset, (byte) 5);
          model.add(OperationKind.PUT, peer, 8);
          model.add(OperationKind.PUT, peer, 1);
        }
        case 4 -> {
          armci.getInt(memory, peer, offset);
          armci.getShort(memory, peer, offset);
          model.add(OperationKind.GET, peer, 4);
          model.add(OperationKind.GET, peer, 2);
        }
        case 5 -> atomics(peer, offset);
        case 6 -> {
          armci.signal(memory, peer, offset, 5);
          armci.signals().add(memory, peer, offset, 5);
          armci.signals().notify(peer);
          for (int i = 0; i < 3; i++) {
            model.add(OperationKind.SIGNAL, peer, 8);
          }
        }
        case 7 -> {
          armci.putSignal(local, 0, memory, peer, offset, bytes, memory, 0, 5);
          model.add(OperationKind.PUT, peer, bytes);
          model.add(OperationKind.SIGNAL, peer, 8);
        }
        case 8 -> {
          long[] values = new long[(int) (bytes / Long.BYTES)];
          memory.longs(peer).put(offset / Long.BYTES, values, 0, values.length);
          model.add(OperationKind.PUT, peer, bytes);
        }
        case 9 -> list(peer, random.nextInt(1, 30));
        default -> armci.fence(peer);
      }
    }

    private void put(int peer, long offset, long bytes, boolean nonblocking) {
      if (nonblocking) {
        Handle handle = armci.newHandle();
        armci.nbPut(local, 0, memory, peer, offset, bytes, handle);
        handle.await();
      } else {
        armci.put(local, 0, memory, peer, offset, bytes);
      }
      model.add(OperationKind.PUT, peer, bytes);
    }

    private void get(int peer, long offset, long bytes, boolean nonblocking) {
      if (nonblocking) {
        armci.nbGet(memory, peer, offset, local, 0, bytes, armci.implicit());
        armci.await(peer);
      } else {
        armci.get(memory, peer, offset, local, 0, bytes);
      }
      model.add(OperationKind.GET, peer, bytes);
    }

    private void atomics(int peer, long offset) {
      armci.fetchAndAdd(memory, peer, offset, 3);
      armci.longAtomics().compareAndSwap(memory, peer, offset, 3, 4);
      armci.intAtomics().swap(memory, peer, offset, 3);
      model.add(OperationKind.ATOMIC, peer, 8);
      model.add(OperationKind.ATOMIC, peer, 8);
      model.add(OperationKind.ATOMIC, peer, 4);
    }

    private void list(int peer, int segments) {
      Aggregate aggregate = armci.newAggregate(memory, peer);
      for (int i = 0; i < segments; i++) {
        aggregate.put(local, i * 128L, i * 256L, 24);
      }
      aggregate.send();
      model.add(OperationKind.PUT_LIST, peer, 24L * segments);
    }
  }
}
