package org.armci4j.cli;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.cli.project.NewProject;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** Runs {@code armci new}: makes a Maven project that uses armci4j. */
final class NewCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private NewCommand() {
    spec.usageMessage()
        .description("Makes a Maven project with a program and a test that run on several ranks.")
        .footer("", "Example: armci new heat");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("FOLDER")
            .description("The folder to make; its name is the project's.")
            .type(String.class)
            .build());
  }

  static CommandSpec spec() {
    return new NewCommand().spec;
  }

  @Override
  public Integer call() {
    String folder = spec.commandLine().getParseResult().matchedPositionalValue(0, "");
    try {
      UsageException.requireReadable(folder);
      NewProject project = NewProject.at(Path.of(folder), Version.number());
      project.write();
      project.nextSteps(ownName()).forEach(spec.commandLine().getOut()::println);
      return 0;
    } catch (IllegalArgumentException | UsageException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage());
    } catch (IOException e) {
      throw new LaunchException("cannot make the project in " + folder + ": " + reason(e), e);
    }
  }

  private static String reason(IOException e) {
    return e instanceof FileSystemException failed && failed.getReason() != null
        ? failed.getReason()
        : e.toString();
  }

  /** Returns the armci command as a user can type it in any folder. */
  private static String ownName() {
    String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
    boolean isFound =
        Stream.of(path.split(File.pathSeparator))
            .anyMatch(folder -> new File(folder, "armci").canExecute());
    return isFound ? "armci" : System.getProperty("armci.command", "armci");
  }
}
