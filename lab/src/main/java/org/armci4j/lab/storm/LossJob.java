package org.armci4j.lab.storm;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.lab.storm.StormProcess.Role;

/** A job that loses ranks by a plan. */
final class LossJob implements AutoCloseable {
  /** More than ranks are lost, also where UCX ends one that answers a dying one. */
  private static final int SPARES = 10;

  private static final long LOOK_NANOS = 20_000_000;

  private final LossPlan plan;
  private final LossHosts hosts;
  private final AttackedJob job;
  private final JobLines lines;
  private final long startNanos = System.nanoTime();
  private boolean struck;
  private boolean cut;
  private long struckNanos;

  /** Starts the job in an empty directory. */
  LossJob(LossPlan plan, LossHosts hosts, Path directory) throws IOException {
    this.plan = plan;
    this.hosts = hosts;
    this.job =
        new AttackedJob(
            directory,
            directory.getFileName() + "-" + plan.seed(),
            hosts.environment(),
            words(),
            Redirect.PIPE);
    this.lines = new JobLines(job.launcher());
  }

  private List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(hosts.option(plan));
    words.add("--on-failure=continue");
    if (plan.spares()) {
      words.add("--spares=" + SPARES);
    }
    words.add("--jvm-arg=-XX:TieredStopAtLevel=1");
    words.add(plan.program().command());
    words.addAll(plan.program().arguments(plan.every()));
    return words;
  }

  /** Attacks at the planned moment of a life, and again if that is the plan. */
  void attack(long lifeNanos) throws IOException, InterruptedException {
    sleepTo(startNanos + (long) (plan.moment() * lifeNanos));
    switch (plan.kind()) {
      case KILLED -> strike("KILL", 0, 1);
      case STOPPED -> strike("STOP", 0, 1);
      case TWO_KILLED -> strike("KILL", 0, 2);
      case SECOND_KILLED -> {
        strike("KILL", 0, 1);
        if (struck && lines.awaitLoss(limitNanos())) {
          sleepTo(System.nanoTime() + plan.pauseNanos());
          strike("KILL", 1, 2);
        }
      }
      case HOST_CUT -> {
        struck = job.processes().stream().anyMatch(one -> one.role() == Role.RANK);
        if (struck) {
          cut = true;
          struckNanos = System.nanoTime();
          hosts.setLink(plan.cutHost(), false);
        }
      }
    }
  }

  private static void sleepTo(long nanos) {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Sends a signal to some of the planned victims that live, all of them found before. */
  private void strike(String signal, int from, int to) throws IOException, InterruptedException {
    List<StormProcess> ranks =
        job.processes().stream().filter(one -> one.role() == Role.RANK).toList();
    List<StormProcess> victims = new ArrayList<>();
    for (int rank : plan.order().subList(from, to)) {
      ranks.stream().filter(one -> one.rank() == rank).forEach(victims::add);
    }
    struckNanos = struck ? struckNanos : System.nanoTime();
    struck |= !victims.isEmpty();
    if (!victims.isEmpty()) {
      StormProcess.send(signal, victims);
    }
  }

  /** Returns far more than anything takes on a machine that is busy with other work. */
  private long limitNanos() {
    return TimeUnit.SECONDS.toNanos(plan.network().limitSeconds());
  }

  /** Waits until no process is left, or for too long; returns what was seen. */
  LossTrace awaitEnd() throws IOException, InterruptedException {
    long since = System.nanoTime();
    boolean ended = job.processes().isEmpty();
    while (!ended && System.nanoTime() - since < limitNanos()) {
      LockSupport.parkNanos(LOOK_NANOS);
      ended = job.processes().isEmpty();
    }
    long now = System.nanoTime();
    if (ended) {
      job.launcher().waitFor();
      lines.awaitEnd();
    }
    int code = ended ? job.launcher().exitValue() : -1;
    return new LossTrace(
        ended, code, lines.all(), job.leftovers(), startNanos, struck, struckNanos, now);
  }

  @Override
  public void close() throws IOException {
    try {
      job.close();
    } finally {
      if (cut) {
        hosts.setLink(plan.cutHost(), true);
      }
    }
  }
}
