package org.armci4j.benchmarks.launch;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;

/**
 * Suite {@code launch}: from the command to its end, for a program that says hello. The same in C
 * under Open MPI's {@code mpirun} is measured in turn with ours, so that other work on the machine
 * meets both.
 */
public final class LaunchBenchmark {
  private static final List<Integer> RANKS = List.of(2, 8);
  private static final int ROUNDS = 11;
  private static final long LIMIT_SECONDS = 60;

  private LaunchBenchmark() {}

  /**
   * Runs the suite, on rank 0 of the job; the others end at once.
   *
   * @param args none, or {@code --rounds N}
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (Membership.current().rank() > 0) {
      return;
    }
    int rounds;
    try {
      SuiteCommandLine line =
          SuiteCommandLine.withoutOptions("launch")
              .option(
                  "--rounds",
                  "N",
                  Text.format("Starts every system N times; %d if not said.", ROUNDS))
              .read(args);
      if (line.asksForHelp()) {
        System.out.print(line.usage());
        return;
      }
      rounds = line.number("--rounds", ROUNDS);
    } catch (IllegalArgumentException mistake) {
      SuiteCommandLine.refuse("launch", mistake);
      return;
    }
    InstalledPeers peers = InstalledPeers.find("launch", List.of(PeerLibrary.OPENMPI_RMA), 0);
    peers.missing().forEach(System.out::println);
    List<Subject> subjects = new ArrayList<>(List.of(new Subject("armci4j", LaunchBenchmark::own)));
    peers.subjects().forEach(peer -> subjects.add(new Subject("Open MPI", peer.launch())));
    System.out.println("ranks  system      median ms  fastest ms");
    for (int ranks : RANKS) {
      print(ranks, measure(subjects, ranks, rounds));
    }
  }

  private static List<String> own(int ranks) {
    String command = System.getProperty("armci.command");
    if (command == null) {
      throw new IllegalStateException("this suite measures the armci command: start it by that");
    }
    return List.of(command, "run", "-n", Integer.toString(ranks), "hello");
  }

  private static Map<String, double[]> measure(List<Subject> subjects, int ranks, int rounds)
      throws IOException, InterruptedException {
    Map<String, double[]> millis = new LinkedHashMap<>();
    subjects.forEach(subject -> millis.put(subject.name(), new double[rounds]));
    for (int round = -1; round < rounds; round++) { // the first one is to warm the page cache
      for (Subject subject : subjects) {
        double time = time(subject.launch().apply(ranks));
        if (round >= 0) {
          millis.get(subject.name())[round] = time;
        }
      }
    }
    millis.values().forEach(Arrays::sort);
    return millis;
  }

  private static double time(List<String> command) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " exited with " + process.exitValue());
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private static void print(int ranks, Map<String, double[]> millis) {
    millis.forEach(
        (name, times) ->
            System.out.printf(
                Locale.ROOT,
                "%5d  %-10s  %9.0f  %10.0f%n",
                ranks,
                name,
                times[times.length / 2],
                times[0]));
    double[] own = millis.get("armci4j");
    double[] peer = millis.get("Open MPI");
    if (peer != null) {
      System.out.printf(
          Locale.ROOT,
          "%5d  ratio       %9.2f  %10.2f%n",
          ranks,
          own[own.length / 2] / peer[peer.length / 2],
          own[0] / peer[0]);
    }
  }
}
