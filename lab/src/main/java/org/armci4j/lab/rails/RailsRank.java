package org.armci4j.lab.rails;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.driver.ResultLines;

/**
 * Runs on each rank of {@link RailsBenchmark}. Rank 0 puts to rank 1, and changes the network by
 * the commands of its arguments. Arguments are phases, whose words are separated by bars:
 *
 * <pre>
 * sizes|NAME|COMMAND             runs the command, then measures puts of all sizes
 * time|NAME|FIRST|SECOND|THIRD   measures over time, and runs a command before each third of it
 * </pre>
 */
public final class RailsRank {
  private static final int[] SIZES_BYTES = {64 << 10, 256 << 10, 1 << 20, 4 << 20};
  private static final int LARGEST_BYTES = 4 << 20;
  private static final int STEP_BYTES = 1 << 20;
  private static final int UNDER_WAY = 4;
  private static final int REPETITIONS = 5;
  private static final long REPETITION_NANOS = Duration.ofMillis(800).toNanos();
  private static final long STEP_NANOS = Duration.ofMillis(500).toNanos();
  private static final int STEPS_OF_A_THIRD = 16;

  private final Armci armci;
  private final GlobalMemory memory;

  private RailsRank(Armci armci) {
    this.armci = armci;
    this.memory = armci.allocate((long) UNDER_WAY * LARGEST_BYTES);
  }

  /**
   * Runs on every rank.
   *
   * @param args the phases
   * @throws IOException when a command cannot be started
   * @throws InterruptedException when this thread is interrupted while a command runs
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    try (Armci armci = Armci.open()) {
      RailsRank rank = new RailsRank(armci);
      armci.barrier();
      if (armci.rank() == 0) {
        rank.warmUp();
        for (String phase : args) {
          rank.run(phase.split("\\|", -1));
        }
        ResultLines.printEnd();
      }
      armci.barrier();
      armci.free(rank.memory);
    }
  }

  private void warmUp() {
    for (int sizeBytes : SIZES_BYTES) {
      bytesPerNano(sizeBytes, 2 * REPETITION_NANOS);
    }
  }

  private void run(String... phase) throws IOException, InterruptedException {
    if (phase[0].equals("sizes")) {
      RailsJob.shell(phase[2]);
      for (int sizeBytes : SIZES_BYTES) {
        RailsJob.tell(phase[1], sizeBytes, median(sizeBytes));
      }
    } else {
      overTime(phase);
    }
  }

  /** Measures over time; the window stays full from step to step. */
  private void overTime(String... phase) throws IOException, InterruptedException {
    PutWindow window = new PutWindow(armci, memory, UNDER_WAY, STEP_BYTES);
    window.fill();
    for (int third = 0; third < 3; third++) {
      RailsJob.shell(phase[2 + third]);
      for (int step = 0; step < STEPS_OF_A_THIRD; step++) {
        double rate = bytesPerNano(window, STEP_NANOS);
        RailsJob.tell(phase[1], third * STEPS_OF_A_THIRD + step, rate);
      }
    }
    window.drain();
  }

  private static double bytesPerNano(PutWindow window, long nanos) {
    long begin = System.nanoTime();
    long bytes = 0;
    long elapsed;
    do {
      bytes += window.putNext();
      elapsed = System.nanoTime() - begin;
    } while (elapsed < nanos);
    return (double) bytes / elapsed;
  }

  private double median(int sizeBytes) {
    double[] rates = new double[REPETITIONS];
    for (int i = 0; i < REPETITIONS; i++) {
      rates[i] = bytesPerNano(sizeBytes, REPETITION_NANOS);
    }
    Arrays.sort(rates);
    return rates[REPETITIONS / 2];
  }

  /** Returns the rate of puts for at least that time; all puts are in place at its end. */
  private double bytesPerNano(int sizeBytes, long nanos) {
    PutWindow window = new PutWindow(armci, memory, UNDER_WAY, sizeBytes);
    long begin = System.nanoTime();
    window.fill();
    long bytes = (long) UNDER_WAY * sizeBytes;
    while (System.nanoTime() - begin < nanos) {
      bytes += window.putNext();
    }
    window.drain();
    return (double) bytes / (System.nanoTime() - begin);
  }
}
