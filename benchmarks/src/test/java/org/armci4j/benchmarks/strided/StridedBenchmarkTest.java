package org.armci4j.benchmarks.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StridedBenchmarkTest {
  @Test
  @Timeout(120)
  void measuresWhatIsAskedFor(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("strided.json");
    List<String> operations = List.of("put-4096x8", "get-face-x-low", "accumulate-rows-64");
    StridedBenchmark.main(
        new String[] {
          "--quick",
          "--peers",
          "none",
          "--ranks",
          "2",
          "--operations",
          String.join(",", operations),
          "--json",
          json.toString()
        });
    Set<String> measured = new HashSet<>();
    try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.VALUE_STRING
            && parser.currentName().equals("operation")) {
          measured.add(parser.getText());
        }
      }
    }
    Set<String> expected = new HashSet<>();
    for (String operation : operations) {
      expected.add(operation);
      expected.add(operation + "-allocation");
    }
    assertEquals(expected, measured);
  }
}
