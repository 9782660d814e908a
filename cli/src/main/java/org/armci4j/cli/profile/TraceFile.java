package org.armci4j.cli.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.RecordFile;

/**
 * Writes the traces of all ranks as one timeline, in Chrome's trace event format: a process for
 * each rank, a row for each thread, a complete event ({@code X}) for each operation, wait and
 * collective. Perfetto and {@code chrome://tracing} show it.
 *
 * <p>Ranks of one host have one clock. Those of several hosts are aligned by the moment at which
 * the first rank of each host had opened its runtime, which follows an exchange among all ranks.
 */
final class TraceFile {
  private final Map<String, Long> hostStarts = new HashMap<>();
  private final List<Path> files;

  /**
   * @param files the traces of ranks
   */
  TraceFile(List<Path> files) throws IOException {
    this.files = files;
    for (Path file : files) {
      RankTrace trace = RecordFile.read(file, RankTrace.class);
      hostStarts.merge(trace.host(), trace.startNanos(), TraceFile::earlier);
    }
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
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("displayTimeUnit", "ns");
      json.writeArrayFieldStart("traceEvents");
      for (Path file : files) { // one at a time, as together they may be large
        dropped += write(RecordFile.read(file, RankTrace.class), json);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    if (dropped > 0) {
      messages.println(
          Text.format(
              "armci: the trace lacks the first %,d events of its threads: each keeps its latest",
              dropped));
    }
    if (hostStarts.size() > 1) {
      messages.println(
          "armci: the trace has several clocks: rows of different hosts may be off by"
              + " milliseconds");
    }
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
    json.writeNumberField("ts", (thread.starts()[span] - hostStarts.get(trace.host())) / 1e3);
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
}
