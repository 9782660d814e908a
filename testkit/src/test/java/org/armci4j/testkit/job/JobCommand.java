package org.armci4j.testkit.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.testkit.harness.LauncherMain;

/** Makes the command of a job, for tests that start it in a way of their own. */
final class JobCommand {
  private JobCommand() {}

  static List<String> of(String classPath, int ranks, Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", classPath));
    command.addAll(
        List.of(LauncherMain.class.getName(), Integer.toString(ranks), program.getName()));
    command.addAll(List.of(arguments));
    return command;
  }
}
