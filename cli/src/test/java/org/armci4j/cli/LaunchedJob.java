package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Runs the armci command in a process of its own, and keeps its output. */
final class LaunchedJob implements AutoCloseable {
  /** Limit of a wait, far more than anything takes here. */
  static final long LIMIT_SECONDS = 120;

  private static final long POLL_NANOS = 1_000_000;

  /** Option that lets ranks that do little start sooner. */
  private static final String QUICK_START = "--jvm-arg=-XX:TieredStopAtLevel=1";

  static final JobCaches CACHES = JobCaches.get();

  private final Process process;
  private final Capture output;
  private final Capture errors;

  private LaunchedJob(Process process) {
    this.process = process;
    this.output = new Capture(process.getInputStream());
    this.errors = new Capture(process.getErrorStream());
  }

  /** Starts {@code armci run} with the probe on its class path. */
  static LaunchedJob run(int ranks, String... optionsThenProbeArguments) throws IOException {
    return start(Map.of(), "--ranks=" + ranks, optionsThenProbeArguments);
  }

  /** Starts {@code armci run} on hosts, with more variables in the launcher's environment. */
  static LaunchedJob run(
      Map<String, String> environment, String hosts, String... optionsThenProbeArguments)
      throws IOException {
    return start(environment, "--hosts=" + hosts, optionsThenProbeArguments);
  }

  private static LaunchedJob start(
      Map<String, String> environment, String where, String... optionsThenProbeArguments)
      throws IOException {
    int dashes = Arrays.asList(optionsThenProbeArguments).indexOf("probe");
    List<String> options = List.of(optionsThenProbeArguments).subList(0, dashes);
    List<String> arguments = new ArrayList<>(List.of("run", where, QUICK_START));
    if (!options.contains("-cp")) {
      arguments.addAll(List.of("-cp", testClasses()));
    }
    arguments.addAll(options);
    arguments.add(Probe.class.getName());
    arguments.addAll(
        List.of(optionsThenProbeArguments).subList(dashes + 1, optionsThenProbeArguments.length));
    return armci(environment, arguments);
  }

  /** Starts the armci command. */
  static LaunchedJob armci(Map<String, String> environment, List<String> arguments)
      throws IOException {
    return armci(environment, signalsAsUsual(), arguments);
  }

  /** Starts the armci command by the words of another command. */
  static LaunchedJob armci(
      Map<String, String> environment, List<String> before, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(command(CACHES.options(), CACHES.classPath(), arguments));
    return start(environment, command);
  }

  /** Returns the armci command in a JVM with additional options. */
  static List<String> command(List<String> options, String classPath, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.addAll(options);
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, Main.class.getName()));
    command.addAll(arguments);
    return command;
  }

  /** Starts any command, with more variables in its environment. */
  static LaunchedJob start(Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(environment);
    return new LaunchedJob(builder.start());
  }

  /**
   * Returns words that restore the default of signals. A JVM leaves a signal alone that was ignored
   * when it started, as in a background job or below nohup. Tests of the launcher's signals must
   * run there too.
   */
  private static List<String> signalsAsUsual() {
    return List.of("env", "--default-signal=HUP,INT,TERM");
  }

  /**
   * Returns whether a process is alive. The launcher's child may stay a zombie where process 1 does
   * not wait for orphans.
   */
  static boolean isAlive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    } catch (IOException gone) {
      return false;
    }
  }

  /** Returns the Java processes below the launcher: agents and ranks, no guardians. */
  List<ProcessHandle> family() {
    return process
        .descendants()
        .filter(one -> commandLine(one.pid()).contains("org.armci4j.bootstrap.launch"))
        .toList();
  }

  static String commandLine(long pid) {
    return read(pid, "cmdline");
  }

  static List<String> environment(long pid) {
    return List.of(read(pid, "environ").split("\0"));
  }

  private static String read(long pid, String file) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/" + file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String testClasses() {
    try {
      return Path.of(Probe.class.getProtectionDomain().getCodeSource().getLocation().toURI())
          .toString();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  Process process() {
    return process;
  }

  /** Returns the standard output so far. */
  String output() {
    return output.text();
  }

  /** Returns the standard error so far. */
  String errors() {
    return errors.text();
  }

  List<String> outputLines() {
    return output().lines().toList();
  }

  /** Returns the last line of standard error. */
  String lastWord() {
    return errors().lines().reduce((a, b) -> b).orElse("");
  }

  LaunchedJob input(String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
    return this;
  }

  LaunchedJob endInput() throws IOException {
    process.getOutputStream().close();
    return this;
  }

  /** Waits for the end and for all output, and returns the exit code. */
  int exitCode() throws InterruptedException {
    return exitCode(LIMIT_SECONDS);
  }

  /** Waits for a job that may take longer, and returns its exit code. */
  int exitCode(long limitSeconds) throws InterruptedException {
    assertTrue(process.waitFor(limitSeconds, TimeUnit.SECONDS), () -> "still runs: " + this);
    output.awaitEnd();
    errors.awaitEnd();
    return process.exitValue();
  }

  /** Waits until this many lines have come that start with a text, and returns the rest of each. */
  List<String> awaitLines(int count, String start) {
    await(() -> linesAfter(start).size() >= count);
    return linesAfter(start);
  }

  private List<String> linesAfter(String start) {
    return output
        .text()
        .lines()
        .filter(l -> l.startsWith(start))
        .map(l -> l.substring(start.length()))
        .toList();
  }

  /** Waits for a condition. */
  void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        fail("waited in vain: " + this);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Ends all processes that are left. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  @Override
  public String toString() {
    return "output:\n" + output.text() + "\nerrors:\n" + errors.text();
  }

  /** Reads a stream to its end. */
  private static final class Capture {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Thread reader;

    Capture(InputStream in) {
      reader = Thread.ofPlatform().daemon().start(() -> read(in));
    }

    private void read(InputStream in) {
      byte[] buffer = new byte[1 << 16];
      try (in) {
        for (int count; (count = in.read(buffer)) >= 0; ) {
          synchronized (bytes) {
            bytes.write(buffer, 0, count);
          }
        }
      } catch (IOException closedByTheTest) {
        // The test has closed the stream.
      }
    }

    String text() {
      synchronized (bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
      }
    }

    void awaitEnd() throws InterruptedException {
      assertTrue(reader.join(Duration.ofSeconds(LIMIT_SECONDS)), "somebody holds the stream");
    }
  }
}
