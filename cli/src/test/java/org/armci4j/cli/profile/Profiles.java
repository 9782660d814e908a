package org.armci4j.cli.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.armci4j.profile.Counters;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.ClockReading;
import org.armci4j.profile.recording.CollectiveFlow;
import org.armci4j.profile.recording.CollectiveKind;
import org.armci4j.profile.recording.CollectiveProfile;
import org.armci4j.profile.recording.RankProfile;
import org.armci4j.profile.recording.TimelineProfile;
import org.armci4j.profile.recording.WordProfile;

/** Makes profiles with given numbers, as if ranks had recorded them. */
final class Profiles {
  private static final int ACTIVITIES = Activity.values().length;
  private static final int PARTS = 256;

  final long[] numbers;
  private final int rank;
  private final int ranks;
  private String host = "host";
  private ClockReading[] clock = {};
  private final long[] main = new long[ACTIVITIES];
  private final long[] estimated = new long[ACTIVITIES];
  private final long[] waitedFor;
  private long[] waits = {};
  private long[] signals = {};
  private final long[] timeline = new long[PARTS * ACTIVITIES];
  private final HashMap<String, Long> lines = new HashMap<>();
  private final List<CollectiveProfile> collectives = new ArrayList<>();

  Profiles(int rank, int ranks) {
    this.rank = rank;
    this.ranks = ranks;
    this.numbers = new long[Counters.length(ranks)];
    this.waitedFor = new long[ACTIVITIES * ranks];
  }

  /** Returns calls of a collective of some members that end long after they have begun. */
  static CollectiveProfile calls(
      int members,
      String label,
      CollectiveFlow flow,
      int place,
      int root,
      long calls,
      long stride,
      long[] entries,
      long nanos) {
    long[] exits = Arrays.stream(entries).map(entry -> entry + 1_000_000_000).toArray();
    int[] roots = new int[entries.length];
    Arrays.fill(roots, root);
    CollectiveKind kind = new CollectiveKind(1, members, label, flow, place);
    return new CollectiveProfile(kind, calls, nanos, stride, entries, entries, exits, roots);
  }

  /** Returns one nonblocking call of two members, and since when this one has waited for it. */
  static CollectiveProfile nonblocking(int place, long entry, long wait, long exit) {
    return new CollectiveProfile(
        new CollectiveKind(1, 2, "nonblocking some", CollectiveFlow.ALL, place),
        1,
        exit - wait,
        1,
        new long[] {entry},
        new long[] {wait},
        new long[] {exit},
        new int[] {-1});
  }

  Profiles on(String name, ClockReading... readings) {
    host = name;
    clock = readings;
    return this;
  }

  Profiles time(Activity activity, long nanos) {
    main[activity.index()] += nanos;
    return this;
  }

  /** Some of its time is an estimate. */
  Profiles estimated(Activity activity) {
    estimated[activity.index()] = 1;
    return this;
  }

  /** Has the rank wait for another one, in a wait that knows so. */
  Profiles known(Activity activity, int peer, long nanos) {
    waitedFor[activity.index() * ranks + peer] += nanos;
    return this;
  }

  Profiles words(long[] waitedWords, long[] signalledWords) {
    waits = waitedWords;
    signals = signalledWords;
    return this;
  }

  Profiles part(int part, Activity activity, long nanos) {
    timeline[part * ACTIVITIES + activity.index()] += nanos;
    return this;
  }

  Profiles line(String line, long nanos) {
    lines.put(line, nanos);
    return this;
  }

  Profiles call(CollectiveProfile calls) {
    collectives.add(calls);
    return this;
  }

  RankProfile build(long nanos, boolean isClosed) {
    return new RankProfile(
        rank,
        host,
        clock,
        nanos,
        isClosed,
        numbers,
        main,
        estimated,
        new long[ACTIVITIES],
        new long[ACTIVITIES],
        waitedFor,
        new WordProfile(waits, signals),
        new TimelineProfile(0, Math.max(nanos / PARTS + 1, 1), timeline),
        lines,
        collectives.toArray(CollectiveProfile[]::new));
  }
}
