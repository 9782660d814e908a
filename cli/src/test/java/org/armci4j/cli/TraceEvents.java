package org.armci4j.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the objects in an array of a trace file, each with the texts of all its values. Those of
 * {@code args} are named {@code args.NAME}.
 */
final class TraceEvents {
  /** Number of rank 0's process. */
  static final int FIRST_PROCESS = 100_000;

  private TraceEvents() {}

  /** Returns the rank of an event, or the number of ranks for those of the collectives. */
  static int rank(Map<String, String> event) {
    return Integer.parseInt(event.get("pid")) - FIRST_PROCESS;
  }

  static List<Map<String, String>> read(Path trace, String array) throws IOException {
    List<Map<String, String>> events = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(trace.toFile())) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.START_ARRAY && array.equals(json.currentName())) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            events.add(event(json));
          }
        }
      }
    }
    return events;
  }

  private static Map<String, String> event(JsonParser json) throws IOException {
    Map<String, String> event = new HashMap<>();
    int depth = 1;
    while (depth > 0) {
      JsonToken token = json.nextToken();
      depth += token == JsonToken.START_OBJECT ? 1 : 0;
      depth -= token == JsonToken.END_OBJECT ? 1 : 0;
      if (token.isScalarValue()) {
        event.put((depth > 1 ? "args." : "") + json.currentName(), json.getText());
      }
    }
    return event;
  }
}
