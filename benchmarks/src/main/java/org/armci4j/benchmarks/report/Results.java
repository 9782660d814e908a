package org.armci4j.benchmarks.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;

/**
 * The figures of several suites from one run, in a file of JSON: an object with {@code machine},
 * {@code warnings}, {@code remarks}, and the {@code figures} as {@link JsonReport} has them.
 *
 * @param machine facts about machine and run, by name
 * @param warnings reasons to doubt the figures
 * @param remarks missing or failed peers and the like
 * @param suites the figures of each suite
 */
public record Results(
    Map<String, String> machine, List<String> warnings, List<String> remarks, List<Report> suites) {
  private static final String MACHINE = "machine";
  private static final String WARNINGS = "warnings";
  private static final String REMARKS = "remarks";
  private static final String FIGURES = "figures";

  /**
   * Writes the file.
   *
   * @param file its path; an existing file is replaced
   * @throws IOException when it cannot be written
   */
  public void write(Path file) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file);
        JsonGenerator json = new JsonFactory().createGenerator(writer).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeObjectFieldStart(MACHINE);
      for (Map.Entry<String, String> fact : machine.entrySet()) {
        json.writeStringField(fact.getKey(), fact.getValue());
      }
      json.writeEndObject();
      write(WARNINGS, warnings, json);
      write(REMARKS, remarks, json);
      json.writeArrayFieldStart(FIGURES);
      for (Report suite : suites) {
        JsonReport.write(suite, json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void write(String name, List<String> texts, JsonGenerator json)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /**
   * Reads such a file, or the file that one suite writes.
   *
   * @param file its path
   * @throws IOException when it cannot be read
   * @throws IllegalArgumentException when it holds anything else, with a message for the user
   */
  public static Results read(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException("cannot read " + file);
    }
    Map<String, Report> suites = new LinkedHashMap<>();
    Map<String, String> machine = new LinkedHashMap<>();
    List<String> warnings = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    try (JsonParser json = new JsonFactory().createParser(file.toFile())) {
      if (json.nextToken() == JsonToken.START_ARRAY) {
        readFigures(json, suites);
      } else {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          switch (name) {
            case MACHINE -> machine.putAll(fields(json));
            case WARNINGS -> readTexts(json, warnings);
            case REMARKS -> readTexts(json, remarks);
            case FIGURES -> readFigures(json, suites);
            default -> json.skipChildren();
          }
        }
      }
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          Text.format("%s is no file of results: %s", file, firstLine(e.getMessage())), e);
    }
    if (suites.isEmpty()) {
      throw new IllegalArgumentException(file + " holds no results");
    }
    return new Results(machine, warnings, remarks, List.copyOf(suites.values()));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private static void readTexts(JsonParser json, List<String> texts) throws IOException {
    while (json.nextToken() == JsonToken.VALUE_STRING) {
      texts.add(json.getText());
    }
  }

  private static void readFigures(JsonParser json, Map<String, Report> suites) throws IOException {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      Map<String, String> fields = fields(json);
      suites.computeIfAbsent(text(fields, "suite"), Report::new).add(rounds(fields));
    }
  }

  /** Reads the fields of a flat object: numbers as text, and arrays of numbers with commas. */
  private static Map<String, String> fields(JsonParser json) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      fields.put(name, json.nextToken() == JsonToken.START_ARRAY ? numbers(json) : json.getText());
    }
    return fields;
  }

  private static String numbers(JsonParser json) throws IOException {
    List<String> numbers = new ArrayList<>();
    while (json.nextToken().isNumeric()) {
      numbers.add(json.getText());
    }
    return String.join(",", numbers);
  }

  /**
   * Returns a figure's rounds, each with its own median and percentile, as far as the file has
   * them, and what is known of all together.
   */
  private static List<Measurement> rounds(Map<String, String> fields) {
    String[] medians = fields.getOrDefault("rounds", text(fields, "median")).split(",", -1);
    String all = fields.getOrDefault("p90", text(fields, "max"));
    String[] p90s = fields.getOrDefault("roundP90s", all).split(",", -1);
    return IntStream.range(0, medians.length)
        .mapToObj(round -> figure(fields, medians[round], p90s.length > round ? p90s[round] : all))
        .toList();
  }

  private static Measurement figure(Map<String, String> fields, String median, String p90) {
    return new Measurement(
        text(fields, "subject"),
        text(fields, "operation"),
        Long.parseLong(text(fields, "sizeBytes")),
        Integer.parseInt(text(fields, "ranks")),
        text(fields, "unit"),
        Double.parseDouble(median),
        Double.parseDouble(text(fields, "min")),
        Double.parseDouble(p90),
        Double.parseDouble(text(fields, "max")),
        calls(fields));
  }

  private static CallTimes calls(Map<String, String> fields) {
    return fields.containsKey("callP50")
        ? new CallTimes(
            Double.parseDouble(text(fields, "callP50")),
            Double.parseDouble(text(fields, "callP99")),
            Double.parseDouble(text(fields, "callP999")))
        : null;
  }

  private static String text(Map<String, String> fields, String name) {
    String text = fields.get(name);
    if (text == null) {
      throw new IllegalArgumentException("a figure lacks its " + name);
    }
    return text;
  }
}
