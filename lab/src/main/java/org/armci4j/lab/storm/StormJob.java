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

/** One job under attack: the signals to it, and its leftovers. */
final class StormJob implements AutoCloseable {
  /** A signal that was sent, and the role of its target. */
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
   * @param directory an empty directory for all files of the job
   * @param name a name that no other job has
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

  /** Waits for the time of a blow and strikes. Does nothing if no process is left. */
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

  /** Returns the signals that found a process, in their order. */
  List<Hit> hits() {
    return hits;
  }

  /**
   * Waits until the job has ended. Resumes processes that may stay stopped for as long as the user
   * likes.
   *
   * @param limitNanos time limit
   * @return how long it took, or -1 if a process is left
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
   * Resumes stopped processes that nothing in the job would end. These are a launcher whose ranks
   * have ended, with its agents and its ranks' children left; and, if all ranks are one process,
   * that process or its launcher, while the launcher lives. Only the user knows how long such a
   * stop should last.
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

  /** Returns a line for each leftover: processes, then files. */
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

  /** Ends the leftover processes. */
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
