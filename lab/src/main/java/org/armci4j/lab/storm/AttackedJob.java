package org.armci4j.lab.storm;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.ClassPath;
import org.armci4j.bootstrap.launch.sweep.ProcessState;
import org.armci4j.bootstrap.text.Text;

/** The processes and files of one job under attack. All processes inherit a mark of the job. */
final class AttackedJob implements AutoCloseable {
  /** Timeout for a stopped rank or agent. */
  private static final int HEARTBEAT_MILLIS = 1000;

  /** Timeout for the stopped launcher of agents. */
  private static final int AGENT_MILLIS = 2000;

  /** Timeout for a rank that is stopped before it has joined. */
  private static final int EXCHANGE_MILLIS = 5000;

  private static final String MARK = "ARMCI4J_STORM";
  private static final String COMMAND = "org.armci4j.cli.Main";

  /** The property that names the folder with what makes ranks start sooner. */
  private static final String CACHES = "armci.rankCaches";

  private final Path directory;
  private final String mark;
  private final Process launcher;

  /**
   * Starts a job.
   *
   * @param directory an empty directory for all files of the job
   * @param name a name that no other job has
   * @param more variables of the launcher's environment
   * @param words the words behind {@code armci run}
   * @param output where the launcher's output goes
   */
  AttackedJob(
      Path directory, String name, Map<String, String> more, List<String> words, Redirect output)
      throws IOException {
    this.directory = directory;
    this.mark = MARK + "=" + name;
    ProcessBuilder builder = new ProcessBuilder(command(words));
    builder.environment().put(MARK, name);
    builder.environment().put("ARMCI_SHM_DIRECTORY", directory.toString());
    builder.environment().put("ARMCI_HEARTBEAT_TIMEOUT", HEARTBEAT_MILLIS + "ms");
    builder.environment().put("ARMCI_AGENT_TIMEOUT", AGENT_MILLIS + "ms");
    builder.environment().put("ARMCI_EXCHANGE_TIMEOUT", EXCHANGE_MILLIS + "ms");
    builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + directory);
    builder.environment().putAll(more);
    builder.redirectInput(new File("/dev/null"));
    builder.redirectOutput(output).redirectError(output);
    launcher = builder.start();
  }

  private static List<String> command(List<String> words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    command.add("-D" + CACHES + "=" + System.getProperty(CACHES, ""));
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED", "-cp", ClassPath.join(ClassPath.own()), COMMAND));
    command.add("run");
    command.addAll(words);
    return command;
  }

  Process launcher() {
    return launcher;
  }

  /** Returns the job's processes that live. */
  List<StormProcess> processes() {
    return StormProcess.find(mark, launcher.pid());
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

  /** Ends the leftover processes and removes all files, so that each job has only its own. */
  @Override
  public void close() throws IOException {
    for (StormProcess one : processes()) {
      ProcessHandle.of(one.id()).ifPresent(ProcessHandle::destroyForcibly);
    }
    try {
      launcher.waitFor(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
