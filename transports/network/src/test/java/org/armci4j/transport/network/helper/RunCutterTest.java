package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.transport.SegmentList;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Cutting changes nothing but where runs end. The system property {@code cutter.seed} repeats the
 * lists of the run that named this seed.
 */
class RunCutterTest {
  private static final long SEED = Long.getLong("cutter.seed", System.nanoTime());
  private static final int MAX_LENGTH = 300;

  /** A byte of a transfer, here and there. */
  private record Pair(long local, long remote) {}

  @RepeatedTest(200)
  void everyByteIsCutOffOnceAndInOrder(RepetitionInfo info) {
    SplittableRandom random = new SplittableRandom(SEED + info.getCurrentRepetition());
    SegmentList list = new SegmentList();
    List<Pair> expected = new ArrayList<>();
    for (int run = random.nextInt(5); run > 0; run--) {
      long local = random.nextInt(1000);
      long remote = random.nextInt(1000);
      long localStride = random.nextInt(-400, 400);
      long remoteStride = random.nextInt(-400, 400);
      long length = 1L + random.nextInt(MAX_LENGTH);
      long count = 1L + random.nextInt(20);
      list.addRun(local, localStride, remote, remoteStride, length, count);
      add(expected, local, localStride, remote, remoteStride, length, count);
    }
    int maxBytes = 1 + random.nextInt(2 * MAX_LENGTH);
    assertEquals(expected, cut(list, maxBytes, random), "cutter.seed=" + SEED);
  }

  /** In messages of so much room, of which the first run may find some taken. */
  private static List<Pair> cut(SegmentList list, int maxBytes, SplittableRandom random) {
    RunCutter cutter = new RunCutter().begin(list, maxBytes, 1);
    List<Pair> cut = new ArrayList<>();
    while (cutter.hasMore()) {
      assertEquals(list.sizeBytes() - cut.size(), cutter.leftBytes(), "cutter.seed=" + SEED);
      long room = random.nextBoolean() ? maxBytes : random.nextInt(maxBytes + 1);
      int segments = random.nextInt(1, 30);
      cutter.mark();
      cutter.cut(random.nextInt(maxBytes + 1), segments); // and not taken
      cutter.reset();
      cutter.setLongest(random.nextBoolean() ? maxBytes : Long.MAX_VALUE);
      while (cutter.cut(room, segments)) {
        assertTrue(cutter.sizeBytes() <= room, "cutter.seed=" + SEED);
        assertTrue(cutter.count() <= segments, "cutter.seed=" + SEED);
        room -= cutter.sizeBytes();
        segments -= (int) cutter.count();
        add(
            cut,
            cutter.local(),
            cutter.localStride(),
            cutter.remote(),
            cutter.remoteStride(),
            cutter.lengthBytes(),
            cutter.count());
      }
    }
    return cut;
  }

  @Test
  void theRestIsAListOfItsOwn() {
    SegmentList list = new SegmentList();
    list.addRun(0, 100, 1000, 50, 40, 3);
    list.add(7, 9, 20);
    RunCutter cutter = new RunCutter().begin(list, 16, 8);
    assertTrue(cutter.cut(16, 1));
    assertEquals(124, cutter.leftBytes());
    assertEquals(3, cutter.leftRuns());
    SegmentList rest = cutter.cutRest();
    assertEquals(124, rest.sizeBytes());
    assertEquals(
        List.of(
            "24 B, local 16, remote 1016",
            "2 x 40 B, local 100 by 100, remote 1050 by 50",
            "20 B, local 7, remote 9"),
        IntStream.range(0, rest.runs()).mapToObj(rest::describe).toList());
    assertFalse(cutter.hasMore());
  }

  private static void add(
      List<Pair> bytes,
      long local,
      long localStride,
      long remote,
      long remoteStride,
      long length,
      long count) {
    for (long i = 0; i < count; i++) {
      for (long k = 0; k < length; k++) {
        bytes.add(new Pair(local + i * localStride + k, remote + i * remoteStride + k));
      }
    }
  }
}
