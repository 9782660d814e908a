package org.armci4j.lab.storm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.storm.JobLines.Line;
import org.junit.jupiter.api.Test;

/** Judges jobs whose lines are made up: times are in ms, and a job lives for a second. */
class LossJudgeTest {
  private static final long MILLI = 1_000_000;
  private static final LossPlan PLAN = LossPlan.of(1, false, false);
  private static final String RIGHT = "25489f2067c50973";

  private LossPlan plan = PLAN;
  private final List<Line> lines = new ArrayList<>();

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

  private LossJudgeTest progress(long millis) {
    return at(millis, "3 ranks go on from step 120 (rank 2 on vm failed: was killed by SIGKILL)");
  }

  private LossJudgeTest result(long millis, String checksum) {
    return at(millis, "after 2000 steps 3 ranks have a plate with the checksum " + checksum);
  }

  private LossOutcome judge(int exitCode, long endMillis, String... left) {
    LossTrace trace =
        new LossTrace(true, exitCode, lines, List.of(left), 0, 500 * MILLI, endMillis * MILLI);
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
    assertEquals(LossEnd.UNPRINTED, loss(510, 0).judge(0, 1000).end());
  }

  @Test
  void aLossBeforeAllHaveOpenedEndsTheJob() {
    loss(510, 0).at(520, "armci: rank 3 (pid 3) aborted the job: it could not open its runtime: x");
    assertEquals(LossEnd.NOT_BEGUN, judge(1, 1000).end());
  }

  @Test
  void twoLossesMayTakeBothCopies() {
    loss(510, 2)
        .loss(520, 1)
        .at(540, "… IllegalStateException: a rank and its partner have failed");
    assertEquals(LossEnd.NO_COPY, judge(137, 1000).end());
  }

  @Test
  void aSecondLossBehindANewSaveTakesNoCopy() {
    loss(510, 2).progress(560).loss(570, 1);
    at(580, "… IllegalStateException: a rank and its partner have failed");
    assertEquals(LossEnd.FAILED, judge(137, 1000).end());
  }

  @Test
  void aNewProcessThatCouldMeetNobodyEndsTheJob() {
    plan = LossPlan.of(1, false, true);
    at(
        510,
        "armci: rank 2 (pid 47) was killed by SIGKILL; rank 2 starts again, epoch 1 (--spares)");
    progress(900);
    result(1000, RIGHT);
    at(
        1010,
        "armci: rank 1 (pid 46) was killed by SIGKILL; rank 0 has ended, so no new rank 1 could"
            + " meet it; the job was ended");
    LossOutcome outcome = judge(137, 1100);
    assertEquals(LossEnd.NOT_MET, outcome.end());
    assertEquals(1, outcome.losses());
  }
}
