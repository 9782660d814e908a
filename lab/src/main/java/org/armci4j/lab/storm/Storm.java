package org.armci4j.lab.storm;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Runs many jobs, one after the other, and attacks each with one signal or a pair. A seed
 * determines the signals, their times and their targets, but not the state of the processes then.
 */
final class Storm {
  /** Limit of a job's end, also on a machine that is busy with other work. */
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int PROGRESS_SIGNALS = 50;

  private final long seed;
  private final Random random;
  private final Path directory;
  private final PrintWriter out;
  private final Tally tally = new Tally();
  private final Map<JobShape, Long> lives = new EnumMap<>(JobShape.class);

  /**
   * Prepares a storm.
   *
   * @param directory an empty directory for the files of the jobs
   * @param out receives the progress and the findings
   */
  Storm(long seed, Path directory, PrintWriter out) {
    this.seed = seed;
    this.random = new Random(seed);
    this.directory = directory;
    this.out = out;
  }

  /** Attacks until {@code signals} signals have found a process; returns the tally. */
  Tally run(int signals) throws IOException, InterruptedException {
    out.printf(Locale.ROOT, "storm: %d signals, seed %d%n", signals, seed);
    for (JobShape shape : JobShape.values()) {
      lives.put(shape, life(shape));
    }
    int next = PROGRESS_SIGNALS;
    for (int job = 0; tally.signals() < signals; job++) {
      attack(job);
      if (tally.signals() >= next) {
        out.println(tally.line());
        out.flush();
        next += PROGRESS_SIGNALS;
      }
    }
    return tally;
  }

  /** Returns how long a job lives without an attack, in nanoseconds. */
  private long life(JobShape shape) throws IOException, InterruptedException {
    try (StormJob job = new StormJob(shape, directory, seed + "-spared-" + shape)) {
      long nanos = job.awaitEnd(LIMIT_NANOS);
      if (nanos < 0) {
        throw new IllegalStateException("a job that nobody attacks does not end: " + shape);
      }
      return nanos;
    }
  }

  private void attack(int number) throws IOException, InterruptedException {
    List<JobShape> shapes = List.of(JobShape.values());
    JobShape shape = shapes.get(random.nextInt(shapes.size()));
    Blow first = Blow.first(random, lives.get(shape) * 11 / 10);
    List<Blow> blows = random.nextBoolean() ? List.of(first) : List.of(first, Blow.second(random));
    try (StormJob job = new StormJob(shape, directory, seed + "-" + number)) {
      for (Blow blow : blows) {
        job.strike(blow);
      }
      long nanos = job.awaitEnd(LIMIT_NANOS);
      List<String> left = job.leftovers();
      tally.add(job.hits(), nanos, left);
      if (!left.isEmpty()) {
        out.printf(Locale.ROOT, "job %d (%s) after %s leaves:%n", number, shape, job.hits());
        left.forEach(one -> out.println("  " + one));
        out.flush();
      }
    }
  }
}
