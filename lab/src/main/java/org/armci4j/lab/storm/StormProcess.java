package org.armci4j.lab.storm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.RankEnvironment;

/**
 * A process of a job under attack.
 *
 * @param id its process id
 * @param role its part in the job
 */
record StormProcess(long id, Role role) {
  /** Command of the child that each rank of the {@link StormProgram} starts. */
  static final List<String> CHILD = List.of("sleep", "1000");

  /** The variable that tells a rank its number. */
  private static final String RANK = RankEnvironment.RANK + "=";

  private static final String PACKAGE = "org.armci4j.bootstrap.launch.";

  /** Parts of processes in a job. */
  enum Role {
    LAUNCHER,
    AGENT,
    RANK,
    CHILD,

    /** Not attacked: a process that watches over the job or is about to become a rank. */
    OTHER
  }

  /**
   * Returns the living processes of a job, whatever their parents.
   *
   * @param mark a variable with its value that all processes of the job inherit
   * @param launcher the job's first process
   */
  static List<StormProcess> find(String mark, long launcher) {
    List<StormProcess> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path one : all) {
        long id = Long.parseLong(one.getFileName().toString());
        // The environment of a process that has ended is empty, even before its parent waits for
        // it.
        if (words(one.resolve("environ")).contains(mark)) {
          Role role = id == launcher ? Role.LAUNCHER : roleOf(words(one.resolve("cmdline")));
          found.add(new StormProcess(id, role));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      throw new IllegalStateException("the storm needs /proc", e);
    }
    return found;
  }

  private static Role roleOf(List<String> command) {
    if (command.contains(PACKAGE + "ssh.HostAgentMain")) {
      return Role.AGENT;
    }
    if (command.contains(PACKAGE + "rank.RankMain")
        || command.contains(PACKAGE + "rank.ThreadRanksMain")) {
      return Role.RANK;
    }
    return command.equals(CHILD) ? Role.CHILD : Role.OTHER;
  }

  private static List<String> words(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      return Arrays.asList(new String(bytes, StandardCharsets.ISO_8859_1).split("\0"));
    } catch (IOException ended) {
      return List.of("");
    }
  }

  /** Returns the number of a rank; -1 for another process, or for one that has ended. */
  int rank() {
    return words(Path.of("/proc", Long.toString(id), "environ")).stream()
        .filter(word -> word.startsWith(RANK))
        .map(word -> Integer.parseInt(word.substring(RANK.length())))
        .findFirst()
        .orElse(-1);
  }

  /** Sends a signal to the process; returns whether the process existed. */
  boolean send(String signal) throws IOException, InterruptedException {
    return send(signal, List.of(this));
  }

  /** Sends a signal to several processes at once; returns whether all existed. */
  static boolean send(String signal, List<StormProcess> victims)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
    victims.forEach(victim -> command.add(Long.toString(victim.id())));
    Process kill =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return kill.waitFor() == 0;
  }
}
