package org.armci4j.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/** What {@code armci info} tells, as one JSON object. */
final class InfoJson {
  private final PrintWriter out;
  private final JsonGenerator json;

  InfoJson(PrintWriter out) throws IOException {
    this.out = out;
    this.json =
        new JsonFactory()
            .createGenerator(out)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .useDefaultPrettyPrinter();
    json.writeStartObject();
  }

  void value(String name, String value) throws IOException {
    json.writeStringField(name, value);
  }

  /** An array with an object for each row, whose cells have these names. */
  void rows(String name, List<String> cells, Stream<List<String>> rows) throws IOException {
    json.writeArrayFieldStart(name);
    for (List<String> row : rows.toList()) {
      json.writeStartObject();
      for (int cell = 0; cell < row.size(); cell++) {
        json.writeStringField(cells.get(cell), row.get(cell));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** An array of arrays; left out when there is nothing to tell. */
  void table(String name, List<List<String>> rows) throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart(name);
    for (List<String> row : rows) {
      json.writeArray(row.toArray(new String[0]), 0, row.size());
    }
    json.writeEndArray();
  }

  /** An object of rows of a name and a value. */
  void map(String name, Stream<List<String>> rows) throws IOException {
    json.writeObjectFieldStart(name);
    for (List<String> row : rows.toList()) {
      json.writeStringField(row.getFirst(), row.getLast());
    }
    json.writeEndObject();
  }

  void close() throws IOException {
    json.writeEndObject();
    json.close();
    out.println();
    out.flush();
  }
}
