package org.armci4j.benchmarks.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ArraysBenchmarkTest {
  @TempDir Path directory;

  @Test
  @Timeout(600)
  void measuresSomeInFreshJvms() throws IOException {
    measures(
        Set.of("put-8x8", "get-spread-64x64", "scatter-accumulate-1000", "fetch-add", "sync"),
        "--fresh",
        "--ranks",
        "2");
  }

  /** All operations, after the mix too, and beside the peer if it is installed. */
  @Tag("release")
  @Test
  @Timeout(600)
  void measuresAll() throws IOException {
    Set<String> names = new TreeSet<>();
    ArrayPoints.all(false).forEach(point -> names.add(point.name()));
    measures(names, "--ranks", "4", "--peers", "all");
  }

  private void measures(Set<String> names, String... more) throws IOException {
    Path json = directory.resolve("arrays.json");
    List<String> words = new ArrayList<>(List.of("--quick", "--peers", "none"));
    words.addAll(List.of(more));
    words.addAll(List.of("--operations", String.join(",", names)));
    words.addAll(List.of("--json", json.toString()));
    ArraysBenchmark.main(words.toArray(String[]::new));
    Set<String> measured = new TreeSet<>();
    try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.VALUE_STRING
            && parser.currentName().equals("operation")
            && !parser.getText().endsWith("-allocation")
            && !parser.getText().startsWith("blas-")) {
          measured.add(parser.getText());
        }
      }
    }
    assertEquals(new TreeSet<>(names), measured);
  }
}
