package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.recording.CollectiveFlow;
import org.armci4j.profile.recording.CollectiveKind;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.WordRole;

/**
 * Finds the spans of one call of a collective in the traces of all its ranks. Of a call it keeps
 * who came first and for whom the others waited, and nothing of each rank: so its size does not
 * grow with the ranks.
 */
final class TracedCollectives {
  /** Ranks of a row's name. */
  private static final int MOST_NAMED = 8;

  private final HostClocks clocks;
  private final int ranks;
  private final Map<CallKey, TracedCall> calls = new HashMap<>();

  /** The members of each group. */
  private final Map<Integer, Set<Integer>> groups = new HashMap<>();

  /**
   * Names a call on all its ranks.
   *
   * @param opening which time its ranks had opened their runtime
   */
  private record CallKey(int opening, long kind, long number) {}

  /** When a rank came to a call, by the common clock, and in which row. */
  record CallerArrival(int rank, int row, long nanos) {
    private boolean isBefore(CallerArrival other) {
      return nanos - other.nanos < 0;
    }
  }

  /** A call, as far as its ranks are added. */
  static final class TracedCall {
    private final CollectiveKind kind;
    private final long number;
    private final int root;
    private CallerArrival first;
    private CallerArrival last;

    /** The last one for whom others wait; null if none is added. */
    private CallerArrival awaited;

    private long end;
    private int callers;

    private TracedCall(
        CollectiveKind kind, long number, int root, CallerArrival arrival, long exit) {
      this.kind = kind;
      this.number = number;
      this.root = root;
      this.first = arrival;
      this.last = arrival;
      this.end = exit;
    }

    private void add(CallerArrival arrival, long exit) {
      first = arrival.isBefore(first) ? arrival : first;
      last = last.isBefore(arrival) ? arrival : last;
      if (kind.flow().isAwaited(arrival.rank(), root)) {
        awaited = awaited == null || awaited.isBefore(arrival) ? arrival : awaited;
      }
      end = exit - end > 0 ? exit : end;
      callers++;
    }

    private boolean isComplete() {
      return callers == kind.members() && callers > 1;
    }

    long number() {
      return number;
    }

    int members() {
      return kind.members();
    }

    int root() {
      return root;
    }

    CallerArrival first() {
      return first;
    }

    CallerArrival last() {
      return last;
    }
  }

  /**
   * @param ranks number of ranks of the job
   */
  TracedCollectives(HostClocks clocks, int ranks) {
    this.clocks = clocks;
    this.ranks = ranks;
  }

  /**
   * Adds the collectives of a rank.
   *
   * @param opening which time the rank had opened its runtime
   */
  void add(RankTrace trace, int opening) {
    Map<Long, CollectiveKind> kinds = new HashMap<>();
    for (CollectiveKind kind : trace.kinds()) {
      kinds.put(kind.key(), kind);
      groups.computeIfAbsent(kind.group(), _ -> new TreeSet<>()).add(trace.rank());
    }
    for (int row = 0; row < trace.threads().length; row++) {
      RankTrace.ThreadTrace thread = trace.threads()[row];
      for (int span = 0; span < thread.roles().length; span++) {
        CollectiveKind kind =
            thread.roles()[span] == WordRole.CALL ? kinds.get(thread.words()[span]) : null;
        if (kind != null) {
          add(kind, trace, row, span, opening);
        }
      }
    }
  }

  private void add(CollectiveKind kind, RankTrace trace, int row, int span, int opening) {
    RankTrace.ThreadTrace thread = trace.threads()[row];
    CallerArrival arrival = arrival(trace, row, span);
    long exit = arrival.nanos() + thread.nanos()[span];
    calls
        .computeIfAbsent(
            key(thread, span, opening),
            key -> new TracedCall(kind, key.number(), thread.peers()[span], arrival, exit))
        .add(arrival, exit);
  }

  private static CallKey key(RankTrace.ThreadTrace thread, int span, int opening) {
    return new CallKey(opening, thread.words()[span], thread.values()[span]);
  }

  private CallerArrival arrival(RankTrace trace, int row, int span) {
    long start = clocks.common(trace.host(), trace.threads()[row].starts()[span]);
    return new CallerArrival(trace.rank(), row, start);
  }

  /**
   * Returns for whom a rank had to wait in a call, if that rank came while it was in the call. For
   * whom a rank waits in a scan is not known.
   *
   * @return null for nobody
   */
  CallerArrival awaited(RankTrace trace, int row, int span, int opening) {
    RankTrace.ThreadTrace thread = trace.threads()[row];
    TracedCall call =
        thread.roles()[span] == WordRole.CALL ? calls.get(key(thread, span, opening)) : null;
    if (call == null || !call.isComplete() || call.kind.flow() == CollectiveFlow.PREFIX) {
      return null;
    }
    CallerArrival mine = arrival(trace, row, span);
    long exit = mine.nanos() + thread.nanos()[span];
    CallerArrival awaited = call.awaited;
    boolean isWaitedFor =
        awaited != null
            && awaited.rank() != mine.rank()
            && call.kind.flow().waits(mine.rank(), call.root)
            && mine.isBefore(awaited)
            && awaited.nanos() - exit < 0;
    return isWaitedFor ? awaited : null;
  }

  /** Returns the calls that are in the traces of all members, those that began first at first. */
  List<TracedCall> complete() {
    return calls.values().stream()
        .filter(TracedCall::isComplete)
        .sorted((one, other) -> Long.signum(one.first.nanos() - other.first.nanos()))
        .toList();
  }

  /**
   * Returns rows in which calls are spans from the first arrival to the last end, by the common
   * clock, a row or more for the groups of the same ranks. The value of a span is its place in the
   * list.
   *
   * @param shown the calls
   */
  RankTrace.ThreadTrace[] rows(List<TracedCall> shown) {
    Map<String, List<Integer>> rows = new LinkedHashMap<>();
    for (int i = 0; i < shown.size(); i++) {
      Set<Integer> members = groups.get(shown.get(i).kind.group());
      rows.computeIfAbsent(name(members), _ -> new ArrayList<>()).add(i);
    }
    RankTrace.ThreadTrace[] threads =
        rows.entrySet().stream()
            .map(row -> row(row.getKey(), shown, row.getValue()))
            .toArray(RankTrace.ThreadTrace[]::new);
    return TraceRows.apart(new RankTrace(ranks, "", null, 0, null, threads)).threads();
  }

  private String name(Set<Integer> members) {
    if (members.size() == ranks) {
      return "of all ranks";
    }
    String some =
        members.stream().limit(MOST_NAMED).map(String::valueOf).collect(Collectors.joining(", "));
    String more = members.size() > MOST_NAMED ? ", …" : "";
    return Text.format("of %d ranks (%s%s)", members.size(), some, more);
  }

  private static RankTrace.ThreadTrace row(
      String name, List<TracedCall> shown, List<Integer> calls) {
    List<TracedCall> some = calls.stream().map(shown::get).toList();
    int count = some.size();
    return new RankTrace.ThreadTrace(
        name,
        0,
        some.stream().map(call -> call.kind.label()).toArray(String[]::new),
        new int[count],
        new long[count],
        new int[count],
        some.stream().mapToLong(call -> call.first.nanos()).toArray(),
        some.stream().mapToLong(call -> call.end - call.first.nanos()).toArray(),
        new WordRole[count],
        new long[count],
        calls.stream().mapToLong(call -> call).toArray());
  }
}
