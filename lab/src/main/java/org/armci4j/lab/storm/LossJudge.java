package org.armci4j.lab.storm;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.storm.JobLines.Line;
import org.armci4j.lab.storm.JobLines.LineKind;

/** Judges a job that lost ranks by what was seen of it. */
final class LossJudge {
  /** How long the launcher waits for the end of a process that it has killed on a lost host. */
  private static final int KILLED_MILLIS = 2_000;

  /** The most between the launcher's word of a loss and the next progress. */
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** Lives of a job for one that begins anew after a loss, and tells nothing until its end. */
  private static final int LIVES_ANEW = 3;

  /**
   * How long after the last agreement of all members a job may take to its end, on an idle machine.
   */
  private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Part of a life that the same may take where other work delays it. */
  private static final int LAST_PART = 4;

  private static final String LOST_BOTH = "a rank and its partner have failed";
  private static final String NOT_OPENED = "could not open its runtime";
  private static final List<String> NOT_MET =
      List.of("could meet it", "it has not opened Armci again");
  private static final String FIRST_RANK = "0";
  private static final String NO_NEW_FIRST = "no new rank 0 could meet it";

  /** The end of a rank by itself: in this program by an exception. */
  private static final String BY_ITSELF = "exited with code";

  private final LossPlan plan;
  private final LossTrace trace;
  private final String checksum;
  private final long lifeNanos;
  private final List<String> faults = new ArrayList<>();
  private final List<Line> losses;
  private final List<Line> progress;
  private final List<Line> results;
  private final LossStages stages;

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
    boolean noCopy = trace.says(LOST_BOTH); // and each of the others ends itself
    this.losses =
        trace.of(LineKind.LOSS).stream()
            .filter(line -> !noCopy || !line.text().contains(BY_ITSELF))
            .toList();
    this.progress = trace.of(LineKind.PROGRESS);
    this.results = trace.of(LineKind.RESULT);
    this.stages = new LossStages(plan, losses, progress);
  }

  /** Returns the verdict. */
  LossOutcome judge() {
    trace.left().forEach(one -> faults.add("left: " + one));
    long noticed = -1;
    long next = -1;
    if (!losses.isEmpty()) {
      long last = losses.getLast().nanos();
      noticed = trace.struck() ? losses.getFirst().nanos() - trace.struckNanos() : -1;
      next = progressNanos(last);
      requireSoon("was noticed", noticed, noticedNanos() + lifeNanos);
      requireSoon("was followed by progress", next, PROGRESS_NANOS + lifeNanos);
      requireSoon(
          "was followed by the end",
          trace.endNanos() - last,
          PROGRESS_NANOS + LIVES_ANEW * lifeNanos + cutNanos());
    }
    LossEnd end = trace.ended() ? end() : LossEnd.LATE;
    if (!end.isFault() && !faults.isEmpty()) {
      end = LossEnd.LATE;
    }
    if (!end.isFault() && !lostPlannedOnly()) {
      end = LossEnd.FAILED;
    }
    if (end == LossEnd.FAILED && trace.ucxDied()) {
      end = LossEnd.UCX_DIED;
    }
    return new LossOutcome(plan.kind(), end, losses.size(), noticed, next, remarks(end));
  }

  /** Returns how long the launcher may take to notice: silent ranks of a lost host are the last. */
  private long noticedNanos() {
    return TimeUnit.MILLISECONDS.toNanos(plan.network().heartbeatMillis() * 5L / 4 + KILLED_MILLIS);
  }

  /** Returns how much longer a job may take as its processes on a host that is cut off live on. */
  private long cutNanos() {
    boolean cut = plan.kind() == LossKind.HOST_CUT;
    return cut ? TimeUnit.MILLISECONDS.toNanos(plan.network().agentMillis() * 9L / 8) : 0;
  }

  /** Returns how long a job may take from the last agreement to its end. */
  private long lastNanos() {
    return LAST_NANOS + lifeNanos / LAST_PART;
  }

  /**
   * Returns whether no rank was lost before the attack and, where hosts have no links to lose, only
   * attacked ones.
   */
  private boolean lostPlannedOnly() {
    boolean early =
        !losses.isEmpty() && (!trace.struck() || losses.getFirst().nanos() < trace.struckNanos());
    if (early) {
      faults.add("a rank was lost before the attack");
    }
    List<String> others =
        losses.stream()
            .map(Line::found)
            .filter(rank -> !plan.victims().contains(Integer.parseInt(rank)))
            .toList();
    boolean planned = plan.network().hasLinks() || others.isEmpty();
    if (!planned) {
      faults.add("ranks were lost that nobody had attacked: " + others);
    }
    return planned && !early;
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
    if (results.stream().anyMatch(line -> !line.found().equals(checksum))) {
      return LossEnd.WRONG;
    }
    if (plan.spares() && hasBegunAnew() && !stages.lostTwo()) {
      return LossEnd.FAILED;
    }
    if (trace.exitCode() == 0) {
      return endedWell();
    }
    if (plan.spares()) {
      return NOT_MET.stream().anyMatch(trace::says) && isDone() ? LossEnd.NOT_MET : LossEnd.FAILED;
    }
    if (progress.isEmpty() && trace.says(NOT_OPENED)) {
      return LossEnd.NOT_BEGUN;
    }
    return trace.says(LOST_BOTH) && stages.lostCopy() ? LossEnd.NO_COPY : LossEnd.FAILED;
  }

  /** Returns whether saves behind the first one were lost, and all ranks went back before them. */
  private boolean hasBegunAnew() {
    boolean back = false;
    for (int i = 1; i < progress.size(); i++) {
      back |= step(progress.get(i)) < step(progress.get(i - 1));
    }
    return back || trace.of(LineKind.NO_SAVE).stream().anyMatch(line -> step(line) > 0);
  }

  private static long step(Line line) {
    return Long.parseLong(line.found());
  }

  /** Returns whether all steps were done: the result is there, or the rank that prints it died. */
  private boolean isDone() {
    return !results.isEmpty() || trace.says(NO_NEW_FIRST);
  }

  /** The first member prints the result. It may die when the members have agreed on their end. */
  private LossEnd endedWell() {
    boolean right =
        results.isEmpty() ? isFirstLostAtTheEnd() : !losses.isEmpty() || isOverAtTheAttack();
    if (!right) {
      return LossEnd.FAILED;
    }
    if (results.isEmpty()) {
      return LossEnd.UNPRINTED;
    }
    return losses.isEmpty() ? LossEnd.MISSED : LossEnd.RIGHT;
  }

  private boolean isFirstLostAtTheEnd() {
    return losses.stream()
        .filter(line -> line.found().equals(FIRST_RANK))
        .anyMatch(
            line ->
                progressNanos(line.nanos()) < 0
                    && trace.endNanos() - line.nanos() <= lastNanos() + cutNanos());
  }

  /** Returns whether no rank was found to attack, or all had agreed on their end. */
  private boolean isOverAtTheAttack() {
    return !trace.struck() || results.getFirst().nanos() - trace.struckNanos() <= lastNanos();
  }

  private List<String> remarks(LossEnd end) {
    if (end == LossEnd.UCX_DIED) {
      List<String> all = new ArrayList<>(List.of("UCX ended ranks: " + plan));
      trace.ucxAssertions().forEach(line -> all.add("  " + line));
      return all;
    }
    if (!end.isFault()) {
      return List.of();
    }
    List<String> all = new ArrayList<>(List.of(end + ", " + plan));
    faults.forEach(fault -> all.add("  " + fault));
    all.addAll(trace.told());
    return all;
  }
}
