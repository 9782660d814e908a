package org.armci4j.benchmarks.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RmaBenchmarkTest {
  @Tag("long")
  @Test
  @Timeout(600)
  void measuresEveryOperationOnTwoRanks(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("rma.json");
    RmaBenchmark.main(
        new String[] {
          "--quick", "--peers", "none", "--ranks", "2", "--sizes", "8", "--json", json.toString()
        });
    Set<String> operations = new HashSet<>();
    Set<String> subjects = new HashSet<>();
    try (JsonParser parser = new JsonFactory().createParser(json.toFile())) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.VALUE_STRING
            && parser.currentName().equals("operation")) {
          operations.add(parser.getText());
        }
        if (parser.currentToken() == JsonToken.VALUE_STRING
            && parser.currentName().equals("subject")) {
          subjects.add(parser.getText());
        }
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_FLOAT
            && parser.currentName().equals("median")) {
          assertTrue(parser.getDoubleValue() >= 0);
        }
      }
    }
    Set<String> expected = new HashSet<>(RmaPlan.OPERATIONS);
    RmaPlan.OPERATIONS.forEach(operation -> expected.add(operation + "-allocation"));
    assertEquals(expected, operations);
    assertEquals(Set.of("armci4j", "armci4j-mixed", "armci4j-heap"), subjects);
  }
}
