package org.armci4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.armci4j.profile.recording.ClockReading;
import org.armci4j.profile.recording.CollectiveFlow;
import org.armci4j.profile.recording.CollectiveKind;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.WordRole;
import org.junit.jupiter.api.Test;

/** Checks which spans are taken for one call of a collective, of traces whose spans are given. */
class TracedCollectivesTest {
  private static final int RANKS = 3;

  /** A span of a collective. */
  private record Span(CollectiveKind kind, int root, long number, long start, long end) {}

  private static CollectiveKind kind(int group, int members, CollectiveFlow flow) {
    return new CollectiveKind(group, members, flow.name(), flow, 0);
  }

  private static RankTrace trace(int rank, Span... spans) {
    int count = spans.length;
    WordRole[] roles = new WordRole[count];
    Arrays.fill(roles, WordRole.CALL);
    RankTrace.ThreadTrace thread =
        new RankTrace.ThreadTrace(
            "main",
            0,
            Arrays.stream(spans).map(span -> span.kind().label()).toArray(String[]::new),
            Arrays.stream(spans).mapToInt(Span::root).toArray(),
            new long[count],
            new int[count],
            Arrays.stream(spans).mapToLong(Span::start).toArray(),
            Arrays.stream(spans).mapToLong(span -> span.end() - span.start()).toArray(),
            roles,
            Arrays.stream(spans).mapToLong(span -> span.kind().key()).toArray(),
            Arrays.stream(spans).mapToLong(Span::number).toArray());
    CollectiveKind[] kinds =
        Arrays.stream(spans).map(Span::kind).distinct().toArray(CollectiveKind[]::new);
    RankTrace.ThreadTrace[] threads = {thread};
    return new RankTrace(rank, "host", new ClockReading[0], 0, kinds, threads);
  }

  private static TracedCollectives of(List<RankTrace> traces) {
    TracedCollectives collectives = new TracedCollectives(new HostClocks(), RANKS);
    traces.forEach(one -> collectives.add(one, 1));
    return collectives;
  }

  /** Returns the ranks that waited in a call of all, and for whom. */
  private static Map<Integer, Integer> waits(CollectiveFlow flow, int root, long... starts) {
    CollectiveKind kind = kind(1, RANKS, flow);
    List<RankTrace> traces =
        List.of(
            trace(0, new Span(kind, root, 7, starts[0], 100)),
            trace(1, new Span(kind, root, 7, starts[1], 100)),
            trace(2, new Span(kind, root, 7, starts[2], 100)));
    TracedCollectives collectives = of(traces);
    Map<Integer, Integer> waits = new TreeMap<>();
    for (RankTrace one : traces) {
      TracedCollectives.CallerArrival awaited = collectives.awaited(one, 0, 0, 1);
      if (awaited != null) {
        assertEquals(starts[awaited.rank()], awaited.nanos());
        waits.put(one.rank(), awaited.rank());
      }
    }
    return waits;
  }

  @Test
  void theFlowSaysWhoWaitsForWhom() {
    assertEquals(Map.of(0, 1, 2, 1), waits(CollectiveFlow.ALL, -1, 10, 40, 20));
    assertEquals(Map.of(0, 2), waits(CollectiveFlow.FROM_ROOT, 2, 10, 40, 20));
    assertEquals(Map.of(0, 1), waits(CollectiveFlow.TO_ROOT, 0, 10, 40, 20));
    assertEquals(Map.of(), waits(CollectiveFlow.TO_ROOT, 1, 10, 40, 20));
    assertEquals(Map.of(), waits(CollectiveFlow.PREFIX, -1, 10, 40, 20));
  }

  @Test
  void aRankThatHasLeftDidNotWait() {
    CollectiveKind kind = kind(1, 2, CollectiveFlow.ALL);
    RankTrace left = trace(0, new Span(kind, -1, 0, 10, 20));
    TracedCollectives collectives = of(List.of(left, trace(1, new Span(kind, -1, 0, 30, 40))));
    assertNull(collectives.awaited(left, 0, 0, 1));
  }

  @Test
  void callsOfWhichAllHaveASpanAreShown() {
    CollectiveKind all = kind(1, RANKS, CollectiveFlow.ALL);
    CollectiveKind pair = kind(2, 2, CollectiveFlow.ALL);
    TracedCollectives collectives =
        of(
            List.of(
                trace(0, new Span(all, -1, 5, 100, 180), new Span(pair, -1, 0, 200, 210)),
                trace(1, new Span(all, -1, 4, 10, 20), new Span(all, -1, 5, 130, 170)),
                trace(
                    2,
                    new Span(all, -1, 4, 11, 21),
                    new Span(all, -1, 5, 90, 160),
                    new Span(pair, -1, 0, 170, 220))));
    List<TracedCollectives.TracedCall> calls = collectives.complete();
    assertEquals(2, calls.size(), "rank 0 has dropped number 4");
    TracedCollectives.TracedCall first = calls.getFirst();
    assertEquals(5, first.number());
    assertEquals(RANKS, first.members());
    assertEquals(2, first.first().rank());
    assertEquals(1, first.last().rank());
    RankTrace.ThreadTrace[] rows = collectives.rows(calls);
    assertEquals(2, rows.length);
    assertEquals("of all ranks 90 90", row(rows[0]));
    assertEquals("of 2 ranks (0, 2) 170 50", row(rows[1]));
  }

  private static String row(RankTrace.ThreadTrace row) {
    assertEquals(1, row.names().length);
    return row.thread() + " " + row.starts()[0] + " " + row.nanos()[0];
  }

  @Test
  void callsThatOverlapHaveRowsOfTheirOwn() {
    CollectiveKind kind = kind(1, 2, CollectiveFlow.FROM_ROOT);
    Span[] ofRoot = {new Span(kind, 0, 0, 10, 11), new Span(kind, 0, 1, 12, 13)};
    Span[] other = {new Span(kind, 0, 0, 10, 50), new Span(kind, 0, 1, 50, 60)};
    TracedCollectives collectives = of(List.of(trace(0, ofRoot), trace(1, other)));
    RankTrace.ThreadTrace[] rows = collectives.rows(collectives.complete());
    assertEquals("of 2 ranks (0, 1) 10 40", row(rows[0]));
    assertEquals("of 2 ranks (0, 1), 2 12 48", row(rows[1]));
  }

  /** A program that opens its runtime twice begins to count anew. */
  @Test
  void callsOfTwoOpeningsAreTwo() {
    CollectiveKind kind = kind(1, 2, CollectiveFlow.ALL);
    TracedCollectives collectives = new TracedCollectives(new HostClocks(), 2);
    for (int opening = 1; opening <= 2; opening++) {
      for (int rank = 0; rank < opening; rank++) { // rank 1 has left no trace of the first
        collectives.add(trace(rank, new Span(kind, -1, 0, 100L * opening, 150)), opening);
      }
    }
    assertEquals(200, collectives.complete().getFirst().first().nanos());
    assertEquals(1, collectives.complete().size());
  }
}
