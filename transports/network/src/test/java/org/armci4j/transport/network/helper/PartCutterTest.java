package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.MessageCutter;
import org.armci4j.transport.network.ScatterLimits;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Both sides of a transfer cut a list at the same bytes, the target from what the request says. The
 * system property {@code cutter.seed} repeats the lists of the run that named this seed.
 */
class PartCutterTest {
  private static final long SEED = Long.getLong("cutter.seed", System.nanoTime());

  /** A byte of a transfer, here and there. */
  private record Pair(long local, long remote) {}

  @RepeatedTest(300)
  void messagesHoldEveryByteOnceAndInOrderAtBothSides(RepetitionInfo info) {
    String seed = "cutter.seed=" + SEED;
    SplittableRandom random = new SplittableRandom(SEED + info.getCurrentRepetition());
    List<Pair> expected = new ArrayList<>();
    SegmentList list = randomList(random, expected);
    ScatterLimits limits = new ScatterLimits(1 + random.nextInt(7), 1 + random.nextInt(600));
    int maxMessages = 1 + random.nextInt(6);
    int maxRuns = 1 + random.nextInt(8);
    PartCutter cutter = new PartCutter(list, limits, maxMessages);
    SegmentList part = new SegmentList();
    List<Pair> cut = new ArrayList<>();
    while (cutter.hasMore()) {
      cutter.cut(part, maxRuns);
      assertTrue(part.runs() >= 1 && part.runs() <= maxRuns, seed);
      List<List<Long>> here = messages(part, limits, seed);
      List<List<Long>> there = messages(asDescribed(part), limits, seed);
      assertTrue(here.size() <= maxMessages, seed);
      assertEquals(here.size(), new MessageCutter(limits).count(part), seed);
      assertEquals(sizes(here), sizes(there), seed);
      join(here, there, cut);
    }
    assertEquals(expected, cut, seed);
  }

  private static SegmentList randomList(SplittableRandom random, List<Pair> pairs) {
    SegmentList list = new SegmentList();
    for (int run = 1 + random.nextInt(5); run > 0; run--) {
      long local = random.nextInt(1000);
      long remote = random.nextInt(1000);
      long length = 1L + random.nextInt(1 << random.nextInt(1, 10));
      long count = 1L + random.nextInt(20);
      long localStride = random.nextBoolean() ? length : random.nextInt(-400, 400);
      long remoteStride = random.nextBoolean() ? length : random.nextInt(-400, 400);
      list.addRun(local, localStride, remote, remoteStride, length, count);
      for (long i = 0; i < count; i++) {
        for (long j = 0; j < length; j++) {
          pairs.add(new Pair(local + i * localStride + j, remote + i * remoteStride + j));
        }
      }
    }
    return list;
  }

  /** The list that the target makes of a request. */
  private static SegmentList asDescribed(SegmentList part) {
    MemorySegment message =
        MemorySegment.ofArray(new long[part.runs() * PackedRuns.HEADER_BYTES / Long.BYTES]);
    int bytes = PackedRuns.describe(part, message, 0);
    assertEquals(message.byteSize(), bytes);
    SegmentList there = new SegmentList();
    PackedRuns.readOwn(message, 0, bytes, there);
    return there;
  }

  /** The addresses of each message's bytes. */
  private static List<List<Long>> messages(SegmentList list, ScatterLimits limits, String seed) {
    MessageCutter cutter = new MessageCutter(limits).begin(list);
    List<List<Long>> messages = new ArrayList<>();
    while (cutter.nextMessage()) {
      List<Long> bytes = new ArrayList<>();
      int pieces = 0;
      for (; cutter.nextPiece(); pieces++) {
        for (long i = 0; i < cutter.lengthBytes(); i++) {
          bytes.add(cutter.offset() + i);
        }
      }
      assertTrue(pieces >= 1 && pieces <= limits.maxSegments(), seed);
      assertTrue(bytes.size() <= limits.maxBytes(), seed);
      messages.add(bytes);
    }
    return messages;
  }

  private static List<Integer> sizes(List<List<Long>> messages) {
    return messages.stream().map(List::size).toList();
  }

  private static void join(List<List<Long>> here, List<List<Long>> there, List<Pair> pairs) {
    for (int message = 0; message < here.size(); message++) {
      for (int i = 0; i < here.get(message).size(); i++) {
        pairs.add(new Pair(here.get(message).get(i), there.get(message).get(i)));
      }
    }
  }

  /** Rows that lie one behind the other share an entry, and a message still ends where it would. */
  @Test
  void whatLiesTogetherSharesAnEntry() {
    SegmentList list = new SegmentList();
    list.addRun(0, 100, 0, 5000, 100, 10);
    assertEquals(
        List.of("0+400", "400+400", "800+200"), pieces(list, new ScatterLimits(4, 1 << 20)));
  }

  @Test
  void aSegmentThatIsLongerThanAMessageIsCut() {
    SegmentList list = new SegmentList();
    list.addRun(0, 300, 0, 300, 250, 2);
    assertEquals(
        List.of("0+100", "100+100", "200+50", "300+50", "350+100", "450+100"),
        pieces(list, new ScatterLimits(4, 100)));
  }

  private static List<String> pieces(SegmentList list, ScatterLimits limits) {
    MessageCutter cutter = new MessageCutter(limits).begin(list);
    List<String> pieces = new ArrayList<>();
    while (cutter.nextMessage()) {
      while (cutter.nextPiece()) {
        pieces.add(cutter.offset() + "+" + cutter.lengthBytes());
      }
    }
    return pieces;
  }

  @Test
  void aPartEndsWithItsLastMessage() {
    SegmentList list = new SegmentList();
    list.addRun(0, 0, 0, 1 << 20, 64, 1000);
    PartCutter cutter = new PartCutter(list, new ScatterLimits(32, 1 << 20), 16);
    SegmentList part = new SegmentList();
    cutter.cut(part, 300);
    assertEquals(1, part.runs());
    assertEquals(512, part.segments());
    cutter.cut(part, 300);
    assertEquals(488, part.segments());
    assertEquals(512L << 20, part.remote().offset(0));
    assertEquals(false, cutter.hasMore());
  }
}
