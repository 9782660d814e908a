package org.armci4j.examples.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramOptionsTest {
  private static final Map<String, String> UNITS = Map.of("day", "days", "hour", "hours");

  /** Reads a number up to 50 and a choice. */
  private static String read(String line) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" ", -1);
    return ProgramOptions.parse(
        it ->
            it.number("--keys", 7, 50)
                + " "
                + it.choice("--unit", "day", UNITS)
                + (it.flag("--late") ? " late" : ""),
        words);
  }

  @ParameterizedTest
  @CsvSource({
    "'', 7 days",
    "--keys 1, 1 days",
    "--late --keys 1 --help, 1 days late",
    "--keys=50, 50 days",
    "--unit=Hour --keys 3, 3 hours",
    "--keys 3 --unit hour --keys=4, 4 hours",
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
        "--unit ages | --unit needs one of day, hour, not 'ages'",
        "--unit day --keys | --keys needs a value; --help lists all",
        "--keys 3 4 | unknown argument '4'; --help lists all",
        "--late=1 | unknown argument '--late=1'; --help lists all",
        "--key 3 | unknown argument '--key'; --help lists all",
      })
  void mistakesAreNamed(String line, String message) {
    OptionException mistake = assertThrows(OptionException.class, () -> read(line));
    assertEquals(message, mistake.getMessage());
  }
}
