package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Checks how shells use the script that {@code armci completion} prints. */
class CompletionTest {
  private static final int LIMIT_SECONDS = 60;

  @TempDir Path folder;

  @BeforeEach
  void print() throws IOException {
    StringWriter script = new StringWriter();
    CommandLine line = Main.commandLine().setOut(new PrintWriter(script));
    assertEquals(0, line.execute("completion"));
    Files.writeString(folder.resolve("completion"), script.toString());
  }

  @Test
  void bashCompletesCommandsOptionsAndPrograms() throws Exception {
    String ask =
        """
        source "$1/completion"
        for line in 'armci r' 'armci run --lab' 'armci run -n 2 he' 'armci bench v'; do
          COMP_WORDS=($line) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
          _complete_armci 2>/dev/null # it asks for what only a shell with keys has
          echo "$line: ${COMPREPLY[*]}"
        done
        """;
    List<String> expected =
        List.of(
            "armci r: run",
            "armci run --lab: --label",
            "armci run -n 2 he: heat hello",
            "armci bench v: verbs");
    assertEquals(expected, shell("bash", "-c", ask, "ask").lines().toList());
  }

  /** Runs an interactive zsh on a terminal of its own, with the keys that a person presses. */
  @Test
  void zshCompletesThemToo() throws Exception {
    Prerequisite.requireProgram("zsh", "zsh");
    String ask =
        """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "source $1/completion; PS1=pro''mpt"
        zpty -r shell seen '*prompt*'
        for line in 'armci r' 'armci run --lab' 'armci bench v'; do
          zpty -w -n shell "$line"$'\\t@end'
          zpty -r shell seen '*@end*'
          print -r -- "${(V)seen}"
          zpty -w -n shell $'\\x15'
        done
        zpty -d shell
        """;
    List<String> seen = shell("zsh", "-f", "-c", ask, "ask").lines().toList();
    List<String> expected = List.of("armci run ", "armci run --label ", "armci bench verbs ");
    assertEquals(expected.size(), seen.size(), seen::toString);
    for (int i = 0; i < seen.size(); i++) {
      assertTrue(seen.get(i).contains(expected.get(i)), seen::toString);
    }
  }

  private String shell(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of(words));
    command.add(folder.toString());
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("TERM", "dumb");
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), () -> "no end: " + command);
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output, StandardCharsets.ISO_8859_1);
  }
}
