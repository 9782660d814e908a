package org.armci4j.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs {@code armci completion}: prints a script by which a shell completes the command's words.
 */
final class CompletionCommand implements Callable<Integer> {
  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private CompletionCommand() {
    spec.usageMessage()
        .description("Prints a script by which bash and zsh complete commands and options.")
        .footer("", "For this shell: source <(armci completion)");
  }

  static CommandSpec spec() {
    return new CompletionCommand().spec;
  }

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(AutoComplete.bash("armci", spec.parent().commandLine()));
    spec.commandLine().getOut().flush();
    return 0;
  }
}
