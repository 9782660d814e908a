package org.armci4j.collectives.schedule;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.selection.Catalogue;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that arrays need as many messages as native memory over a network, and get the same data.
 * Pieces of a ring would be many more messages, each few of them with an acknowledgement.
 */
class StagedDestinationTest {
  /** Odd numbers of elements; the last one is a MiB and one element. */
  private static final int[] COUNTS = {4097, 8193, (1 << 17) + 1};

  private static final Combiner SUM =
      (left, leftOffset, right, rightOffset, result, resultOffset, count) -> {
        for (long at = 0; at < count * Long.BYTES; at += Long.BYTES) {
          long sum =
              left.get(JAVA_LONG_UNALIGNED, leftOffset + at)
                  + right.get(JAVA_LONG_UNALIGNED, rightOffset + at);
          result.set(JAVA_LONG_UNALIGNED, resultOffset + at, sum);
        }
      };

  /** An algorithm of an operation. */
  private record Call(Operation operation, String algorithm) {
    Schedule schedule(Armci armci, int count) {
      Shape shape = new Shape(operation, armci.rank(), armci.size(), 0, count, Long.BYTES);
      return Catalogue.find(operation, algorithm).builder().apply(shape);
    }
  }

  private static final List<Call> CALLS =
      List.of(
          new Call(Operation.BROADCAST, "binomial-straight"),
          new Call(Operation.ALLGATHER, "ring-straight"),
          new Call(Operation.ALLGATHER, "recursive-doubling"),
          new Call(Operation.ALLREDUCE, "pairwise-straight"));

  @ParameterizedTest
  @CsvSource({"fake, 2", "fake, 4", "ucx, 2"})
  void arraysNeedAsManyMessagesAsNativeMemory(String network, int ranks) {
    NetworkJobs.threads(network, ranks)
        .run(
            armci -> {
              try (Runs runs = new Runs(armci)) {
                for (Call call : CALLS) {
                  for (int count : COUNTS) {
                    long straight = runs.twice(call, count, false);
                    assertEquals(straight, runs.twice(call, count, true), call + " of " + count);
                  }
                }
              }
            });
  }

  /** Leaves no room for the longest: they go through the rings, and arrive as well. */
  @Test
  void arraysBeyondTheLimitGoThroughRings() {
    NetworkJobs.threads("fake", 2)
        .with(CollectivesSettings.STAGING_BYTES, 128L << 10)
        .run(
            armci -> {
              try (Runs runs = new Runs(armci)) {
                for (Call call : CALLS) {
                  long staged = runs.twice(call, COUNTS[0], true);
                  long pieces = runs.twice(call, COUNTS[2], true);
                  if (armci.rank() == 0) { // the root sends
                    assertTrue(pieces > 4 * staged, call + ": " + pieces + ", " + staged);
                  }
                }
              }
            });
  }

  /** The runs of one rank. */
  private static final class Runs implements AutoCloseable {
    private final Armci armci;
    private final Channels channels;
    private final Execution execution;
    private final Arena arena = Arena.ofShared();
    private long salt;

    Runs(Armci armci) {
      this.armci = armci;
      this.channels = new Channels(armci, armci.world());
      this.execution = new Execution(armci, armci.world(), channels);
    }

    /** Returns the number of messages of the second run, which tells no keys. */
    long twice(Call call, int count, boolean arrays) {
      int taken = call.operation() == Operation.ALLGATHER ? count * armci.size() : count;
      MemorySegment source = memory(count, arrays);
      MemorySegment destination = memory(taken, arrays);
      run(call, count, source, destination);
      return run(call, count, source, destination);
    }

    private MemorySegment memory(int count, boolean array) {
      return array
          ? MemorySegment.ofArray(new long[count])
          : arena.allocate((long) count * Long.BYTES, Long.BYTES);
    }

    private long run(Call call, int count, MemorySegment source, MemorySegment destination) {
      salt++;
      boolean isBroadcast = call.operation() == Operation.BROADCAST;
      fill(source, armci.rank());
      if (isBroadcast && armci.rank() == 0) {
        fill(destination, 0);
      }
      long before = channels.messages();
      Schedule schedule = call.schedule(armci, count);
      Elements given = Elements.of(isBroadcast ? destination : source, ElementType.LONG);
      MemorySegment work = arena.allocate(Math.max(1, schedule.workBytes()), Long.BYTES);
      execution.start(schedule, given, Elements.of(destination, ElementType.LONG), work, SUM);
      execution.await();
      long messages = channels.messages() - before;
      check(call, count, destination);
      armci.barrier();
      return messages;
    }

    private void fill(MemorySegment memory, int rank) {
      for (long i = 0; i < memory.byteSize() / Long.BYTES; i++) {
        memory.setAtIndex(JAVA_LONG_UNALIGNED, i, value(rank, i));
      }
    }

    private long value(int rank, long index) {
      return (salt << 40) + ((rank + 1L) << 32) + index;
    }

    private void check(Call call, int count, MemorySegment destination) {
      for (long i = 0; i < destination.byteSize() / Long.BYTES; i++) {
        long found = destination.getAtIndex(JAVA_LONG_UNALIGNED, i);
        if (found != expected(call, count, i)) {
          assertEquals(expected(call, count, i), found, call + " of " + count + " at " + i);
        }
      }
    }

    private long expected(Call call, int count, long index) {
      return switch (call.operation()) {
        case BROADCAST -> value(0, index);
        case ALLGATHER -> value((int) (index / count), index % count);
        default -> {
          long sum = 0;
          for (int rank = 0; rank < armci.size(); rank++) {
            sum += value(rank, index);
          }
          yield sum;
        }
      };
    }

    @Override
    public void close() {
      channels.close();
      execution.close();
      arena.close();
    }
  }
}
