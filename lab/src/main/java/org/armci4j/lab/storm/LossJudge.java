package org.armci4j.lab.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.storm.JobLines.Line;
import org.armci4j.lab.storm.JobLines.News;

/** Judges a job that lost ranks by what was seen of it. */
final class LossJudge {
  /** How long the launcher waits for the end of a process that it has killed on a lost host. */
  private static final int KILLED_MILLIS = 2_000;

  /** How long the launcher may take to notice a loss: silent ranks of a lost host are the last. */
  private static final long NOTICED_NANOS =
      TimeUnit.MILLISECONDS.toNanos(LossHosts.HEARTBEAT_MILLIS * 5 / 4 + KILLED_MILLIS);

  /** How long the processes of a host that is cut off may outlive the others. */
  private static final long CUT_OFF_NANOS =
      TimeUnit.MILLISECONDS.toNanos(LossHosts.AGENT_MILLIS * 9 / 8);

  /** The most between the launcher's word of a loss and the next progress. */
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Lives of a job for one that begins anew after a loss, and tells nothing until its end. */
  private static final int LIVES_ANEW = 3;

  private static final String LOST_BOTH = "a rank and its partner have failed";
  private static final String NOT_OPENED = "could not open its runtime";
  private static final List<String> NOT_MET =
      List.of("could meet it", "it has not opened Armci again");
  private static final String FIRST_RANK = "0";

  private final LossPlan plan;
  private final LossTrace trace;
  private final String checksum;
  private final long lifeNanos;
  private final List<String> faults = new ArrayList<>();
  private final List<Line> losses;
  private final List<Line> progress;

  /**
   * Prepares to judge.
   *
   * @param checksum that of a job which lost nobody
   * @param lifeNanos how long such a job takes here, from start to end: the allowance for other
   *     work on this machine
   */
  LossJudge(LossPlan plan, LossTrace trace, String checksum, long lifeNanos) {
    this.plan = plan;
    this.trace = trace;
    this.checksum = checksum;
    this.lifeNanos = lifeNanos;
    this.losses = trace.of(News.LOSS);
    this.progress = trace.of(News.PROGRESS);
  }

  /** Returns the verdict. */
  LossOutcome judge() {
    trace.left().forEach(one -> faults.add("left: " + one));
    long noticed = -1;
    long next = -1;
    if (!losses.isEmpty()) {
      long last = losses.getLast().nanos();
      noticed = losses.getFirst().nanos() - trace.struckNanos();
      next = progressNanos(last);
      requireSoon("was noticed", noticed, NOTICED_NANOS + lifeNanos);
      requireSoon("was followed by progress", next, PROGRESS_NANOS + lifeNanos);
      long cut = plan.kind() == LossKind.HOST_CUT ? CUT_OFF_NANOS : 0;
      requireSoon(
          "was followed by the end",
          trace.endNanos() - last,
          PROGRESS_NANOS + LIVES_ANEW * lifeNanos + cut);
    }
    LossEnd end = trace.ended() ? end() : LossEnd.LATE;
    if (!faults.isEmpty() && !end.isFault()) {
      end = LossEnd.LATE;
    }
    return new LossOutcome(plan.kind(), end, losses.size(), noticed, next, remarks(end));
  }

  private long progressNanos(long since) {
    return progress.stream()
        .mapToLong(line -> line.nanos() - since)
        .filter(nanos -> nanos >= 0)
        .findFirst()
        .orElse(-1);
  }

  private void requireSoon(String what, long nanos, long limitNanos) {
    if (nanos > limitNanos) {
      faults.add(
          Text.format(
              "a loss %s after %d ms, more than %d",
              what, nanos / 1_000_000, limitNanos / 1_000_000));
    }
  }

  private LossEnd end() {
    List<Line> results = trace.of(News.RESULT);
    if (results.stream().anyMatch(line -> !line.found().equals(checksum))) {
      return LossEnd.WRONG;
    }
    if (trace.exitCode() == 0) {
      return endedWell(!results.isEmpty());
    }
    if (plan.spares()) {
      return NOT_MET.stream().anyMatch(trace::says) ? LossEnd.NOT_MET : LossEnd.FAILED;
    }
    if (progress.isEmpty() && trace.says(NOT_OPENED)) {
      return LossEnd.NOT_BEGUN;
    }
    return trace.says(LOST_BOTH) && lostTwoBeforeASave() ? LossEnd.NO_COPY : LossEnd.FAILED;
  }

  /** The first member prints the result. It may die when the members have agreed on their end. */
  private LossEnd endedWell(boolean printed) {
    if (printed) {
      return losses.isEmpty() ? LossEnd.MISSED : LossEnd.RIGHT;
    }
    boolean firstIsLost = losses.stream().anyMatch(line -> line.found().equals(FIRST_RANK));
    return firstIsLost ? LossEnd.UNPRINTED : LossEnd.FAILED;
  }

  /**
   * Returns whether a second rank was lost when the members had not said since the first loss that
   * they go on: by then each has a new copy.
   */
  private boolean lostTwoBeforeASave() {
    for (int i = 1; i < losses.size(); i++) {
      long from = losses.get(i - 1).nanos();
      long to = losses.get(i).nanos();
      if (progress.stream().noneMatch(line -> line.nanos() > from && line.nanos() < to)) {
        return true;
      }
    }
    return false;
  }

  private List<String> remarks(LossEnd end) {
    if (!end.isFault()) {
      return List.of();
    }
    List<String> all = new ArrayList<>(List.of(end + ", " + plan));
    faults.forEach(fault -> all.add("  " + fault));
    all.addAll(trace.told());
    return all;
  }
}
