package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs jobs in locales with other digits (Egypt), separators and letters (Turkey). */
class LocaleTest {
  private static LaunchedJob armci(String tag, String... words) throws IOException {
    Locale locale = Locale.forLanguageTag(tag);
    String options =
        "-Duser.language=" + locale.getLanguage() + " -Duser.country=" + locale.getCountry();
    return LaunchedJob.armci(Map.of("JDK_JAVA_OPTIONS", options), List.of(words));
  }

  /** Runs the command to its end and returns its lines. */
  private static List<String> lines(String tag, String... words) throws Exception {
    try (LaunchedJob job = armci(tag, words)) {
      assertEquals(0, job.exitCode(), job::toString);
      return job.outputLines();
    }
  }

  private static List<String> sorted(List<String> lines) {
    List<String> sorted = new ArrayList<>(lines);
    sorted.sort(null);
    return sorted;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "tr-TR"})
  void ranksThatAreProcessesMeetAndPrintTheSameDigits(String tag) throws Exception {
    assertEquals(
        List.of("Hello from rank 0 of 2 over shm", "Hello from rank 1 of 2 over shm"),
        sorted(lines(tag, "run", "-n", "2", "--transport", "shm", "hello")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "tr-TR"})
  void settingsArePrintedForPrograms(String tag) throws Exception {
    String json = String.join("\n", lines(tag, "info", "--json"));
    assertTrue(json.chars().allMatch(c -> c < 128), json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "tr-TR"})
  void aRankThatFailsIsNamed(String tag) throws Exception {
    try (LaunchedJob job =
        armci(
            tag,
            "run",
            "-n",
            "2",
            "-cp",
            LaunchedJob.testClasses(),
            Probe.class.getName(),
            "fail",
            "1",
            "exit")) {
      assertEquals(3, job.exitCode(), job::toString);
      assertTrue(job.errors().contains("rank 1"), job::toString);
    }
  }

  @Tag("release")
  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "tr-TR"})
  void theConformanceKitPasses(String tag) throws Exception {
    lines(tag, "run", "-n", "2", "conformance", "--quick");
  }
}
