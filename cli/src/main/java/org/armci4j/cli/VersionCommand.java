package org.armci4j.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/** Runs {@code armci version}. */
final class VersionCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private VersionCommand() {
    spec.usageMessage().description("Prints the version of armci4j and of the JDK.");
  }

  static CommandSpec spec() {
    return new VersionCommand().spec;
  }

  @Override
  public Integer call() {
    for (String line : Version.lines()) {
      spec.commandLine().getOut().println(line);
    }
    return 0;
  }
}
