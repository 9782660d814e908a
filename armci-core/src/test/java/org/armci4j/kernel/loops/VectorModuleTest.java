package org.armci4j.kernel.loops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Vector API comes to a JVM that runs, and where it can't, sums stay the same. */
class VectorModuleTest {
  private static final String EXPORTED = "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";
  private static final String ROOT = "--add-modules=jdk.incubator.vector";

  /** An option without any meaning here: the module's loader is not exported. */
  private static final String CLOSED = "-XX:-UsePerfData";

  /** Calls wait for the compiler, so a warm-up does not end before it on busy processors. */
  private static final String NO_LATE_COMPILER = "-XX:-BackgroundCompilation";

  /** A JVM that may load the module, one that has it from the start, and one that never gets it. */
  @ParameterizedTest
  @CsvSource({EXPORTED + ", VectorLoops", ROOT + ", VectorLoops", CLOSED + ", PlainLoops"})
  void longSumsUseVectorsOnceTheyAreLoadedAndCompiled(String options, String loops) {
    assertEquals(loops, word(0, run(options)));
  }

  /** The first compiler leaves vectors objects, which no warm-up makes faster than plain loops. */
  @Test
  void sumsStayPlainWhereVectorsDoNotBecomeFast() {
    assertEquals("PlainLoops", word(0, run(EXPORTED, "-XX:TieredStopAtLevel=1")));
  }

  /** The JDK's answer to a call that it does not allow, or does not know, is the same exception. */
  @Test
  void aJvmThatMayNotLoadTheModuleSaysSo() {
    assertEquals("false", word(2, run(CLOSED)));
    assertEquals("true", word(2, run(EXPORTED)));
  }

  @Test
  void theSumsAreTheSame() {
    Set<String> hashes =
        Stream.of(EXPORTED, ROOT, CLOSED)
            .map(option -> run(option))
            .map(line -> word(1, line))
            .collect(Collectors.toSet());
    assertEquals(1, hashes.size());
  }

  private static String word(int index, String line) {
    return line.split(" ", -1)[index];
  }

  /** Returns the last line that the program prints. */
  private static String run(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(NO_LATE_COMPILER);
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), LateVectors.class.getName()));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (BufferedReader words = process.inputReader()) {
        return words.lines().reduce("", (_, line) -> line);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
