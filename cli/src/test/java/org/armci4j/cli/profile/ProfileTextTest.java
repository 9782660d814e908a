package org.armci4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.profile.Counters;
import org.armci4j.profile.OperationKind;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.CollectiveProfile;
import org.armci4j.profile.recording.RankProfile;
import org.junit.jupiter.api.Test;

/** Checks what is computed and printed of profiles whose numbers are given. */
class ProfileTextTest {
  private static final long SECOND = 1_000_000_000;

  /** Three calls: the first two of rank 0 come 4 ms late, and the third of rank 1 by 1 ms. */
  private static CollectiveProfile calls(int rank, long stride) {
    long late = 4_000_000;
    long[] all =
        rank == 0 ? new long[] {100 + late, 200 + late, 300} : new long[] {100, 200, 1_000_300};
    long[] kept = stride == 1 ? all : new long[] {all[0], all[2]};
    return new CollectiveProfile(1, "barrier", 3, SECOND / 4, stride, kept);
  }

  private static RankProfile profile(int rank, String host, boolean isClosed, long stride) {
    long[] numbers = new long[Counters.length(3)];
    numbers[OperationKind.PUT.index() * 3 + 1] = 20;
    numbers[(OperationKind.values().length + OperationKind.PUT.index()) * 3 + 1] = 3L << 20;
    long[] main = new long[Activity.values().length];
    main[Activity.TRANSFER.index()] = SECOND;
    main[Activity.SIGNAL.index()] = 2 * SECOND;
    main[Activity.COLLECTIVE.index()] = SECOND / 4;
    return new RankProfile(
        rank,
        host,
        (10 + 4 * rank) * SECOND,
        isClosed,
        numbers,
        main,
        new long[main.length],
        new long[] {0, 0, SECOND},
        new HashMap<>(Map.of("Main.step (Main.java:7): wait for a signal", SECOND)),
        new CollectiveProfile[] {calls(rank, stride)});
  }

  private static String line(String text, String start) {
    return text.lines()
        .map(String::strip)
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow(() -> new AssertionError(start + " is missing in\n" + text));
  }

  @Test
  void timesAndBytesOfEachRankArePrinted() {
    String text =
        new ProfileText(3, List.of(profile(0, "a", true, 1), profile(1, "a", false, 1))).print("");
    assertEquals(
        "0 10.00 s 1.00 10 % 2.00 20 % 0.25 3 % 6.75 68 % 20 3.0 MiB",
        line(text, "0 ").replaceAll(" +", " "));
    assertTrue(line(text, "Imbalance").startsWith("Imbalance: rank 1"), text);
    assertTrue(line(text, "Transfers and fences").endsWith("1.00 s for those with rank 2"), text);
    assertEquals(
        "2.00 s 8 % Main.step (Main.java:7): wait for a signal",
        line(text, "2.00 s").replaceAll(" +", " "));
    assertEquals(
        "barrier 3 0.250 rank 0, 67 % 3.0 ms", line(text, "barrier").replaceAll(" +", " "));
    assertTrue(line(text, "Not closed").endsWith("rank 1"), text);
    assertTrue(line(text, "No profile of").startsWith("No profile of rank 2:"), text);
  }

  @Test
  void onlyCallsThatAllHaveKeptAreCompared() {
    List<RankProfile> profiles = List.of(profile(0, "a", true, 1), profile(1, "a", true, 2));
    LateComers late = LateComers.of("barrier", profiles);
    assertEquals(0.5, late.share());
    assertEquals((4e6 + 1e6) / 2, late.meanNanos());
  }

  @Test
  void clocksOfTwoHostsAreNotCompared() {
    String text =
        new ProfileText(2, List.of(profile(0, "a", true, 1), profile(1, "b", true, 1))).print("");
    assertFalse(line(text, "barrier").contains("%"), text);
    assertTrue(line(text, "Who came last").endsWith("several clocks"), text);
  }

  @Test
  void aJobWithoutProfilesSaysSo() {
    String text = new ProfileText(2, List.of()).print("");
    assertTrue(line(text, "No profile of").startsWith("No profile of rank 0, 1:"), text);
  }
}
