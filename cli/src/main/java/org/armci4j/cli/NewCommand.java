package org.armci4j.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.armci4j.cli.project.NewProject;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;

/** {@code armci new}: makes a Maven project that uses armci4j. */
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
  public Integer call() throws IOException {
    String folder = spec.commandLine().getParseResult().matchedPositionalValue(0, "");
    NewProject project;
    try {
      project = NewProject.at(Path.of(folder), Version.number());
    } catch (IllegalArgumentException mistake) {
      throw new ParameterException(spec.commandLine(), mistake.getMessage());
    }
    project.write();
    project.nextSteps().forEach(spec.commandLine().getOut()::println);
    return 0;
  }
}
