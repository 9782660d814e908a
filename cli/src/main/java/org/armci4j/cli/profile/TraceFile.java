package org.armci4j.cli.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.recording.ClockReading;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.RecordFile;

/**
 * Writes the traces of all ranks as one timeline, in Chrome's trace event format: a process for
 * each rank, a row for each thread, a complete event ({@code X}) for each operation, wait and
 * collective, and a flow ({@code s}, {@code f}) from each signal to the wait that it has ended.
 * Perfetto and {@code chrome://tracing} show it.
 *
 * <p>Ranks of one host have one clock. Those of several hosts are aligned by the readings of their
 * clocks, which {@code otherData} holds. Where these are missing, the moment counts at which the
 * first rank of each host had opened its runtime.
 */
final class TraceFile {
  private final HostClocks clocks = new HostClocks();
  private final Map<String, Long> hostStarts = new HashMap<>();
  private final List<Path> files;

  /** When the first rank had opened its runtime, by the common clock. */
  private final long startNanos;

  private int arrows;

  /**
   * @param files the traces of ranks
   */
  TraceFile(List<Path> files) throws IOException {
    this.files = files;
    for (Path file : files) {
      RankTrace trace = RecordFile.read(file, RankTrace.class);
      clocks.add(trace.host(), trace.clock());
      hostStarts.merge(trace.host(), trace.startNanos(), TraceFile::earlier);
    }
    this.startNanos =
        hostStarts.entrySet().stream()
            .map(start -> clocks.common(start.getKey(), start.getValue()))
            .reduce(TraceFile::earlier)
            .orElse(0L);
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /**
   * Writes the timeline.
   *
   * @param out gets the JSON; closed at the end
   * @param messages gets what the reader of the timeline must know
   */
  void write(OutputStream out, PrintStream messages) throws IOException {
    long dropped = 0;
    SignalArrows found = new SignalArrows(clocks);
    for (Path file : files) { // one at a time, as together they may be large
      found.addWaits(RecordFile.read(file, RankTrace.class));
    }
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("displayTimeUnit", "ns");
      writeClocks(json);
      json.writeArrayFieldStart("traceEvents");
      for (Path file : files) {
        RankTrace trace = RecordFile.read(file, RankTrace.class);
        found.addSignals(trace);
        dropped += write(trace, json);
      }
      if (clocks.areOne()) {
        found.forEach((signal, wait) -> writeArrow(json, signal, wait));
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    tell(dropped, messages);
  }

  private void tell(long dropped, PrintStream messages) {
    if (dropped > 0) {
      messages.println(
          Text.format(
              "armci: the trace lacks the first %,d events of its threads: each keeps its latest",
              dropped));
    }
    if (!clocks.areOne()) {
      messages.println(
          "armci: the trace has several clocks that were not compared: rows of different hosts may"
              + " be off by milliseconds");
    } else if (hostStarts.size() > 1) {
      messages.println(
          Text.format(
              "armci: the trace has the clocks of %d hosts: their rows may be off by %.1f us",
              hostStarts.size(), clocks.errorNanos() / 1e3));
    }
  }

  /** Says how the hosts' clocks differ, as far as that was read. */
  private void writeClocks(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("otherData");
    json.writeArrayFieldStart("clocks");
    for (String host : clocks.hosts()) {
      for (ClockReading reading : clocks.readings(host)) {
        json.writeStartObject();
        json.writeStringField("host", host);
        json.writeNumberField("atNanos", reading.atNanos());
        json.writeNumberField("aheadNanos", reading.aheadNanos());
        json.writeNumberField("errorNanos", reading.errorNanos());
        json.writeEndObject();
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Writes one rank; returns how many of its spans were dropped. */
  private long write(RankTrace trace, JsonGenerator json) throws IOException {
    writeName(json, "process_name", trace.rank(), 0, "rank " + trace.rank());
    long dropped = 0;
    for (int row = 0; row < trace.threads().length; row++) {
      RankTrace.ThreadTrace thread = trace.threads()[row];
      writeName(json, "thread_name", trace.rank(), row, thread.thread());
      for (int span = 0; span < thread.names().length; span++) {
        writeSpan(json, trace, row, span);
      }
      dropped += thread.dropped();
    }
    return dropped;
  }

  private static void writeName(JsonGenerator json, String what, int rank, int row, String name)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", "M");
    json.writeStringField("name", what);
    json.writeNumberField("pid", rank);
    json.writeNumberField("tid", row);
    json.writeObjectFieldStart("args");
    json.writeStringField("name", name);
    json.writeEndObject();
    json.writeEndObject();
  }

  private void writeSpan(JsonGenerator json, RankTrace trace, int row, int span)
      throws IOException {
    RankTrace.ThreadTrace thread = trace.threads()[row];
    json.writeStartObject();
    json.writeStringField("ph", "X");
    json.writeStringField("name", thread.names()[span]);
    json.writeNumberField("pid", trace.rank());
    json.writeNumberField("tid", row);
    json.writeNumberField("ts", micros(trace.host(), thread.starts()[span]));
    json.writeNumberField("dur", thread.nanos()[span] / 1e3);
    json.writeObjectFieldStart("args");
    if (thread.peers()[span] >= 0) {
      json.writeNumberField("rank", thread.peers()[span]);
    }
    if (thread.bytes()[span] > 0) {
      json.writeNumberField("bytes", thread.bytes()[span]);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Returns a host's time as that of the timeline, which begins when the first rank does. */
  private double micros(String host, long nanos) {
    return clocks.areOne()
        ? micros(clocks.common(host, nanos))
        : (nanos - hostStarts.get(host)) / 1e3;
  }

  private double micros(long common) {
    return (common - startNanos) / 1e3;
  }

  private void writeArrow(
      JsonGenerator json, SignalArrows.TracedEnd signal, SignalArrows.TracedEnd wait) {
    try {
      writeFlow(json, "s", signal, signal.start());
      writeFlow(json, "f", wait, Math.max(wait.start(), wait.end() - 1));
      arrows++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes one end of an arrow, which belongs to the span that is around its time. */
  private void writeFlow(JsonGenerator json, String phase, SignalArrows.TracedEnd end, long time)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", phase);
    json.writeStringField("name", "signal");
    json.writeStringField("cat", "signal");
    json.writeNumberField("id", arrows);
    json.writeNumberField("pid", end.rank());
    json.writeNumberField("tid", end.row());
    json.writeNumberField("ts", micros(time));
    if (phase.equals("f")) {
      json.writeStringField("bp", "e");
    }
    json.writeEndObject();
  }
}
