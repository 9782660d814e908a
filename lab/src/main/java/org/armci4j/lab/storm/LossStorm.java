package org.armci4j.lab.storm;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.armci4j.lab.storm.JobLines.Line;
import org.armci4j.lab.storm.JobLines.LineKind;

/**
 * Runs many jobs of an example, one after the other, each with the next seed, and lets each lose
 * ranks. The others must go on soon, to the bits of a job that loses nobody.
 */
final class LossStorm {

  /** Jobs after which lives are measured anew, as other work on this machine comes and goes. */
  private static final int LIFE_JOBS = 10;

  private final LossHosts hosts;
  private final LossProgram program;
  private final boolean spares;
  private final Path directory;
  private final PrintWriter out;
  private final LossTally tally = new LossTally();

  /** Jobs without a loss that UCX may end in a row, before the storm gives up. */
  private static final int QUIET_JOBS = 3;

  /** Jobs for each loss, at most, and jobs more: so that a storm ends that meets nobody. */
  private static final int JOBS_FOR_A_LOSS = 4;

  private static final int MORE_JOBS = 20;

  /** Faults at which a storm ends. */
  private static final int MOST_FAULTS = 10;

  /** How long a job of so many ranks and hosts takes that loses nobody. */
  private final Map<List<Integer>, Long> lives = new HashMap<>();

  /**
   * The result of the first job of a form that lost nobody. The norm of MG depends on the number of
   * ranks; heat has one result, under an empty form.
   */
  private final Map<List<Integer>, String> checksums = new HashMap<>();

  /**
   * Prepares a storm.
   *
   * @param hosts where the jobs run
   * @param program what the jobs run
   * @param spares whether new processes take the places of lost ranks
   * @param directory an empty directory for the files of the jobs
   * @param out receives the progress and the findings
   */
  LossStorm(LossHosts hosts, LossProgram program, boolean spares, Path directory, PrintWriter out) {
    this.hosts = hosts;
    this.program = program;
    this.spares = spares;
    this.directory = directory;
    this.out = out;
  }

  /**
   * Attacks until {@code losses} ranks are lost; returns the tally. It has fewer losses when there
   * were ten faults, or far too many jobs.
   */
  LossTally run(int losses, long firstSeed) throws IOException, InterruptedException {
    out.printf(
        Locale.ROOT,
        "storm: %d losses of %s %s%s, seeds from %d on%n",
        losses,
        program.command(),
        hosts.network().words(),
        spares ? ", with spares" : "",
        firstSeed);
    out.flush();
    long mostJobs = (long) JOBS_FOR_A_LOSS * losses + MORE_JOBS;
    long seed = firstSeed;
    while (tally.losses() < losses && seed - firstSeed < mostJobs && tally.faults() < MOST_FAULTS) {
      LossPlan plan = LossPlan.of(program, seed, hosts.network(), spares);
      LossOutcome outcome = attack(plan, life(plan));
      tally.add(outcome);
      outcome.remarks().forEach(out::println);
      long jobs = seed - firstSeed + 1;
      if (jobs % hosts.network().progressJobs() == 0) {
        out.println("to seed " + seed + ":");
        tally.print(out);
      }
      out.flush();
      if (jobs % LIFE_JOBS == 0) {
        lives.clear();
      }
      seed++;
    }
    return tally;
  }

  private LossOutcome attack(LossPlan plan, long lifeNanos)
      throws IOException, InterruptedException {
    try (LossJob job = new LossJob(plan, hosts, directory)) {
      job.attack(lifeNanos);
      return new LossJudge(plan, job.awaitEnd(), checksums.get(form(plan)), lifeNanos).judge();
    }
  }

  /** Returns how long a job of this form lives without a loss; checks its result. */
  private long life(LossPlan plan) throws IOException, InterruptedException {
    List<Integer> place = List.of(plan.hosts(), plan.ranksEach());
    if (!lives.containsKey(place)) {
      LossTrace trace = runQuietly(plan);
      for (int job = 1; job < QUIET_JOBS && trace.ucxDied(); job++) {
        tally.addQuietDeath();
        trace = runQuietly(plan);
      }
      List<String> found = trace.of(LineKind.RESULT).stream().map(Line::found).toList();
      if (found.size() == 1) {
        checksums.putIfAbsent(form(plan), found.getFirst());
      }
      if (!trace.ended() || found.size() != 1 || !found.contains(checksums.get(form(plan)))) {
        throw new IllegalStateException(
            "a job that loses nobody does not end well: " + String.join("\n", trace.told()));
      }
      lives.put(place, trace.endNanos() - trace.startNanos());
    }
    return lives.get(place);
  }

  /** Returns what the result depends on. */
  private static List<Integer> form(LossPlan plan) {
    return plan.program() == LossProgram.MG ? List.of(plan.hosts(), plan.ranksEach()) : List.of();
  }

  private LossTrace runQuietly(LossPlan plan) throws IOException, InterruptedException {
    try (LossJob job = new LossJob(plan, hosts, directory)) {
      return job.awaitEnd();
    }
  }
}
