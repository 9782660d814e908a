package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.WordRole;

/**
 * Divides spans of threads that share a row among several rows, in none of which two spans overlap.
 * Perfetto drops a span that begins in another one of its row and ends behind it.
 */
final class TraceRows {
  private TraceRows() {}

  /** Returns a trace whose rows have spans one after the other. */
  static RankTrace apart(RankTrace trace) {
    List<RankTrace.ThreadTrace> rows = new ArrayList<>();
    for (RankTrace.ThreadTrace thread : trace.threads()) {
      List<List<Integer>> lanes = lanes(thread);
      if (lanes.size() <= 1) {
        rows.add(thread);
      } else {
        for (int lane = 0; lane < lanes.size(); lane++) {
          rows.add(row(thread, lanes.get(lane), lane));
        }
      }
    }
    return new RankTrace(
        trace.rank(),
        trace.host(),
        trace.clock(),
        trace.startNanos(),
        trace.kinds(),
        rows.toArray(RankTrace.ThreadTrace[]::new));
  }

  /** Puts each span, in the order of their starts, into the first row that is free by then. */
  private static List<List<Integer>> lanes(RankTrace.ThreadTrace thread) {
    long[] starts = thread.starts();
    long first = starts.length == 0 ? 0 : starts[0]; // so that no difference overflows
    List<List<Integer>> lanes = new ArrayList<>();
    IntStream.range(0, starts.length)
        .boxed()
        .sorted(Comparator.comparingLong(span -> starts[span] - first))
        .forEach(span -> free(lanes, thread, starts[span]).add(span));
    return lanes;
  }

  private static List<Integer> free(
      List<List<Integer>> lanes, RankTrace.ThreadTrace thread, long start) {
    for (List<Integer> lane : lanes) {
      int last = lane.getLast();
      if (start - (thread.starts()[last] + thread.nanos()[last]) >= 0) {
        return lane;
      }
    }
    lanes.add(new ArrayList<>());
    return lanes.getLast();
  }

  private static RankTrace.ThreadTrace row(
      RankTrace.ThreadTrace thread, List<Integer> spans, int lane) {
    int[] of = spans.stream().mapToInt(span -> span).toArray();
    return new RankTrace.ThreadTrace(
        lane == 0 ? thread.thread() : thread.thread() + ", " + (lane + 1),
        lane == 0 ? thread.dropped() : 0,
        Arrays.stream(of).mapToObj(span -> thread.names()[span]).toArray(String[]::new),
        Arrays.stream(of).map(span -> thread.peers()[span]).toArray(),
        pick(thread.bytes(), of),
        Arrays.stream(of).map(span -> thread.calls()[span]).toArray(),
        pick(thread.starts(), of),
        pick(thread.nanos(), of),
        Arrays.stream(of).mapToObj(span -> thread.roles()[span]).toArray(WordRole[]::new),
        pick(thread.words(), of),
        pick(thread.values(), of));
  }

  private static long[] pick(long[] numbers, int[] of) {
    return Arrays.stream(of).mapToLong(index -> numbers[index]).toArray();
  }
}
