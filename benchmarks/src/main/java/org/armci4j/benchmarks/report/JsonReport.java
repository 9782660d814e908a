package org.armci4j.benchmarks.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a report for programs: a JSON array of objects with the fields suite, operation,
 * sizeBytes, ranks, subject, unit, median, min, p90, max, the medians of the rounds, their
 * roundP90s, and, where calls were timed one by one, callP50, callP99 and callP999.
 */
public final class JsonReport {
  private JsonReport() {}

  /**
   * Writes a report.
   *
   * @param report the figures
   * @param file the file, replaced if it exists
   * @throws IOException when it cannot be written
   */
  public static void write(Report report, Path file) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file);
        JsonGenerator json = new JsonFactory().createGenerator(writer).useDefaultPrettyPrinter()) {
      json.writeStartArray();
      write(report, json);
      json.writeEndArray();
    }
  }

  /** Writes the objects of a report, without the brackets. */
  static void write(Report report, JsonGenerator json) throws IOException {
    for (Measurement measurement : report.merged()) {
      write(report, measurement, json);
    }
  }

  private static void write(Report report, Measurement measurement, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("suite", report.suite());
    json.writeStringField("operation", measurement.operation());
    json.writeNumberField("sizeBytes", measurement.sizeBytes());
    json.writeNumberField("ranks", measurement.ranks());
    json.writeStringField("subject", measurement.subject());
    json.writeStringField("unit", measurement.unit());
    json.writeNumberField("median", measurement.median());
    json.writeNumberField("min", measurement.min());
    json.writeNumberField("p90", measurement.p90());
    json.writeNumberField("max", measurement.max());
    write("rounds", report.roundMedians(measurement.key()), json);
    write("roundP90s", report.roundP90s(measurement.key()), json);
    CallTimes calls = measurement.calls();
    if (calls != null) {
      json.writeNumberField("callP50", calls.p50());
      json.writeNumberField("callP99", calls.p99());
      json.writeNumberField("callP999", calls.p999());
    }
    json.writeEndObject();
  }

  private static void write(String name, double[] numbers, JsonGenerator json) throws IOException {
    json.writeFieldName(name);
    json.writeArray(numbers, 0, numbers.length);
  }
}
