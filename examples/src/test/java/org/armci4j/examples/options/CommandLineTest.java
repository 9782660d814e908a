package org.armci4j.examples.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
  /** Reads a number up to 50 and a constant. */
  private static String read(String line) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" ", -1);
    return new CommandLine(words)
        .readAll(it -> it.number("--keys", 7, 50) + " " + it.constant("--unit", TimeUnit.DAYS));
  }

  @ParameterizedTest
  @CsvSource({
    "'', 7 DAYS",
    "--keys 1, 1 DAYS",
    "--keys=50, 50 DAYS",
    "--unit=Hours --keys 3, 3 HOURS",
    "--keys 3 --unit hours --keys=4, 4 HOURS",
  })
  void readsOptionsInAnyOrder(String line, String options) {
    assertEquals(options, read(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--keys 0 | --keys needs a whole number from 1 to 50, not '0'",
        "--keys 51 | --keys needs a whole number from 1 to 50, not '51'",
        "--keys=many | --keys needs a whole number from 1 to 50, not 'many'",
        "--keys= | --keys needs a whole number from 1 to 50, not ''",
        "--unit ages | --unit needs one of [NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS,"
            + " MINUTES, HOURS, DAYS], not 'ages'",
        "--unit days --keys | --keys needs a value; --help lists all",
        "--keys 3 4 | unknown argument '4'; --help lists all",
        "--key 3 | unknown argument '--key'; --help lists all",
      })
  void mistakesAreNamed(String line, String message) {
    OptionException mistake = assertThrows(OptionException.class, () -> read(line));
    assertEquals(message, mistake.getMessage());
  }
}
