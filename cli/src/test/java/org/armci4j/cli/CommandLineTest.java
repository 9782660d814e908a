package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Command lines that start nothing. */
class CommandLineTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int armci(String... words) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "run mg | --ranks",
        "run -n | --ranks",
        "run -n 0 PROBE | a job has 1 to 65536 ranks, not 0",
        "run -n many PROBE | 'many' is not an int",
        "run -n 2 | PROGRAM",
        "run -n 2 no.such.Type | no class 'no.such.Type' on the class path",
        "run -n 2 nothing | no example 'nothing'; examples: ",
        "run -n 2 prob | did you mean probe?",
        "run -n 2 --env=x PROBE | 'x' is not NAME=VALUE",
        "run -n 2 --timeout=0 PROBE | '0' is not a number of seconds",
        "run -n 2 --timeout=soon PROBE | 'soon' is not a number of seconds",
        "run -n 2 --transport=pigeon PROBE | no transport 'pigeon'; there are: auto, local, shm",
        "run -n 2 --unknown PROBE | Unknown option: '--unknown'",
        "bench none | no suite 'none'",
        "run -n 2 PROBE \uFFFD | set LC_ALL=C.UTF-8",
        "walk | 'walk'",
        "help walk | no command 'walk'; there are: run, bench, tune, lab, storm, info, help",
      })
  void aMistakeIsToldInTwoLines(String line, String message) {
    int exitCode = armci(line.replace("PROBE", Probe.class.getName()).split(" "));
    assertEquals(2, exitCode);
    assertTrue(err.toString().contains(message), err::toString);
    assertEquals(2, err.toString().lines().count(), err::toString);
    assertEquals("", out.toString());
  }

  @Test
  void helpAndVersionAreNoMistakes() {
    assertEquals(0, armci("--version"));
    assertTrue(out.toString().contains("armci4j"), out::toString);
    assertEquals(0, armci("help"));
    assertEquals(0, armci("help", "run"));
    assertEquals(0, armci("run", "--help"));
    assertTrue(out.toString().contains("--jvm-arg"), out::toString);
    assertEquals("", err.toString());
  }

  @Test
  void infoTellsTheSameToPrograms() throws IOException {
    assertEquals(0, armci("info", "--json"));
    Map<String, String> found = new LinkedHashMap<>();
    try (JsonParser json = new JsonFactory().createParser(out.toString())) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.VALUE_STRING) {
          found.put(json.getParsingContext().pathAsPointer().toString(), json.getText());
        }
      }
    }
    assertEquals("local", found.get("/transports/0/name"), out::toString);
    assertEquals("yes", found.get("/transports/0/available"), out::toString);
    assertTrue(found.get("/host/cores").matches("\\d+, .*"), out::toString);
    String transport =
        found.keySet().stream()
            .filter(place -> place.startsWith("/settings/") && found.get(place).equals("transport"))
            .findFirst()
            .orElseThrow();
    assertEquals("auto", found.get(transport.replace("/name", "/value")), out::toString);
    assertTrue(found.get("/programs/armci run").contains("hello"), out::toString);
  }

  @Test
  void infoTellsTransportsHostAndSettings() {
    assertEquals(0, armci("info"));
    String info = out.toString();
    assertTrue(info.matches("(?s).*\\R  local +yes +.*"), info);
    assertTrue(info.matches("(?s).*\\R  cores +\\d.*"), info);
    assertTrue(info.matches("(?s).*\\R  transport +auto +default +.*"), info);
  }
}
