package org.armci4j.benchmarks.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class IrregularBenchmarkTest {
  private static final Pattern OPERATION = Pattern.compile("\"operation\" *: *\"([^\"]*[KM])\"");

  @TempDir Path directory;

  @Test
  @Timeout(600)
  void measuresTheSmallTablesInFreshJvms() throws IOException {
    Set<String> names = new TreeSet<>();
    for (String operation : IrregularPoint.OPERATIONS) {
      names.add(operation + "-8K");
    }
    measures(names, "--fresh", "--ranks", "2", "--peers", "none");
  }

  /** All operations, after the mix too, and beside the peer if it is installed. */
  @Tag("release")
  @Test
  @Timeout(600)
  void measuresAll() throws IOException {
    Set<String> names = new TreeSet<>();
    IrregularBenchmark.points().forEach(point -> names.add(point.name()));
    measures(names, "--ranks", "4", "--peers", "all");
  }

  private void measures(Set<String> names, String... more) throws IOException {
    Path json = directory.resolve("irregular.json");
    List<String> words = new ArrayList<>(List.of("--quick"));
    words.addAll(List.of(more));
    words.addAll(List.of("--operations", String.join(",", names)));
    words.addAll(List.of("--json", json.toString()));
    IrregularBenchmark.main(words.toArray(String[]::new));
    Set<String> measured = new TreeSet<>();
    Matcher matcher = OPERATION.matcher(Files.readString(json));
    while (matcher.find()) {
      measured.add(matcher.group(1));
    }
    assertEquals(new TreeSet<>(names), measured);
  }
}
