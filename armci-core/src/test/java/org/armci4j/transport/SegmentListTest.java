package org.armci4j.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;

/** A list gives back what was added, with totals and bounds that fit, whatever that is. */
class SegmentListTest {
  record Run(
      long local, long localStride, long remote, long remoteStride, long lengthBytes, long count) {
    void addTo(SegmentList list) {
      list.addRun(local, localStride, remote, remoteStride, lengthBytes, count);
    }

    long lowest(boolean here) {
      return Math.min(first(here), last(here));
    }

    long end(boolean here) {
      return Math.max(first(here), last(here)) + lengthBytes;
    }

    private long first(boolean here) {
      return here ? local : remote;
    }

    private long last(boolean here) {
      return first(here) + (here ? localStride : remoteStride) * (count - 1);
    }
  }

  private static Arbitrary<Long> numbers(long limit) {
    return Arbitraries.longs().between(-limit, limit);
  }

  @Provide
  Arbitrary<List<Run>> runs() {
    Arbitrary<Long> offsets = numbers(1L << 40);
    Arbitrary<Long> strides = numbers(1L << 20);
    Arbitrary<Long> lengths = Arbitraries.longs().between(1, 64);
    Arbitrary<Long> counts =
        Arbitraries.oneOf(Arbitraries.just(1L), Arbitraries.longs().between(1, 1000));
    return Combinators.combine(offsets, strides, offsets, strides, lengths, counts)
        .as(Run::new)
        .list()
        .ofMaxSize(20)
        .withoutEdgeCases();
  }

  @Provide
  Arbitrary<Run> runsOfAnyNumbers() {
    Arbitrary<Long> any = numbers(Long.MAX_VALUE);
    return Combinators.combine(any, any, any, any, any, any).as(Run::new).withoutEdgeCases();
  }

  private static SegmentList filled(List<Run> runs) {
    SegmentList list = new SegmentList();
    list.add(1, 2, 3);
    list.clear();
    runs.forEach(run -> run.addTo(list));
    return list;
  }

  @Property
  void givesBackWhatWasAdded(@ForAll("runs") List<Run> runs) {
    SegmentList list = filled(runs);
    assertEquals(runs.size(), list.runs());
    for (int i = 0; i < runs.size(); i++) {
      Run read =
          new Run(
              list.local().offset(i),
              list.local().stride(i),
              list.remote().offset(i),
              list.remote().stride(i),
              list.lengthBytes(i),
              list.count(i));
      assertEquals(runs.get(i), read);
    }
  }

  @Property
  void totalsAndBoundsFit(@ForAll("runs") List<Run> runs) {
    SegmentList list = filled(runs);
    assertEquals(runs.stream().mapToLong(Run::count).sum(), list.segments());
    assertEquals(
        runs.stream().mapToLong(run -> run.count * run.lengthBytes).sum(), list.sizeBytes());
    for (boolean here : new boolean[] {true, false}) {
      SegmentList.Side side = here ? list.local() : list.remote();
      assertEquals(runs.stream().mapToLong(r -> r.lowest(here)).min().orElse(0), side.startBytes());
      assertEquals(runs.stream().mapToLong(r -> r.end(here)).max().orElse(0), side.endBytes());
    }
  }

  /** A batch is one run of several segments, or lone segments of one length. */
  @Property
  void batchesHoldAllRunsInOrder(@ForAll("runs") List<Run> runs) {
    SegmentList list = filled(runs);
    int first = 0;
    for (int batch = 0; batch < list.batches(); batch++) {
      int end = list.batchEnd(batch);
      assertTrue(end > first);
      for (int run = first; run < end && end > first + 1; run++) {
        assertEquals(1, list.count(run));
        assertEquals(list.lengthBytes(first), list.lengthBytes(run));
      }
      first = end;
    }
    assertEquals(runs.size(), first);
  }

  @Property
  void whatIsRefusedChangesNothing(
      @ForAll("runs") List<Run> before, @ForAll("runsOfAnyNumbers") Run any) {
    SegmentList list = filled(before);
    String bounds = describe(list);
    if (fits(any, list)) {
      any.addTo(list);
      assertEquals(before.size() + 1, list.runs());
    } else {
      assertThrows(ArmciException.class, () -> any.addTo(list));
      assertEquals(bounds, describe(list));
    }
  }

  private static boolean fits(Run run, SegmentList list) {
    try {
      for (long[] side :
          new long[][] {{run.local, run.localStride}, {run.remote, run.remoteStride}}) {
        long last = Math.addExact(side[0], Math.multiplyExact(side[1], run.count - 1));
        Math.addExact(Math.max(side[0], last), run.lengthBytes);
      }
      Math.addExact(list.sizeBytes(), Math.multiplyExact(run.lengthBytes, run.count));
      return run.lengthBytes > 0 && run.count > 0;
    } catch (ArithmeticException overflow) {
      return false;
    }
  }

  private static String describe(SegmentList list) {
    return Text.format(
        "%s, local %d to %d, remote %d to %d, %d batches",
        list,
        list.local().startBytes(),
        list.local().endBytes(),
        list.remote().startBytes(),
        list.remote().endBytes(),
        list.batches());
  }

  /** Segments that are added together are those that are added one by one. */
  @Property
  void manySegmentsAreThoseOfEach(
      @ForAll("runs") List<Run> before, @ForAll("runs") List<Run> runs, @ForAll boolean same) {
    SegmentList one = new SegmentList();
    before.forEach(run -> run.addTo(one));
    SegmentList all = new SegmentList();
    before.forEach(run -> run.addTo(all));
    long[] local = runs.stream().mapToLong(Run::local).toArray();
    long[] remote = runs.stream().mapToLong(Run::remote).toArray();
    long length = same && one.runs() > 0 ? one.lengthBytes(one.runs() - 1) : 24;
    int from = Math.min(3, local.length);
    for (int i = from; i < local.length; i++) {
      one.add(local[i], remote[i], length);
    }
    all.addAll(local, remote, from, local.length, length);
    assertEquals(one.toString(), all.toString());
    assertEquals(one.batches(), all.batches());
    assertEquals(one.local().startBytes(), all.local().startBytes());
    assertEquals(one.local().endBytes(), all.local().endBytes());
    assertEquals(one.remote().startBytes(), all.remote().startBytes());
    assertEquals(one.remote().endBytes(), all.remote().endBytes());
    for (int run = 0; run < one.runs(); run++) {
      assertEquals(one.describe(run), all.describe(run));
      assertEquals(one.local().stride(run), all.local().stride(run));
    }
    for (int batch = 0; batch < one.batches(); batch++) {
      assertEquals(one.batchEnd(batch), all.batchEnd(batch));
    }
  }

  @Test
  void manySegmentsThatDoNotFitAreRefused() {
    long[] far = {0, Long.MAX_VALUE - 2, 7};
    SegmentList list = new SegmentList();
    assertThrows(ArmciException.class, () -> list.addAll(new long[3], far, 0, 3, 8));
    list.clear();
    assertThrows(ArmciException.class, () -> list.addAll(far, new long[3], 0, 3, 8));
    list.clear();
    assertThrows(
        ArmciException.class, () -> list.addAll(new long[3], new long[3], 0, 3, Long.MAX_VALUE));
    list.clear();
    list.addAll(far, far, 2, 3, 8);
    assertEquals(15, list.remote().endBytes());
  }
}
