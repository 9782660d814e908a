package org.armci4j.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.settings.NearestName;
import org.armci4j.bootstrap.text.Text;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and what was probably meant. */
final class Mistake {
  private static final String JVM_ARGUMENT = LaunchOption.JVM_ARGUMENT.shownName();

  /** What {@code java} takes and this command does not. */
  private static final String JVM_OPTION =
      "-(X|D|ea|da|esa|dsa|agentlib|agentpath|javaagent|verbose|-add-|-enable-|-patch-).*";

  /** The lab's commands; asked for only where the lab is not on the class path. */
  private static final Set<String> OF_A_CHECKOUT = Set.of("lab", "simulate", "storm");

  private Mistake() {}

  /** The message of picocli, or a better one. */
  static String tell(ParameterException error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)) {
      return error.getMessage();
    }
    CommandLine command = error.getCommandLine();
    String word = unmatched.getUnmatched().getFirst();
    if (word.startsWith("-")) {
      List<String> options = options(command);
      return options.contains(JVM_ARGUMENT) && word.matches(JVM_OPTION)
          ? "'" + word + "' is an option of the ranks' JVMs: say " + JVM_ARGUMENT + "=" + word
          : Text.format("no option '%s'%s", word, meant(word, options));
    }
    return command.getParent() == null ? command(word, command) : error.getMessage();
  }

  /** Says that there is no such command, or that a command has none of its own. */
  static String command(String word, CommandLine command) {
    if (OF_A_CHECKOUT.contains(word)) {
      return Text.format(
          "'%s' is a command of a checkout of armci4j, which this installed copy is not", word);
    }
    Collection<String> names = command.getSubcommands().keySet();
    if (names.isEmpty()) {
      return Text.format(
          "%s has no commands of its own, such as '%s'",
          command.getCommandSpec().qualifiedName(), word);
    }
    boolean example = new ProgramNames(ProgramCatalog.EXAMPLES, "example").find(word).isPresent();
    return Text.format(
        "no command '%s'%s; commands: %s",
        word,
        example ? " (did you mean: armci run -n 2 " + word + "?)" : meant(word, names),
        String.join(", ", names));
  }

  private static String meant(String word, Collection<String> names) {
    return NearestName.probably(word, names)
        .map(nearest -> " (did you mean " + nearest + "?)")
        .orElse("");
  }

  private static List<String> options(CommandLine command) {
    List<String> names = new ArrayList<>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      names.addAll(List.of(option.names()));
    }
    return names;
  }
}
