package org.armci4j.lab.verbs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.benchmarks.driver.ResultLines;
import org.armci4j.benchmarks.network.NetworkPlan;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.benchmarks.network.NetworkRank;
import org.armci4j.bootstrap.text.Text;

/**
 * Runs the programs of perftest, each with its server on this host, and prints their figures as
 * result lines. Perftest's typical latency is the median of its iterations.
 */
public final class Perftest {
  private static final long NANOS_PER_MICRO = 1000;
  private static final long LIMIT_SECONDS = 60;
  private static final int LATENCY_ITERATIONS = 2000;
  private static final long BANDWIDTH_BYTES = 16 << 20;
  private static final long MIB = 1 << 20;

  private final String device;

  private Perftest(String device) {
    this.device = device;
  }

  /**
   * Measures a figure for each line of the standard input, which holds the figure's number.
   *
   * @param args the device, then the arguments of {@link NetworkRank#main}; perftest chooses its
   *     own number of repetitions
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Perftest perftest = new Perftest(args[0]);
    NetworkPlan plan = NetworkPlan.parse(Arrays.copyOfRange(args, 1, args.length));
    ResultLines.printEnd();
    try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, US_ASCII))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        perftest.measure(plan.points().get(Integer.parseInt(line)));
        ResultLines.printEnd();
      }
    }
  }

  private static String program(Point point) {
    return switch (point.operation()) {
      case "put-latency" -> "ib_write_lat";
      case "get-latency" -> "ib_read_lat";
      case "fetch-add" -> "ib_atomic_lat";
      case "put-bandwidth" -> "ib_write_bw";
      case "get-bandwidth" -> "ib_read_bw";
      default -> throw new IllegalArgumentException("perftest has no " + point.operation());
    };
  }

  private void measure(Point point) throws IOException, InterruptedException {
    boolean bandwidth = point.operation().endsWith("-bandwidth");
    long iterations =
        bandwidth ? Math.max(16, BANDWIDTH_BYTES / point.sizeBytes()) : LATENCY_ITERATIONS;
    List<String> command = new ArrayList<>(List.of(program(point), "-F", "-d", device));
    command.addAll(List.of("-n", Long.toString(iterations)));
    if (bandwidth) {
      command.addAll(List.of("-t", Long.toString(Math.min(iterations, 128))));
    }
    if (!point.operation().equals("fetch-add")) {
      command.addAll(List.of("-s", Long.toString(point.sizeBytes())));
    }
    double[] figures = run(command);
    // Fields: bytes iterations min max typical, or for bandwidth bytes iterations peak average.
    double median = bandwidth ? nanos(point, figures[3]) : figures[4] * NANOS_PER_MICRO;
    double least = bandwidth ? median : figures[2] * NANOS_PER_MICRO;
    double most = bandwidth ? median : figures[3] * NANOS_PER_MICRO;
    ResultLines.print(point.operation(), point.sizeBytes(), new double[] {median, least, most});
  }

  private static double nanos(Point point, double mibPerSecond) {
    return point.sizeBytes() / (mibPerSecond * MIB) * TimeUnit.SECONDS.toNanos(1);
  }

  /** Runs a program and returns the numbers of its line of figures. */
  private static double[] run(List<String> program) throws IOException, InterruptedException {
    int port = freePort();
    List<String> command = new ArrayList<>(program);
    command.addAll(List.of("-p", Integer.toString(port)));
    Process server = start(command, true);
    try {
      awaitListener(port, server);
      command.add("127.0.0.1");
      Process client = start(command, false);
      List<String> lines;
      try (var reader = client.inputReader()) {
        lines = reader.lines().toList();
      }
      if (!client.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || client.exitValue() != 0) {
        throw new IOException(String.join(" ", command) + " failed:\n" + String.join("\n", lines));
      }
      server.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      return figures(lines);
    } finally {
      server.destroyForcibly();
    }
  }

  private static double[] figures(List<String> lines) throws IOException {
    String figures = null;
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i - 1).strip().startsWith("#bytes")) {
        figures = lines.get(i).strip();
      }
    }
    if (figures == null) {
      throw new IOException("no figures in:\n" + String.join("\n", lines));
    }
    return Arrays.stream(figures.split("\\s+", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  private static Process start(List<String> command, boolean quiet) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectInput(new File("/dev/null"));
    return (quiet ? builder.redirectOutput(ProcessBuilder.Redirect.DISCARD) : builder).start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Waits until the server listens, without connecting, as it accepts only one connection. */
  private static void awaitListener(int port, Process server)
      throws IOException, InterruptedException {
    String listening = Text.format(":%04X ", port);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (System.nanoTime() < end && server.isAlive()) {
      for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
        Path path = Path.of(table);
        if (Files.exists(path)
            && Files.readAllLines(path, US_ASCII).stream()
                .anyMatch(line -> line.contains(listening) && line.contains(" 0A "))) {
          return;
        }
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
    throw new IOException("the server of perftest does not listen on port " + port);
  }
}
