package org.armci4j.transport.verbs;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Accumulation;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.outbox.OutgoingRuns;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists that a helper thread adds, on a device that exists in this process alone. */
class ListAccumulateTest {
  private static final long SEED = Long.getLong("segments.seed", System.nanoTime());
  private static final int TRIES = 200;
  private static final long SCALE = 3;
  private static final int LONGS = HelperRig.BLOCK_BYTES / Long.BYTES;

  private final HelperRig rig = new HelperRig();

  @AfterEach
  void close() {
    rig.close();
  }

  private void accumulate(MemorySegment source, SegmentList list) {
    OutgoingRuns sums = new OutgoingRuns();
    sums.accumulate(Accumulation.ofLong(SCALE), source, 0, rig.address(), list);
    rig.send(sums);
  }

  private static SegmentList run(long remoteStride, long lengthBytes, long count) {
    SegmentList list = new SegmentList();
    list.addRun(0, lengthBytes, 0, remoteStride, lengthBytes, count);
    return list;
  }

  @Test
  void shortRowsShareMessages() {
    MemorySegment ones = MemorySegment.ofArray(new long[LONGS]);
    ones.fill((byte) 1);
    accumulate(ones, run(64, 8, 100));
    // (512 - 48 - 24) / 8 = 55 rows, and then 45
    assertEquals(List.of("message of 512 bytes", "message of 432 bytes"), rig.device.log());
    for (int row = 0; row < 100; row++) {
      assertEquals(
          SCALE * ones.get(JAVA_LONG, 0), rig.block.view().get(JAVA_LONG, 64L * row), "row " + row);
      assertEquals(0, rig.block.view().get(JAVA_LONG, 64L * row + 8));
    }
  }

  @Test
  void shortListsTakeShortMessages() {
    accumulate(MemorySegment.ofArray(new long[2]), run(64, 8, 2));
    assertEquals(List.of("message of 88 bytes"), rig.device.log());
  }

  /** A row that is longer than a message holds is cut, and the next one follows its rest. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void longRowsAreCut(int rows) {
    accumulate(MemorySegment.ofArray(new long[2 * 58]), run(1024, 464, rows));
    assertEquals(
        rows == 1
            ? List.of("message of 512 bytes", "message of 96 bytes")
            : List.of("message of 512 bytes", "message of 512 bytes", "message of 144 bytes"),
        rig.device.log());
  }

  /** Also places that a list names twice. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyListAddsExactlyItsSegments(boolean heap) {
    System.out.println("segments.seed=" + SEED);
    SplittableRandom random = new SplittableRandom(SEED);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source =
          heap ? MemorySegment.ofArray(new long[LONGS]) : arena.allocate(HelperRig.BLOCK_BYTES, 8);
      for (int i = 0; i < LONGS; i++) {
        source.setAtIndex(JAVA_LONG_UNALIGNED, i, random.nextLong());
      }
      long[] expected = new long[LONGS];
      for (int i = 0; i < TRIES; i++) {
        SegmentList list = randomList(random);
        add(list, source, expected);
        accumulate(source, list);
        long mismatch = MemorySegment.ofArray(expected).mismatch(rig.block.view());
        assertEquals(-1, mismatch, "try " + i + ", " + list);
      }
    }
  }

  private static SegmentList randomList(SplittableRandom random) {
    SegmentList list = new SegmentList();
    for (int runs = random.nextInt(1, 12); runs > 0; runs--) {
      int length = random.nextInt(1, 1 << random.nextInt(1, 9));
      int count = random.nextInt(1, 1 << random.nextInt(1, 7));
      int room = (LONGS - length) / count;
      int local = random.nextInt(room + 1);
      int remote = random.nextInt(room + 1);
      boolean backwards = random.nextBoolean();
      int first = backwards ? LONGS - length : random.nextInt(room + 1);
      list.addRun(0, 8L * local, 8L * first, backwards ? -8L * remote : 0, 8L * length, count);
    }
    return list;
  }

  private static void add(SegmentList list, MemorySegment source, long[] target) {
    for (int run = 0; run < list.runs(); run++) {
      for (long row = 0; row < list.count(run); row++) {
        long from = list.local().offset(run) + row * list.local().stride(run);
        long to = list.remote().offset(run) + row * list.remote().stride(run);
        for (long i = 0; i < list.lengthBytes(run); i += Long.BYTES) {
          target[(int) ((to + i) / Long.BYTES)] +=
              SCALE * source.get(JAVA_LONG_UNALIGNED, from + i);
        }
      }
    }
  }

  @Test
  void aListThatLeavesTheBlockIsRefused() {
    MemorySegment source = MemorySegment.ofArray(new long[2]);
    ArmciException error =
        assertThrows(
            ArmciException.class, () -> accumulate(source, run(HelperRig.BLOCK_BYTES, 8, 2)));
    assertEquals(
        "rank 0: the helper thread of rank 0 refused a request (number 1); the log of rank 0 says"
            + " why",
        error.getMessage());
    assertEquals(0, rig.block.view().get(JAVA_LONG, 0));
  }
}
