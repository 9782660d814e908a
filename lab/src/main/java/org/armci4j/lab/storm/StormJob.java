package org.armci4j.lab.storm;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.sweep.ProcessState;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.storm.StormProcess.Role;

/** One job, what is done to it, and what is left of it. */
final class StormJob implements AutoCloseable {
  /** A signal that was sent, and to what. */
  record Hit(String signal, Role role) {
    @Override
    public String toString() {
      return "SIG" + signal + " to " + role.name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String MARK = "ARMCI4J_STORM";
  private static final String COMMAND = "org.armci4j.cli.Main";
  private static final long LOOK_NANOS = 5_000_000;

  private final JobShape shape;
  private final Path directory;
  private final String mark;
  private final Process launcher;
  private final List<Hit> hits = new ArrayList<>();
  private final List<StormProcess> stopped = new ArrayList<>();

  /**
   * Starts a job.
   *
   * @param directory empty; for all files that it makes
   * @param name different from that of any other job
   */
  StormJob(JobShape shape, Path directory, String name) throws IOException {
    this.shape = shape;
    this.directory = directory;
    this.mark = MARK + "=" + name;
    ProcessBuilder builder = new ProcessBuilder(command());
    builder.environment().put(MARK, name);
    builder.environment().put("ARMCI_SHM_DIRECTORY", directory.toString());
    builder.environment().put("ARMCI_HEARTBEAT_TIMEOUT", Storm.HEARTBEAT_MILLIS + "ms");
    builder.environment().put("ARMCI_AGENT_TIMEOUT", Storm.AGENT_MILLIS + "ms");
    builder.environment().put("ARMCI_EXCHANGE_TIMEOUT", Storm.EXCHANGE_MILLIS + "ms");
    builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + directory);
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
    launcher = builder.start();
  }

  private List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED", "-cp", ClassPath.join(ClassPath.own()), COMMAND));
    command.add("run");
    command.addAll(shape.options());
    command.addAll(List.of("--jvm-arg=-XX:TieredStopAtLevel=1", StormProgram.class.getName()));
    return command;
  }

  private List<StormProcess> processes() {
    return StormProcess.find(mark, launcher.pid());
  }

  /** Waits for the moment of a blow and strikes; nothing happens when nobody is left. */
  void strike(Blow blow) throws IOException, InterruptedException {
    LockSupport.parkNanos(blow.afterNanos());
    StormProcess victim = blow.victim(processes());
    if (victim != null && victim.send(blow.signal())) {
      hits.add(new Hit(blow.signal(), victim.role()));
      if (blow.signal().equals("STOP")) {
        stopped.add(victim);
      }
    }
  }

  /** The signals that found somebody, in their order. */
  List<Hit> hits() {
    return hits;
  }

  /**
   * Waits until nothing is left but what its user may have stopped: that goes on then.
   *
   * @param limitNanos how long it may take
   * @return how long it took, or -1 when something is left
   */
  long awaitEnd(long limitNanos) throws IOException, InterruptedException {
    long start = System.nanoTime();
    List<StormProcess> left = processes();
    while (!left.isEmpty()) {
      if (System.nanoTime() - start > limitNanos) {
        return -1;
      }
      resumeWhatMayBeStopped(left);
      LockSupport.parkNanos(LOOK_NANOS);
      left = processes();
    }
    launcher.waitFor();
    return System.nanoTime() - start;
  }

  /**
   * A launcher stays stopped when its ranks have ended, with what it would end next: its agents,
   * and children of its ranks. A rank that keeps nobody waiting stays so while its launcher lives.
   * Nobody but the user knows for how long they meant it.
   */
  private void resumeWhatMayBeStopped(List<StormProcess> left)
      throws IOException, InterruptedException {
    for (StormProcess one : stopped) {
      boolean noRankIsLeft =
          one.role() == Role.LAUNCHER && left.stream().noneMatch(p -> p.role() == Role.RANK);
      boolean keepsNobodyWaiting =
          (one.role() == Role.RANK || one.role() == Role.LAUNCHER)
              && shape.isOneProcess()
              && launcher.isAlive();
      if ((noRankIsLeft || keepsNobodyWaiting) && ProcessState.isStopped(one.id())) {
        one.send("CONT");
      }
    }
  }

  /** What is left, in words: processes, then files. */
  List<String> leftovers() throws IOException {
    List<String> left = new ArrayList<>();
    for (StormProcess one : processes()) {
      String state = ProcessState.isStopped(one.id()) ? " (stopped)" : "";
      left.add(Text.format("process %d, %s%s", one.id(), one.role(), state));
    }
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(file -> left.add("file " + file));
    }
    return left;
  }

  /** Ends what is left. */
  @Override
  public void close() {
    for (StormProcess one : processes()) {
      ProcessHandle.of(one.id()).ifPresent(ProcessHandle::destroyForcibly);
    }
    try {
      launcher.waitFor(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
