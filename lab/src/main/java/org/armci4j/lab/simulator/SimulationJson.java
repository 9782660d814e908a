package org.armci4j.lab.simulator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.lab.simulator.play.PlayOutcome;

/** Writes the figures for programs: an array of objects. */
final class SimulationJson {
  private SimulationJson() {}

  static void write(SimulationRequest request, List<SimulatedRun> figures, Path file)
      throws IOException {
    try (Writer writer = Files.newBufferedWriter(file);
        JsonGenerator json = new JsonFactory().createGenerator(writer).useDefaultPrettyPrinter()) {
      json.writeStartArray();
      for (SimulatedRun figure : figures) {
        write(request, figure, json);
      }
      json.writeEndArray();
    }
  }

  private static void write(SimulationRequest request, SimulatedRun figure, JsonGenerator json)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("operation", request.operation().label());
    json.writeNumberField("sizeBytes", request.count() * request.elementBytes());
    json.writeStringField("algorithm", figure.algorithm());
    json.writeNumberField("ranks", figure.ranks());
    json.writeNumberField("formulaNanos", figure.formulaNanos());
    json.writeNumberField("controlBytes", Channels.sizeBytes(figure.ranks()));
    PlayOutcome outcome = figure.outcome();
    json.writeBooleanField("played", outcome != null);
    if (outcome != null) {
      json.writeNumberField("nanos", outcome.nanos());
      json.writeNumberField("messages", outcome.messages());
      json.writeNumberField("bytes", outcome.bytes());
      json.writeNumberField("longestSchedule", outcome.longestSchedule());
      json.writeNumberField("busiestRank", outcome.busiestRank());
      json.writeNumberField("busiestRankMessages", outcome.busiestRankMessages());
      json.writeNumberField("busiestRankBytes", outcome.busiestRankBytes());
      json.writeStringField("busiestLink", outcome.busiestLink());
      json.writeNumberField("busiestLinkBytes", outcome.busiestLinkBytes());
    }
    json.writeEndObject();
  }
}
