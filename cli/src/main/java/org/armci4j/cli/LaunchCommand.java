package org.armci4j.cli;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.armci4j.bootstrap.launch.ClassPath;
import org.armci4j.bootstrap.launch.Launcher;
import org.armci4j.bootstrap.launch.Programs;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** {@code armci run} and {@code armci bench}: start a program on several ranks. */
final class LaunchCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
  private final LaunchOptions options;
  private final ProgramNames names;
  private final boolean classesToo;

  private LaunchCommand(ProgramNames names, Integer defaultRanks, boolean classesToo) {
    this.options = new LaunchOptions(spec, defaultRanks);
    this.names = names;
    this.classesToo = classesToo;
  }

  static CommandSpec run() {
    ProgramNames examples = new ProgramNames(Programs.EXAMPLES, "example");
    LaunchCommand command = new LaunchCommand(examples, null, true);
    command.describe(
        "PROGRAM",
        "Runs a program on several ranks. PROGRAM is a main class or an example.",
        "The exit code is that of the rank which failed first. Example: armci run -n 4 mg");
    return command.spec;
  }

  static CommandSpec bench() {
    ProgramNames suites = new ProgramNames(Programs.BENCHMARKS, "suite");
    LaunchCommand command = new LaunchCommand(suites, 2, false);
    command.describe(
        "SUITE", "Runs a suite of benchmarks.", "Example: armci bench rma --json rma.json");
    return command.spec;
  }

  private void describe(String program, String description, String footer) {
    spec.usageMessage().description(description).footer("", footer);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("1..*")
            .required(true)
            .paramLabel(program + " [ARGUMENTS]")
            .description("What to run; all that follows its name is its own.")
            .hideParamSyntax(true)
            .type(String[].class)
            .build());
  }

  @Override
  public Integer call() {
    String[] words = spec.commandLine().getParseResult().matchedPositionalValue(0, new String[0]);
    List<String> arguments = Arrays.asList(words).subList(1, words.length);
    return Launcher.launch(options.plan(mainClass(words[0]), arguments));
  }

  private String mainClass(String program) {
    return names.find(program).orElseGet(() -> existingClass(program));
  }

  private String existingClass(String program) {
    if (classesToo && ClassPath.holds(options.classPath(), program)) {
      return program;
    }
    String missing =
        classesToo && program.contains(".")
            ? "no class '" + program + "' on the class path; say with -cp where it is"
            : names.missing(program);
    throw new ParameterException(spec.commandLine(), missing);
  }
}
