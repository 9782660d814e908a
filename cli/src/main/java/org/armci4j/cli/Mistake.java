package org.armci4j.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.armci4j.bootstrap.launch.plan.ProgramCatalog;
import org.armci4j.bootstrap.settings.NearestName;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what is wrong with a command line, and what was probably meant. */
final class Mistake {
  private Mistake() {}

  /** The message of picocli, or a better one. */
  static String tell(ParameterException error) {
    if (!(error instanceof UnmatchedArgumentException unmatched)) {
      return error.getMessage();
    }
    CommandLine command = error.getCommandLine();
    String word = unmatched.getUnmatched().getFirst();
    if (word.startsWith("-")) {
      return "no option '%s'%s".formatted(word, meant(word, options(command)));
    }
    return command.getParent() == null ? command(word, command) : error.getMessage();
  }

  /** Says that there is no such command, or that a command has none of its own. */
  static String command(String word, CommandLine command) {
    Collection<String> names = command.getSubcommands().keySet();
    if (names.isEmpty()) {
      return "%s has no commands of its own, such as '%s'"
          .formatted(command.getCommandSpec().qualifiedName(), word);
    }
    boolean example = new ProgramNames(ProgramCatalog.EXAMPLES, "example").find(word).isPresent();
    return "no command '%s'%s; commands: %s"
        .formatted(
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
