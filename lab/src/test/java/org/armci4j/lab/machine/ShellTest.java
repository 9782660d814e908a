package org.armci4j.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a shell makes of quoted words is asked of a shell. */
class ShellTest {
  private static final List<String> WORDS =
      List.of("plain", "two words", "it's", "\"$HOME\" `id` \\", "", "-n", "two\nlines", "é*?");

  private static String sh(String script) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", script).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  @Test
  void wordsComeThroughUnchanged() throws Exception {
    String expected = String.join("\u0001", WORDS) + "\u0001";
    assertEquals(expected, sh("printf '%s\\001' " + Shell.line(WORDS)));
  }

  @Test
  void variablesComeThroughUnchanged() throws Exception {
    for (String word : WORDS) {
      String script = Shell.assignments("export ", Map.of("LAB_WORD", word));
      assertEquals(word, sh(script + "printenv LAB_WORD | head -c -1"));
    }
  }

  @Test
  void aNameIsOneThatAShellTakes() {
    assertFalse(Shell.isName("A-B"));
    assertFalse(Shell.isName(""));
    assertFalse(Shell.isName("1A"));
    assertEquals(true, Shell.isName("_A1"));
  }
}
