package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.armci4j.cli.docs.Pages;
import org.armci4j.cli.docs.Pages.Block;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Checks that each {@code ./armci} of the documentation names a command with options that exist.
 */
class ShellBlocksTest {
  private final CommandSpec armci = Main.commandLine().getCommandSpec();

  @Test
  void commandsInThePagesExist() {
    List<String> wrong = new ArrayList<>();
    List<Block> commands = commands();
    for (Block command : commands) {
      check(command.text()).ifPresent(what -> wrong.add(command.place() + ": " + what));
    }
    assertEquals(List.of(), wrong, "commands in pages that do not exist");
    assertTrue(commands.size() > 40, "commands found: " + commands.size());
  }

  @Test
  void wrongCommandsAreFound() {
    assertTrue(check("./armci walk").isPresent());
    assertTrue(check("./armci run -n 4 --fast mg").isPresent());
    assertTrue(check("./armci run -n 4 mg --fast").isEmpty(), "the program's own option");
    assertTrue(check("./armci run -n 4 … | tee out").isEmpty());
  }

  private static List<Block> commands() {
    Stream<Block> lines =
        Pages.blocks().stream()
            .filter(block -> !block.language().equals("java"))
            .flatMap(
                block ->
                    block
                        .text()
                        .replace("\\\n", " ")
                        .lines()
                        .map(line -> new Block(block.place(), "", line)));
    return Stream.concat(lines, Pages.inlineCodeThatBegins("./armci ").stream())
        .filter(block -> block.text().contains("./armci "))
        .toList();
  }

  /** Returns the mistake in the first command of a line; options end where the program begins. */
  private Optional<String> check(String line) {
    String[] words = line.substring(line.indexOf("./armci ")).trim().split("\\s+", -1);
    CommandSpec command = armci;
    for (int i = 1; i < words.length; i++) {
      String word = words[i];
      if (word.equals("--") || word.matches("[|;&>].*")) {
        return Optional.empty();
      }
      if (word.startsWith("-")) {
        OptionSpec option = command.findOption(word.replaceFirst("=.*", ""));
        if (option == null) {
          return Optional.of("armci " + command.name() + " has no option " + word);
        }
        i += word.contains("=") ? 0 : option.arity().min();
      } else if (command.equals(armci) && armci.subcommands().containsKey(word)) {
        command = armci.subcommands().get(word).getCommandSpec();
      } else if (command.equals(armci)) {
        return Optional.of("there is no command " + word);
      } else {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
