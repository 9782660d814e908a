package org.armci4j.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes the output of {@code armci info} as one JSON object. */
final class InfoJson {
  private static final double NANOS_PER_SECOND = 1e9;

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

  /** Writes a number, a truth value, a duration in seconds, a list, an object, or else a text. */
  void value(String name, Object value) throws IOException {
    json.writeFieldName(name);
    write(value);
  }

  private void write(Object value) throws IOException {
    switch (value) {
      case Boolean truth -> json.writeBoolean(truth);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case Duration span -> json.writeNumber(span.toNanos() / NANOS_PER_SECOND);
      case List<?> items -> writeList(items);
      case Map<?, ?> fields -> writeObject(fields);
      default -> json.writeString(value.toString());
    }
  }

  private void writeList(List<?> items) throws IOException {
    json.writeStartArray();
    for (Object item : items) {
      write(item);
    }
    json.writeEndArray();
  }

  private void writeObject(Map<?, ?> fields) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> field : fields.entrySet()) {
      json.writeFieldName(field.getKey().toString());
      write(field.getValue());
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
