package org.armci4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.ClockReading;
import org.armci4j.profile.recording.CollectiveFlow;
import org.armci4j.profile.recording.CollectiveKind;
import org.armci4j.profile.recording.CollectiveProfile;
import org.armci4j.profile.recording.RankProfile;
import org.junit.jupiter.api.Test;

/** Checks who is charged with which waits, of profiles whose numbers are given. */
class WaitStatesTest {
  private static final long MILLI = 1_000_000;
  private static final long WORD = 77;

  private static WaitStates states(List<RankProfile> profiles) {
    HostClocks clocks = new HostClocks();
    profiles.forEach(one -> clocks.add(one.host(), one.clock()));
    return WaitStates.of(profiles, clocks);
  }

  /** Ranks come to one call of a collective at given times. */
  private static WaitStates collective(CollectiveFlow flow, int root, long... millis) {
    List<RankProfile> profiles = new ArrayList<>();
    for (int rank = 0; rank < millis.length; rank++) {
      long[] entry = {millis[rank] * MILLI};
      profiles.add(
          new Profiles(rank, millis.length)
              .call(Profiles.calls(millis.length, "some", flow, rank, root, 1, 1, entry, 1))
              .build(1000 * MILLI, true));
    }
    return states(profiles);
  }

  private static long millis(WaitStates states, int rank, int awaited) {
    return states.of(rank).nanos(awaited, WaitCause.IMBALANCE) / MILLI;
  }

  @Test
  void allWaitForTheLastOne() {
    WaitStates states = collective(CollectiveFlow.ALL, -1, 10, 40, 20);
    assertEquals(30, millis(states, 0, 1));
    assertEquals(20, millis(states, 2, 1));
    assertEquals(Map.of(1, 50 * MILLI), states.waitedFor());
  }

  @Test
  void aBroadcastWaitsForItsRootAlone() {
    WaitStates states = collective(CollectiveFlow.FROM_ROOT, 2, 10, 400, 20);
    assertEquals(Map.of(2, 10 * MILLI), states.waitedFor());
    assertEquals(10, millis(states, 0, 2));
  }

  @Test
  void onlyTheRootOfAReductionWaits() {
    WaitStates states = collective(CollectiveFlow.TO_ROOT, 0, 10, 40, 20);
    assertEquals(Map.of(1, 30 * MILLI), states.waitedFor());
    assertEquals(30, millis(states, 0, 1));
    assertEquals(Map.of(), collective(CollectiveFlow.TO_ROOT, 0, 50, 40, 20).waitedFor());
  }

  @Test
  void aScanWaitsForThoseBefore() {
    WaitStates states = collective(CollectiveFlow.PREFIX, -1, 30, 10, 50, 20);
    assertEquals(20, millis(states, 1, 0));
    assertEquals(30, millis(states, 3, 2));
    assertEquals(Map.of(0, 20 * MILLI, 2, 30 * MILLI), states.waitedFor());
  }

  /** Rank 2 comes last to the calls of three, but does not tell their group apart from others. */
  @Test
  void callsAreComparedOnlyWhereAllMembersTellTheGroupApart() {
    List<RankProfile> profiles = new ArrayList<>();
    for (int rank = 0; rank < 3; rank++) {
      int members = rank < 2 ? 3 : CollectiveKind.OTHER_GROUPS;
      long[] entry = {5 * MILLI * rank};
      profiles.add(
          new Profiles(rank, 3)
              .call(Profiles.calls(members, "some", CollectiveFlow.ALL, rank, -1, 1, 1, entry, 1))
              .build(1000 * MILLI, true));
    }
    assertEquals(Map.of(), states(profiles).waitedFor());
  }

  /** Rank 0 works until 30 and waits from then on, for rank 1, which comes at 50. */
  @Test
  void aRankThatWorksBesideACollectiveDoesNotWait() {
    List<RankProfile> profiles = new ArrayList<>();
    long end = 60 * MILLI;
    for (long[] times : new long[][] {{10, 30}, {50, 60}}) {
      int rank = profiles.size();
      profiles.add(
          new Profiles(rank, 2)
              .call(Profiles.nonblocking(rank, times[0] * MILLI, times[1] * MILLI, end))
              .build(1000 * MILLI, true));
    }
    assertEquals(Map.of(1, 20 * MILLI), states(profiles).waitedFor());
  }

  /** Nobody waits for the one that comes late. */
  @Test
  void aCollectiveBehindWorkHasNoWaits() {
    List<RankProfile> profiles = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      CollectiveProfile calls =
          Profiles.nonblocking(rank, 40 * MILLI * rank, 60 * MILLI, 60 * MILLI);
      profiles.add(new Profiles(rank, 2).call(calls).build(1000 * MILLI, true));
    }
    assertEquals(Map.of(), states(profiles).waitedFor());
    assertTrue(new ProfileFacts(2, profiles).lateComers("nonblocking some").isEmpty());
  }

  @Test
  void callsThatAreNotKeptCountToo() {
    List<RankProfile> profiles = new ArrayList<>();
    for (int rank = 0; rank < 2; rank++) {
      long[] entries = {5 * MILLI * rank, 100 * MILLI + MILLI * rank};
      profiles.add(
          new Profiles(rank, 2)
              .call(Profiles.calls(2, "some", CollectiveFlow.ALL, rank, -1, 8, 4, entries, 1))
              .build(1000 * MILLI, true));
    }
    WaitStates states = states(profiles);
    assertEquals(4 * (5 + 1), millis(states, 0, 1));
    assertTrue(states.isEstimate(WaitCause.IMBALANCE));
    assertFalse(states.isEstimate(WaitCause.TRANSFER));
  }

  @Test
  void waitsForAWordAreChargedToItsSignallers() {
    RankProfile waiting =
        new Profiles(0, 3)
            .time(Activity.SIGNAL, 100 * MILLI)
            .words(new long[] {WORD, 60 * MILLI, WORD + 1, 30 * MILLI}, new long[0])
            .build(1000 * MILLI, true);
    RankProfile first =
        new Profiles(1, 3)
            .words(new long[0], new long[] {WORD, 1, 3, WORD + 2, 5, 5})
            .build(1000 * MILLI, true);
    RankProfile second =
        new Profiles(2, 3).words(new long[0], new long[] {WORD, 2, 0}).build(1000 * MILLI, true);
    RankWaits waits = states(List.of(waiting, first, second)).of(0);
    assertEquals(10 * MILLI, waits.nanos(1, WaitCause.LATE_SIGNAL));
    assertEquals(30 * MILLI, waits.nanos(1, WaitCause.LATE_SENDER));
    assertEquals(20 * MILLI, waits.nanos(2, WaitCause.LATE_SIGNAL));
    assertEquals(40 * MILLI, waits.unknownNanos());
    assertEquals(List.of(1, 2), waits.awaited());
    assertEquals("late sender 0.03 s, late signal 0.01 s", waits.causes(1));
  }

  @Test
  void hostsAreComparedByTheirClocks() {
    long ahead = 3_600_000 * MILLI;
    ClockReading[] start = {new ClockReading(0, 0, 0)}; // rank 0's host
    // This host's clock gains 10 ms in the second between the readings.
    ClockReading[] shifted = {
      new ClockReading(ahead, ahead, 10),
      new ClockReading(ahead + 1000 * MILLI, ahead + 10 * MILLI, 10)
    };
    long[] entry = {500 * MILLI};
    long[] late = {ahead + 545 * MILLI};
    RankProfile zero =
        new Profiles(0, 2)
            .on("a", start)
            .call(Profiles.calls(2, "some", CollectiveFlow.ALL, 0, -1, 1, 1, entry, 1))
            .build(1000 * MILLI, true);
    RankProfile one =
        new Profiles(1, 2)
            .on("b", shifted)
            .call(Profiles.calls(2, "some", CollectiveFlow.ALL, 1, -1, 1, 1, late, 1))
            .build(1000 * MILLI, true);
    HostClocks clocks = new HostClocks();
    clocks.add("a", start);
    clocks.add("b", shifted);
    assertEquals(10, clocks.errorNanos());
    clocks.add("c", new ClockReading[] {new ClockReading(7, 7, 3), new ClockReading(8, 7, 4)});
    assertEquals(10 + 4, clocks.errorNanos(), "both clocks may be wrong");
    long waited = states(List.of(zero, one)).of(0).nanos(1);
    assertEquals(545 - 500 - 10 * 0.545, waited / 1e6, 0.01);
  }

  /** Each of 1000 ranks waits for all others; what is cubic in ranks takes minutes. */
  @Test
  void manyRanksTakeLittleTime() {
    int ranks = 1000;
    List<RankProfile> profiles = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      long[] signals = new long[3 * ranks];
      for (int peer = 0; peer < ranks; peer++) {
        signals[3 * peer] = 1_000_000L * (peer + 1) + rank;
        signals[3 * peer + 1] = 1;
      }
      long[] waits = new long[2 * ranks];
      for (int peer = 0; peer < ranks; peer++) {
        waits[2 * peer] = 1_000_000L * (rank + 1) + peer;
        waits[2 * peer + 1] = peer;
      }
      profiles.add(
          new Profiles(rank, ranks)
              .time(Activity.SIGNAL, 1000 * MILLI)
              .words(waits, signals)
              .build(1000 * MILLI, true));
    }
    assertTimeout(
        Duration.ofMinutes(1), () -> assertEquals(7L * ranks, states(profiles).waitedFor().get(7)));
  }
}
