package org.armci4j.cli.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
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
 * collective, and a flow ({@code s}, {@code f}) from each signal to a mark ({@code i}) at the end
 * of the wait that it has ended. Perfetto and {@code chrome://tracing} show it.
 *
 * <p>Perfetto asks for more than the format does. Processes and threads are numbered from 1, as it
 * takes 0 for the idle process. No two threads have one number, as it finds a thread's name by that
 * alone. {@link TraceRows} keeps spans of a row apart, as it drops those that overlap. Arrows end
 * at marks, as it turns an arrow round whose span at the end begins before the one at its begin.
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

  /** Number of ranks, as far as they have left a trace. */
  private final int ranks;

  private int arrows;

  /**
   * @param files the traces of ranks
   */
  TraceFile(List<Path> files) throws IOException {
    this.files = files;
    int most = 0;
    for (Path file : files) {
      RankTrace trace = RecordFile.read(file, RankTrace.class);
      most = Math.max(most, trace.rank());
      clocks.add(trace.host(), trace.clock());
      hostStarts.merge(trace.host(), trace.startNanos(), TraceFile::earlier);
    }
    this.ranks = most + 1;
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
      found.addWaits(read(file));
    }
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("displayTimeUnit", "ns");
      writeClocks(json);
      json.writeArrayFieldStart("traceEvents");
      for (Path file : files) {
        RankTrace trace = read(file);
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

  private static RankTrace read(Path file) throws IOException {
    return TraceRows.apart(RecordFile.read(file, RankTrace.class));
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

  private void writeName(JsonGenerator json, String what, int rank, int row, String name)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", "M");
    json.writeStringField("name", what);
    writeRow(json, rank, row);
    json.writeObjectFieldStart("args");
    json.writeStringField("name", name);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** The first row of a rank has the number of the rank's process, and so is its main thread. */
  private void writeRow(JsonGenerator json, int rank, int row) throws IOException {
    json.writeNumberField("pid", rank + 1);
    json.writeNumberField("tid", rank + 1 + row * ranks);
  }

  private void writeSpan(JsonGenerator json, RankTrace trace, int row, int span)
      throws IOException {
    RankTrace.ThreadTrace thread = trace.threads()[row];
    json.writeStartObject();
    json.writeStringField("ph", "X");
    json.writeStringField("name", thread.names()[span]);
    writeRow(json, trace.rank(), row);
    json.writeNumberField("ts", micros(nanos(trace.host(), thread.starts()[span])));
    json.writeNumberField("dur", micros(thread.nanos()[span]));
    json.writeObjectFieldStart("args");
    if (thread.peers()[span] >= 0) {
      json.writeNumberField("rank", thread.peers()[span]);
    }
    if (thread.bytes()[span] > 0) {
      json.writeNumberField("bytes", thread.bytes()[span]);
    }
    if (thread.calls()[span] > 1) {
      json.writeNumberField("calls", thread.calls()[span]);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Returns a host's time as that of the timeline, which begins when the first rank does. */
  private long nanos(String host, long nanos) {
    return clocks.areOne() ? clocks.common(host, nanos) - startNanos : nanos - hostStarts.get(host);
  }

  /** Returns microseconds with three digits behind the point, as a double would lose some. */
  private static BigDecimal micros(long nanos) {
    return BigDecimal.valueOf(nanos, 3);
  }

  /**
   * Writes an arrow from a signal to a mark at the end of the wait that it has ended, for most
   * waits begin before their signals.
   */
  private void writeArrow(
      JsonGenerator json, SignalArrows.TracedEnd signal, SignalArrows.TracedEnd wait) {
    // Clocks of two hosts may put the signal behind the wait; no arrow may end before its begin.
    long ended = Math.max(Math.max(wait.start(), wait.end() - 1), signal.start());
    try {
      writeFlow(json, "s", signal, signal.start());
      writeMark(json, wait, ended, signal.rank());
      writeFlow(json, "f", wait, ended);
      arrows++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a mark that tells whose signal has ended a wait. */
  private void writeMark(JsonGenerator json, SignalArrows.TracedEnd wait, long time, int signaller)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", "i");
    json.writeStringField("s", "t"); // on its thread
    json.writeStringField("name", "signalled");
    writeRow(json, wait.rank(), wait.row());
    json.writeNumberField("ts", micros(time - startNanos));
    json.writeObjectFieldStart("args");
    json.writeNumberField("rank", signaller);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Writes one end of an arrow, which belongs to the span or mark that is there at its time. */
  private void writeFlow(JsonGenerator json, String phase, SignalArrows.TracedEnd end, long time)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", phase);
    json.writeStringField("name", "signal");
    json.writeStringField("cat", "signal");
    json.writeNumberField("id", arrows);
    writeRow(json, end.rank(), end.row());
    json.writeNumberField("ts", micros(time - startNanos));
    if (phase.equals("f")) {
      json.writeStringField("bp", "e");
    }
    json.writeEndObject();
  }
}
