package org.armci4j.benchmarks.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CollectivesBenchmarkTest {
  @Tag("long")
  @Test
  @Timeout(600)
  void measuresWhatIsAskedFor(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("collectives.json");
    String line =
        "--quick --peers none --ranks 2 --sizes 4K --operations barrier,allgather,scan --json "
            + json;
    CollectivesBenchmark.main(line.split(" "));
    Set<String> measured = new TreeSet<>();
    try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.VALUE_STRING
            && parser.currentName().equals("operation")
            && !parser.getText().endsWith("-allocation")) {
          measured.add(parser.getText());
        }
      }
    }
    assertEquals(Set.of("barrier", "allgather", "allgather-fresh", "scan"), measured);
  }
}
