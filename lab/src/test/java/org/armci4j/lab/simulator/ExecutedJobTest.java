package org.armci4j.lab.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Execution;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.lab.simulator.play.PlayOutcome;
import org.armci4j.lab.thesis.ThesisAlgorithms;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A job sends as many messages and bytes as its simulation, by every algorithm. */
class ExecutedJobTest {
  private static final long[] SIZES = {8, 600, 20_000, 300_000};
  private static final long LARGEST = SIZES[SIZES.length - 1];

  /** Nobody looks at the sums. */
  private static final Combiner NOTHING = (left, l, right, r, result, to, count) -> {};

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7, 8})
  void sendsWhatIsSimulated(int ranks) {
    Map<String, AtomicLongArray> executed = new ConcurrentHashMap<>();
    RankThreads.of(ranks).run(armci -> callAll(armci, executed));
    Map<String, String> expected = new TreeMap<>();
    Map<String, String> got = new TreeMap<>();
    for (Algorithm algorithm : ThesisAlgorithms.ALL) {
      for (long bytes : SIZES) {
        Shape shape = shape(algorithm, 0, ranks, bytes);
        if (algorithm.serves().test(shape)) {
          String name = name(algorithm, bytes);
          PlayOutcome played = Played.of(algorithm, shape);
          expected.put(name, played.messages() + " messages, " + played.bytes() + " bytes");
          AtomicLongArray sent = executed.get(name);
          got.put(name, sent.get(0) + " messages, " + sent.get(1) + " bytes");
        }
      }
    }
    assertEquals(expected, got);
  }

  private static String name(Algorithm algorithm, long bytes) {
    return Text.format("%s %s %d", algorithm.operation(), algorithm.name(), bytes);
  }

  private static Shape shape(Algorithm algorithm, int place, int ranks, long bytes) {
    long count = algorithm.operation() == Operation.BARRIER ? 0 : bytes / Long.BYTES;
    return new Shape(algorithm.operation(), place, ranks, 0, count, Long.BYTES);
  }

  private static void callAll(Armci armci, Map<String, AtomicLongArray> executed) {
    GlobalMemory memory = armci.allocate(2L * armci.size() * LARGEST);
    try (Arena arena = Arena.ofConfined()) {
      for (Algorithm algorithm : ThesisAlgorithms.ALL) {
        try (Channels channels = new Channels(armci, armci.world())) {
          Execution execution = new Execution(armci, armci.world(), channels);
          for (long bytes : SIZES) {
            Shape shape = shape(algorithm, armci.rank(), armci.size(), bytes);
            if (algorithm.serves().test(shape)) {
              long messages = channels.messages();
              long sent = channels.bytes();
              call(execution, algorithm.builder().apply(shape), memory, arena);
              AtomicLongArray sum =
                  executed.computeIfAbsent(name(algorithm, bytes), name -> new AtomicLongArray(2));
              sum.addAndGet(0, channels.messages() - messages);
              sum.addAndGet(1, channels.bytes() - sent);
            }
          }
        }
      }
    }
    armci.free(memory);
  }

  private static void call(
      Execution execution, Schedule schedule, GlobalMemory memory, Arena arena) {
    long half = memory.local().byteSize() / 2;
    Elements source = Elements.of(memory, 0, half / Long.BYTES, ElementType.LONG);
    Elements destination = Elements.of(memory, half, half / Long.BYTES, ElementType.LONG);
    MemorySegment work = arena.allocate(Math.max(Long.BYTES, schedule.workBytes()), Long.BYTES);
    execution.start(schedule, source, destination, work, NOTHING);
    execution.await();
  }
}
