package org.armci4j.bootstrap.launch;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.launch.plan.JobPlan;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.launch.plan.StallReports;
import org.armci4j.bootstrap.launch.process.JobProcesses;
import org.armci4j.bootstrap.launch.process.RankCommand;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.launch.process.StoppedRanks;
import org.armci4j.bootstrap.launch.rank.RankExit;
import org.armci4j.bootstrap.launch.streams.StderrTail;
import org.armci4j.bootstrap.rendezvous.RendezvousListener;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.text.Text;

/**
 * Follows a running job to its end, and blames the rank that failed first; if there is a
 * rendezvous, it decides which rank that is. Any thread may bring news, which waits in a queue.
 * Only the thread that {@linkplain #follow follows} the job acts on it.
 */
final class JobWatch implements RendezvousListener {
  /**
   * How long the last output of a rank that ran out of memory may take to arrive after its exit.
   */
  private static final long LAST_OUTPUT_NANOS = 100_000_000;

  /**
   * How long the rendezvous may take, after the last exit, to see how the ranks' connections ended.
   */
  private static final Duration PARTING = Duration.ofSeconds(1);

  /** How long the end of a killed process may take: the kernel frees its memory meanwhile. */
  private static final long KILLED_NANOS = 2_000_000_000;

  /** Changes the job's state. */
  private interface News {
    void act() throws InterruptedException;
  }

  private final BlockingQueue<News> news = new LinkedBlockingQueue<>();
  private final JobPlan plan;
  private final JobProcesses processes;
  private final StallReport report;
  private final Map<Integer, StderrTail> stderrTails;
  private final FailedRanks failedRanks;
  private final Replacements spares;

  // Used only by the thread that follows the job, as are the fields below.
  private final Set<Integer> connected = new HashSet<>();
  private final Set<Integer> lost = new HashSet<>();
  private final Set<Integer> endedWell = new HashSet<>();
  private final StoppedRanks stopped = new StoppedRanks();
  private final Set<Integer> goneWithout = new HashSet<>();

  /** By rank: why the job goes on without it; for those that are killed and have not ended. */
  private final Map<Integer, String> dying = new HashMap<>();

  /** Those that did not end, and for whose ends the launcher does not wait. */
  private final Set<Integer> unheard = new HashSet<>();

  /** The first rank that the job went on without; null while there is none. */
  private JobOutcome firstLoss;

  private RendezvousServer rendezvous;
  private long lookNanos;
  private int running;
  private long deadlineNanos;
  private long nextStallNanos;
  private JobOutcome outcome;

  /**
   * Makes the watch of a job that has not started yet.
   *
   * @param stderrTails the end of each process's standard error, by rank
   * @param failedRanks acts on ranks that fail while the job goes on
   */
  JobWatch(
      JobPlan plan,
      JobProcesses processes,
      StallReport report,
      Map<Integer, StderrTail> stderrTails,
      FailedRanks failedRanks) {
    this.stderrTails = stderrTails;
    this.failedRanks = failedRanks;
    this.spares = new Replacements(plan.spares());
    this.plan = plan;
    this.processes = processes;
    this.report = report;
  }

  void outputClosed() {
    news.add(() -> outcome = new JobOutcome.OutputClosed());
  }

  @Override
  public void joined(int rank) {
    news.add(() -> onJoin(rank));
  }

  private void onJoin(int rank) {
    if (!goneWithout.contains(rank)) {
      connected.add(rank);
      spares.joined(rank);
    }
  }

  @Override
  public boolean ends(int rank, String reason) {
    return news.add(() -> blame(rank, reason));
  }

  @Override
  public void saidBye(int rank) {
    news.add(() -> connected.remove(rank));
  }

  @Override
  public void lost(int rank) {
    news.add(() -> onLost(rank));
  }

  @Override
  public void silent(int rank, String reason) {
    news.add(() -> blame(rank, reason));
  }

  @Override
  public void stalled(int rank) {
    news.add(() -> onStall(rank));
  }

  @Override
  public void vacated(int rank, int epoch) {
    news.add(() -> onVacated(rank, epoch));
  }

  @Override
  public void aborted(int rank, String reason) {
    news.add(() -> endFor(rank, "aborted the job: " + reason));
  }

  /**
   * Follows the job. Returns when all processes have ended, or when the others should be ended:
   * some time after a failure, or when time is over.
   *
   * @param server the rendezvous of the ranks; null when there is none
   * @param heartbeatTimeout how long a rank may be stopped; zero means forever
   * @return how the job has ended
   */
  JobOutcome follow(RendezvousServer server, Duration heartbeatTimeout)
      throws InterruptedException {
    rendezvous = server;
    // A rank that no other waits for may be stopped as long as its user likes.
    boolean looks = server != null && heartbeatTimeout.isPositive();
    lookNanos = looks ? heartbeatTimeout.toNanos() / StoppedRanks.LOOKS : Long.MAX_VALUE;
    deadlineNanos = System.nanoTime() + nanosOrForever(plan.timeout());
    processes.forEach(
        process -> {
          running++;
          process.onExit(ended -> news.add(() -> onExit(ended)));
        });
    while (running > 0 || !connected.isEmpty() || awaitsNext()) {
      News next = nextNews();
      if (processes.isStopped()) {
        return new JobOutcome.Interrupted();
      }
      if (next == null) {
        break;
      }
      next.act();
      if (outcome instanceof JobOutcome.OutputClosed) {
        break;
      }
    }
    if (outcome == null) {
      outcome = running > 0 ? new JobOutcome.TimedOut() : ended();
    }
    return outcome;
  }

  /**
   * Returns how a job has ended whose processes all have. It may have gone on without some ranks.
   */
  private JobOutcome ended() {
    boolean someWell = endedWell.stream().anyMatch(rank -> !goneWithout.contains(rank));
    return firstLoss == null || someWell ? new JobOutcome.Succeeded() : firstLoss;
  }

  /** Returns the next news, or null when time is over. Looks for stopped ranks while none comes. */
  private News nextNews() throws InterruptedException {
    while (true) {
      long left = deadlineNanos - System.nanoTime();
      News next = news.poll(Math.min(left, lookNanos), TimeUnit.NANOSECONDS);
      if (next != null || left <= lookNanos) {
        return next;
      }
      processes.forEach(this::lookWhetherStopped);
    }
  }

  private void lookWhetherStopped(RankProcess process) {
    if (stopped.isLost(process)) {
      String reason = "has been stopped, as by SIGSTOP, for too long (heartbeatTimeout)";
      news.add(() -> blameIfPresent(process, reason));
    }
  }

  /** Blames a process unless another one has taken its place. */
  private void blameIfPresent(RankProcess process, String reason) throws InterruptedException {
    if (isPresent(process)) {
      blame(process.rank(), reason);
    }
  }

  private boolean isPresent(RankProcess process) {
    return process.equals(processes.get(process.rank()));
  }

  private void onExit(RankProcess process) throws InterruptedException {
    int rank = process.rank();
    if (!isPresent(process) || unheard.remove(rank)) {
      return;
    }
    if (process.exitCode() != 0) {
      endedBadly(process);
    } else if (!spares.isAwaited(rank)) {
      endedWell.add(rank);
      checkParting(rank);
      boolean _ = endForMissed(rank, false);
    }
    tellLoss(rank);
    runsNoMore();
  }

  private void endedBadly(RankProcess process) throws InterruptedException {
    int rank = process.rank();
    boolean threw = process.exitCode() == RankExit.NOT_CAUGHT && !spares.isAwaited(rank);
    if (!threw || !endForMissed(rank, true)) {
      blame(rank, explain(process));
    }
  }

  /**
   * Ends the job for a rank that failed earlier, and that a rank which has ended would have to meet
   * again. Returns whether there is such a failure.
   *
   * @param threw whether the rank has ended by the exception of that failure
   */
  private boolean endForMissed(int rank, boolean threw) {
    JobOutcome.RankFailed missed = spares.missedBy(rank, threw);
    if (outcome == null && missed != null) {
      outcome = missed;
      Failure _ = rendezvous.fail(missed.process().rank(), missed.reason());
      endWithin(plan.grace());
    }
    return missed != null;
  }

  private void onLost(int rank) throws InterruptedException {
    connected.remove(rank);
    lost.add(rank);
    checkParting(rank);
  }

  private void checkParting(int rank) throws InterruptedException {
    if (endedWell.contains(rank) && lost.contains(rank)) {
      blame(rank, "exited without closing Armci");
    }
  }

  private String explain(RankProcess process) throws InterruptedException {
    String lack = null;
    if (process.exitCode() == RankCommand.OUT_OF_MEMORY) {
      process.awaitOutput(System.nanoTime() + LAST_OUTPUT_NANOS);
      lack = stderrTails.get(process.rank()).lackOfMemory();
    }
    return lack == null
        ? process.exitReason()
        : Text.format("ran out of memory (%s) and %s", lack, process.exitReason());
  }

  /**
   * Prints one report for all ranks that wait. Prints the next after the same time again at the
   * earliest.
   */
  private void onStall(int rank) {
    StallReports stall = plan.stall();
    long now = System.nanoTime();
    if (nextStallNanos == 0 || (stall.repeated() && now - nextStallNanos > 0)) {
      nextStallNanos = now + stall.after().toNanos();
      report.printSoon(rendezvous, stall.reason(rank));
    }
  }

  /** Ends the job for a failed rank, or goes on without the rank. */
  private void blame(int rank, String reason) throws InterruptedException {
    if (outcome == null && rendezvous != null && rendezvous.goesOn() && !isMistaken(rank)) {
      goOnWithout(rank, reason);
    } else if (outcome == null && rendezvous != null && rendezvous.replaces()) {
      replace(rank, reason);
    } else {
      endFor(rank, reason);
    }
  }

  private boolean isMistaken(int rank) throws InterruptedException {
    RankProcess process = processes.get(rank);
    return spares.isMistaken(process, process.awaitExit(0));
  }

  /**
   * Lets a new process take the place of a failed one, which is ended before the others are told,
   * as {@link #goOnWithout} does; or ends the job if none can.
   */
  private void replace(int rank, String reason) throws InterruptedException {
    if (spares.isAwaited(rank)) {
      return;
    }
    RankProcess process = processes.get(rank);
    String refusal = spares.refusal(process, process.awaitExit(0), endedWell);
    if (refusal != null) {
      endFor(rank, reason + refusal);
      return;
    }
    spares.use(process, reason);
    connected.remove(rank);
    kill(process, reason);
  }

  /** Starts the next process of a rank. */
  private void onVacated(int rank, int epoch) {
    if (spares.vacated(rank, epoch)) {
      connected.clear();
      lost.clear();
      for (int ended : endedWell) {
        boolean _ = endForMissed(ended, false);
      }
    }
    String reason = spares.started(rank);
    if (outcome != null || processes.isStopped()) {
      return;
    }
    try {
      RankProcess next = failedRanks.startAgain(rank, reason, epoch);
      unheard.remove(rank);
      running++;
      next.onExit(ended -> news.add(() -> onExit(ended)));
    } catch (LaunchException impossible) {
      endFor(rank, reason + "; it cannot be started again: " + impossible.getMessage());
    }
  }

  /**
   * Ends the rank's process before the others are told: a rank that is only silent could go on and
   * write to memory that they think is theirs alone. Does not wait for its end, as all ranks of a
   * lost host come here, one after the other.
   */
  private void goOnWithout(int rank, String reason) throws InterruptedException {
    if (!goneWithout.add(rank)) {
      return;
    }
    if (firstLoss == null) {
      firstLoss = new JobOutcome.RankFailed(processes.get(rank), reason);
    }
    connected.remove(rank);
    kill(processes.get(rank), reason);
  }

  private void kill(RankProcess process, String reason) throws InterruptedException {
    int rank = process.rank();
    dying.put(rank, reason);
    process.kill();
    if (process.awaitExit(0)) {
      tellLoss(rank);
    } else {
      CompletableFuture.delayedExecutor(KILLED_NANOS, TimeUnit.NANOSECONDS)
          .execute(() -> news.add(() -> giveUp(process)));
    }
  }

  /**
   * Waits no longer for the end of a killed process: its host is lost, and nobody tells of it.
   * Where ranks are replaced, waits for a process of this host for as long as the kernel takes: its
   * memory must be free for the next one.
   */
  private void giveUp(RankProcess process) {
    int rank = process.rank();
    if (!isPresent(process) || !dying.containsKey(rank)) {
      return;
    }
    if (process.giveUp() || !rendezvous.replaces()) {
      unheard.add(rank);
      tellLoss(rank);
      runsNoMore();
    }
  }

  /** Returns whether a new process is about to start. */
  private boolean awaitsNext() {
    return outcome == null && spares.areAwaited();
  }

  private void runsNoMore() {
    running--;
    if (running == 0 && !awaitsNext()) {
      endWithin(PARTING);
    }
  }

  /** Tells the others of a rank that is killed, unless they know or the job ends. */
  private void tellLoss(int rank) {
    String reason = dying.remove(rank);
    if (reason == null || outcome != null) {
      return;
    }
    if (rendezvous.replaces()) {
      rendezvous.replace(rank, reason);
    } else {
      rendezvous.lose(rank, reason);
      failedRanks.goesOnWithout(rank, reason);
    }
  }

  /**
   * Ends the job for a failed rank. Only the first failure counts: other ranks' failures follow
   * from it.
   */
  private void endFor(int rank, String reason) {
    if (outcome != null) {
      return;
    }
    outcome = firstFailure(rank, reason);
    RankProcess process = processes.get(rank);
    if (process.isStopped()) {
      process.kill(); // a stopped process would outlast any grace period
    }
    endWithin(plan.grace());
  }

  /** Returns the first failure. The rendezvous may know of an earlier one, and tells the ranks. */
  private JobOutcome firstFailure(int rank, String reason) {
    if (rendezvous == null) {
      return new JobOutcome.RankFailed(processes.get(rank), reason); // of the only process there is
    }
    Failure first = rendezvous.fail(rank, reason);
    String itsReason = first.rank() == rank ? reason : first.reason();
    return new JobOutcome.RankFailed(processes.get(first.rank()), itsReason);
  }

  private void endWithin(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    if (end - deadlineNanos < 0) {
      deadlineNanos = end;
    }
  }

  private static long nanosOrForever(Duration timeout) {
    return timeout.isZero() ? Long.MAX_VALUE / 2 : timeout.toNanos();
  }
}
