package org.armci4j.lab.storm;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Many jobs, one after the other, each attacked by one signal or by a pair. Which, when and against
 * what follows from a seed; where the processes are by then does not.
 */
final class Storm {
  /** How long a rank or an agent of these jobs may be stopped. */
  static final int HEARTBEAT_MILLIS = 1000;

  /** How long the launcher of agents may be stopped. */
  static final int AGENT_MILLIS = 2000;

  /** How long ranks wait for one that is stopped before it has joined. */
  static final int EXCHANGE_MILLIS = 5000;

  /** Nothing may take longer than this, on a machine that is busy with other work too. */
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int PROGRESS_SIGNALS = 50;

  private final long seed;
  private final Random random;
  private final Path directory;
  private final PrintWriter out;
  private final Tally tally = new Tally();
  private final Map<JobShape, Long> lives = new EnumMap<>(JobShape.class);

  /**
   * @param directory empty; for the files of the jobs
   * @param out for progress, and for what is found
   */
  Storm(long seed, Path directory, PrintWriter out) {
    this.seed = seed;
    this.random = new Random(seed);
    this.directory = directory;
    this.out = out;
  }

  /** Attacks until so many signals have found a process; returns what was seen. */
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

  /** How long a job lives that nobody attacks, in nanoseconds. */
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
    clear();
  }

  /** So that each job is blamed for its own files alone. */
  private void clear() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
