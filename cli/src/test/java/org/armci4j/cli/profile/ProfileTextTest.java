package org.armci4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.profile.OperationKind;
import org.armci4j.profile.recording.Activity;
import org.armci4j.profile.recording.CollectiveFlow;
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
    return Profiles.calls(2, "barrier", CollectiveFlow.ALL, rank, -1, 3, stride, kept, SECOND / 4);
  }

  private static RankProfile profile(int rank, String host, boolean isClosed, long stride) {
    Profiles builder = new Profiles(rank, 3).on(host);
    builder.numbers[OperationKind.PUT.index() * 3 + 1] = 20;
    builder.numbers[(OperationKind.values().length + OperationKind.PUT.index()) * 3 + 1] = 3L << 20;
    builder.time(Activity.TRANSFER, SECOND).time(Activity.SIGNAL, 2 * SECOND);
    builder.time(Activity.COLLECTIVE, SECOND / 4).known(Activity.SIGNAL, 2, SECOND);
    builder.line("Main.step (Main.java:7): wait for a signal", SECOND).call(calls(rank, stride));
    return builder.build((10 + 4 * rank) * SECOND, isClosed);
  }

  private static String text(int ranks, List<RankProfile> profiles) {
    return new ProfileText(new ProfileFacts(ranks, profiles)).print("");
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
    String text = text(3, List.of(profile(0, "a", true, 1), profile(1, "a", false, 1)));
    assertEquals(
        "0 10.00 s 1.00 10 % 2.00 20 % 0.25 3 % 6.75 68 % 20 3.0 MiB",
        line(text, "0 ").replaceAll(" +", " "));
    assertTrue(line(text, "Imbalance").startsWith("Imbalance: rank 1"), text);
    assertEquals("rank 0 waits 1.00 s for rank 2 (late signal 1.00 s)", line(text, "rank 0 waits"));
    assertEquals(
        "Waits of all threads and ranks: late signal 2.00 s, imbalance at a collective 0.01 s,"
            + " not known for whom 2.00 s",
        line(text, "Waits of"));
    assertEquals(
        "~2.00 s 8 % Main.step (Main.java:7): wait for a signal",
        line(text, "~2.00 s").replaceAll(" +", " "));
    assertEquals(
        "barrier 3 0.250 rank 0, 67 % 3.0 ms", line(text, "barrier").replaceAll(" +", " "));
    assertTrue(line(text, "Not closed").endsWith("rank 1"), text);
    assertTrue(line(text, "No profile of").startsWith("No profile of rank 2:"), text);
  }

  /** A profile of transfers and fences of which some may not be timed. */
  private static ProfileFacts facts(boolean areEstimates) {
    Profiles builder = new Profiles(0, 2);
    builder.time(Activity.TRANSFER, SECOND).time(Activity.FENCE, 2 * SECOND);
    builder.time(Activity.SIGNAL, SECOND).known(Activity.SIGNAL, 1, SECOND);
    builder.known(Activity.FENCE, 1, 3 * SECOND / 2);
    if (areEstimates) {
      builder.estimated(Activity.TRANSFER).estimated(Activity.FENCE);
    }
    return new ProfileFacts(1, List.of(builder.build(10 * SECOND, true)));
  }

  @Test
  void estimatesAreMarked() {
    String text = new ProfileText(facts(true)).print("");
    assertEquals(
        "0 10.00 s ~1.00 10 % ~3.00 30 % 0.00 0 % ~6.00 60 % 0 -",
        line(text, "0 ").replaceAll(" +", " "));
    assertEquals(
        "Waits of all threads and ranks: late signal 1.00 s, transfers and fences ~1.50 s, not"
            + " known for whom ~0.50 s",
        line(text, "Waits of"));
    assertEquals(
        "rank 0 waits ~2.50 s for rank 1 (transfers and fences ~1.50 s, late signal 1.00 s)",
        line(text, "rank 0 waits"));
    assertTrue(line(text, "~ marks an estimate: ").contains("fences"), text);
    String page = ProfilePage.of(facts(true), "Test", "");
    for (String cell : List.of("~10 %", "~30 %", "0 %", "~60 %", "1.00 s", "~1.50 s", "~2.50 s")) {
      assertTrue(page.contains("<td>" + cell + "</td>"), page);
    }
    assertTrue(page.contains("~ marks an estimate: "), page);
  }

  @Test
  void exactNumbersHaveNoMark() {
    assertFalse(new ProfileText(facts(false)).print("").contains("~"));
    assertFalse(ProfilePage.of(facts(false), "Test", "").contains("~"));
  }

  @Test
  void onlyCallsThatAllHaveKeptAreCompared() {
    List<RankProfile> profiles = List.of(profile(0, "a", true, 1), profile(1, "a", true, 2));
    LateComers late = new LateComers();
    CollectiveCall.forEach(profiles, new HostClocks(), late::add);
    assertEquals(0.5, late.share());
    assertEquals((4e6 + 1e6) / 2, late.meanNanos());
  }

  @Test
  void clocksOfTwoHostsAreNotCompared() {
    String text = text(2, List.of(profile(0, "a", true, 1), profile(1, "b", true, 1)));
    assertFalse(line(text, "barrier").contains("%"), text);
    assertTrue(line(text, "Who came last").endsWith("not compared"), text);
  }

  @Test
  void titlesSayWhichOpeningOfHowManyRanks() {
    ProfileFacts facts = new ProfileFacts(2, List.of());
    assertEquals(
        "armci: profile, opening 1 of 2, 2 ranks: times of the thread that opened the runtime",
        new ProfileText(facts).print(", opening 1 of 2").lines().findFirst().orElseThrow());
    assertEquals(
        "armci: profile, 1 rank: times of the thread that opened the runtime",
        text(1, List.of()).lines().findFirst().orElseThrow());
    String page = ProfilePage.of(facts, "Heat", ", opening 1 of 2");
    assertTrue(page.contains("<h1>Heat on 2 ranks, opening 1 of 2</h1>"), page);
  }

  @Test
  void aJobWithoutProfilesSaysSo() {
    String text = text(2, List.of());
    assertTrue(line(text, "No profile of").startsWith("No profile of rank 0, 1:"), text);
  }
}
