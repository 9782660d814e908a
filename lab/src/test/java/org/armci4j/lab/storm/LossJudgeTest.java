package org.armci4j.lab.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.storm.JobLines.Line;
import org.junit.jupiter.api.Test;

/** Judges jobs whose lines are made up: times are in ms, and a job lives for a second. */
class LossJudgeTest {
  private static final long MILLI = 1_000_000;
  private static final String RIGHT = "25489f2067c50973";

  private LossPlan plan = plan(false, LossKind.KILLED, 2);
  private boolean struck = true;
  private final List<Line> lines = new ArrayList<>();

  /** Returns the plan of a job of four ranks on one host. */
  private static LossPlan plan(boolean spares, LossKind kind, int... first) {
    return new LossPlan(
        LossProgram.SURVIVORS, LossNetwork.SHM, 1, 1, 4, spares, 20, kind, 0.5, 0, order(first));
  }

  /** Returns the plan of a job of two hosts with two ranks each: 0 and 2 are partners, 1 and 3. */
  private static LossPlan twoHosts(LossKind kind, int... first) {
    return new LossPlan(
        LossProgram.SURVIVORS, LossNetwork.UCX, 1, 2, 2, false, 20, kind, 0.5, 0, order(first));
  }

  private static List<Integer> order(int... first) {
    return IntStream.concat(Arrays.stream(first), IntStream.range(0, 4))
        .distinct()
        .boxed()
        .toList();
  }

  private LossJudgeTest at(long millis, String text) {
    lines.add(JobLines.parse(text, millis * MILLI));
    return this;
  }

  private LossJudgeTest loss(long millis, int rank) {
    return at(
        millis,
        Text.format(
            "armci: rank %d (pid 47 on host b) was killed by SIGKILL; the job goes on without it"
                + " (onFailure)",
            rank));
  }

  private LossJudgeTest replaced(long millis, int rank) {
    return at(
        millis,
        Text.format(
            "armci: rank %d (pid 47) was killed by SIGKILL; rank %d starts again, epoch 1"
                + " (--spares)",
            rank, rank));
  }

  private LossJudgeTest sorted() {
    lines.sort(Comparator.comparingLong(Line::nanos));
    return this;
  }

  private LossJudgeTest progress(long millis) {
    return at(millis, "3 ranks go on from step 120 (rank 2 on vm failed: was killed by SIGKILL)");
  }

  private LossJudgeTest result(long millis, String checksum) {
    return at(millis, "after 2000 steps 3 ranks have a plate with the checksum " + checksum);
  }

  private LossOutcome judge(int exitCode, long endMillis, String... left) {
    long struckNanos = struck ? 500 * MILLI : -100_000 * MILLI; // not said, so any number
    LossTrace trace =
        new LossTrace(
            true, exitCode, lines, List.of(left), 0, struck, struckNanos, endMillis * MILLI);
    return new LossJudge(plan, trace, RIGHT, 1000 * MILLI).judge();
  }

  @Test
  void aJobThatGoesOnSoonIsRight() {
    LossOutcome outcome = loss(510, 2).progress(560).result(900, RIGHT).judge(0, 1000);
    assertEquals(LossEnd.RIGHT, outcome.end());
    assertEquals(1, outcome.losses());
    assertEquals(10 * MILLI, outcome.noticedNanos());
    assertEquals(50 * MILLI, outcome.progressNanos());
  }

  @Test
  void anotherChecksumIsWrong() {
    LossOutcome outcome = loss(510, 2).progress(560).result(900, "1").judge(0, 1000);
    assertEquals(LossEnd.WRONG, outcome.end());
    assertTrue(outcome.remarks().getFirst().contains("seed 1"), outcome::toString);
  }

  @Test
  void slowProgressIsAFault() {
    assertEquals(
        LossEnd.LATE, loss(510, 2).progress(3600).result(3700, RIGHT).judge(0, 3800).end());
  }

  @Test
  void aSlowLauncherIsAFault() {
    assertEquals(
        LossEnd.LATE, loss(6100, 2).progress(6200).result(6300, RIGHT).judge(0, 6400).end());
  }

  @Test
  void aSlowEndIsAFault() {
    assertEquals(LossEnd.LATE, loss(510, 2).result(5600, RIGHT).judge(0, 5700).end());
  }

  @Test
  void aLeftFileIsAFault() {
    assertEquals(
        LossEnd.LATE, loss(510, 2).progress(560).result(900, RIGHT).judge(0, 1000, "file x").end());
  }

  @Test
  void aJobWithoutItsResultHasFailed() {
    assertEquals(LossEnd.FAILED, loss(510, 2).progress(560).judge(0, 1000).end());
  }

  @Test
  void theRankThatPrintsMayDieAtTheEnd() {
    plan = plan(false, LossKind.KILLED, 0);
    assertEquals(LossEnd.UNPRINTED, loss(510, 0).judge(0, 1000).end());
    assertEquals(LossEnd.FAILED, judge(0, 2000).end(), "far from the end");
    assertEquals(LossEnd.FAILED, progress(520).judge(0, 1000).end(), "the next one prints");
  }

  @Test
  void onlyAttackedRanksMayBeLost() {
    loss(510, 1).progress(560).result(900, RIGHT);
    assertEquals(LossEnd.FAILED, judge(0, 1000).end());
  }

  @Test
  void overRdmaALossMayBeNoticedLateButOnlyOfAttackedRanks() {
    plan =
        new LossPlan(
            LossProgram.SURVIVORS,
            LossNetwork.VERBS,
            1,
            4,
            1,
            false,
            20,
            LossKind.STOPPED,
            0.5,
            0,
            order(2));
    loss(20_500, 2).progress(20_560).result(20_900, RIGHT);
    assertEquals(LossEnd.RIGHT, judge(0, 21_000).end());
    assertEquals(LossEnd.FAILED, loss(20_600, 1).judge(0, 21_000).end());
  }

  @Test
  void noRankMayBeLostBeforeTheAttack() {
    loss(490, 2).progress(560).result(900, RIGHT);
    assertEquals(LossEnd.FAILED, judge(0, 1000).end());
  }

  @Test
  void anAttackThatMeetsARankIsMissedOnlyAtTheEnd() {
    assertEquals(LossEnd.MISSED, result(700, RIGHT).judge(0, 1000).end());
    lines.clear();
    assertEquals(LossEnd.FAILED, result(1900, RIGHT).judge(0, 2000).end());
    struck = false;
    assertEquals(LossEnd.MISSED, judge(0, 2000).end());
  }

  @Test
  void anAssertionOfUcxIsNoFault() {
    loss(510, 2).at(520, "[a:6346 :0:6606] ucp_request.c:684  Assertion `(req->send' failed: x");
    assertEquals(LossEnd.FAILED, judge(134, 1000).end());
    at(530, "armci: rank 1 (pid 4) was killed by SIGABRT; the job was ended");
    struck = false; // UCX ended a rank before the attack, which found nobody
    assertEquals(LossEnd.UCX_DIED, judge(134, 1000).end());
    struck = true;
    LossOutcome outcome = judge(134, 1000);
    assertEquals(LossEnd.UCX_DIED, outcome.end());
    assertEquals(2, outcome.remarks().size());
    assertTrue(outcome.remarks().getLast().contains("ucp_request.c:684"));
    assertEquals(LossEnd.WRONG, result(900, "1").judge(134, 1000).end());
  }

  @Test
  void aLossBeforeAllHaveOpenedEndsTheJob() {
    plan = plan(false, LossKind.KILLED, 0);
    loss(510, 0).at(520, "armci: rank 3 (pid 3) aborted the job: it could not open its runtime: x");
    assertEquals(LossEnd.NOT_BEGUN, judge(1, 1000).end());
  }

  @Test
  void twoLossesMayTakeBothCopies() {
    plan = twoHosts(LossKind.TWO_KILLED, 2, 0);
    loss(510, 2)
        .loss(520, 0)
        .at(540, "… IllegalStateException: a rank and its partner have failed")
        .at(
            550,
            "armci: rank 1 (pid 9) exited with code 1; the job goes on without it (onFailure)");
    LossOutcome outcome = judge(137, 1000);
    assertEquals(LossEnd.NO_COPY, outcome.end());
    assertEquals(2, outcome.losses());
  }

  @Test
  void twoLossesOfNoPartnersTakeNoCopy() {
    plan = twoHosts(LossKind.TWO_KILLED, 2, 1);
    loss(510, 2).loss(520, 1);
    at(540, "… IllegalStateException: a rank and its partner have failed");
    assertEquals(LossEnd.FAILED, judge(137, 1000).end());
  }

  @Test
  void onOneHostNoLossesTakeACopy() {
    plan = plan(false, LossKind.TWO_KILLED, 2, 1);
    loss(510, 2).loss(520, 1);
    at(540, "… IllegalStateException: a rank and its partner have failed");
    assertEquals(LossEnd.FAILED, judge(137, 1000).end());
  }

  @Test
  void partnersOfASmallerGroupAreOthers() {
    RankGroup world = new RankGroup(List.of(0, 1, 2, 3), 4);
    assertTrue(world.arePartners(3, 0) && !world.arePartners(1, 3));
    assertTrue(world.without(List.of(2)).arePartners(1, 3));
    RankGroup hosts = new RankGroup(List.of(0, 1, 2, 3, 4, 5), 2);
    assertEquals(3, hosts.partner(1));
    assertEquals(0, hosts.partner(4));
    assertEquals(2, hosts.without(List.of(3)).partner(1));
  }

  @Test
  void oneLossMayNotTakeAllSavesOfAJobWithSpares() {
    plan = plan(true, LossKind.SECOND_KILLED, 2, 1);
    replaced(510, 2).progress(600).result(900, RIGHT);
    assertEquals(LossEnd.RIGHT, judge(0, 1000).end());
    at(550, "[main] WARN x - no save is whole: no rank has the bytes of members [2] of step 0 (x)");
    assertEquals(LossEnd.RIGHT, judge(0, 1000).end(), "amid the first save");
    at(560, "[main] WARN x - no save is whole: no rank has the bytes of members [2] of step 6 (x)");
    assertEquals(LossEnd.FAILED, judge(0, 1000).end());
    assertEquals(LossEnd.RIGHT, replaced(520, 1).sorted().judge(0, 1000).end());
  }

  @Test
  void aSecondLossBehindANewSaveTakesNoCopy() {
    plan = twoHosts(LossKind.SECOND_KILLED, 2, 0);
    loss(510, 2).progress(560).loss(570, 0);
    at(580, "… IllegalStateException: a rank and its partner have failed");
    assertEquals(LossEnd.FAILED, judge(137, 1000).end());
  }

  @Test
  void aNewProcessThatCouldMeetNobodyEndsTheJob() {
    plan = plan(true, LossKind.SECOND_KILLED, 2, 1);
    replaced(510, 2).progress(900);
    at(
        1010,
        "armci: rank 1 (pid 46) was killed by SIGKILL; rank 0 has ended, so no new rank 1 could"
            + " meet it; the job was ended");
    assertEquals(LossEnd.FAILED, judge(137, 1100).end(), "before the result");
    LossOutcome outcome = result(1000, RIGHT).judge(137, 1100);
    assertEquals(LossEnd.NOT_MET, outcome.end());
    assertEquals(1, outcome.losses());
  }

  @Test
  void multigridTellsOfItsProgressAndItsNorm() {
    plan = plan(true, LossKind.KILLED, 2);
    replaced(510, 2).at(600, " epoch 1 goes on after iteration 40");
    at(900, " L2 norm         =      9.1234567890123E-17");
    LossOutcome outcome = judge(0, 1000);
    assertEquals(LossEnd.WRONG, outcome.end());
    assertEquals(90 * MILLI, outcome.progressNanos());
    assertEquals("9.1234567890123E-17", lines.getLast().found());
  }
}
