package org.armci4j.cli.profile;

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
import org.armci4j.profile.recording.WordRole;

/**
 * Writes the traces of all ranks as one timeline, in Chrome's trace event format: a process for
 * each rank, a row for each thread, a complete event ({@code X}) for each operation, wait and
 * collective, and a flow ({@code s}, {@code f}) from each signal to a mark ({@code i}) at the end
 * of the wait that it has ended. One more process has a span for each collective call of several
 * ranks, and flows lead from the rank that came last to marks in the spans of the others. Perfetto
 * and {@code chrome://tracing} show it; {@link TraceJson} knows what Perfetto asks for. {@link
 * TraceRows} keeps spans of a row apart, as Perfetto drops those that overlap.
 *
 * <p>Ranks of one host have one clock. Those of several hosts are aligned by the readings of their
 * clocks, which {@code otherData} holds. Where these are missing, the moment counts at which the
 * first rank of each host had opened its runtime.
 */
final class TraceFile {
  /** Waits in collectives that are shorter have no arrow: all ranks came together. */
  private static final long LEAST_WAIT_NANOS = 1000;

  private final HostClocks clocks = new HostClocks();
  private final Map<String, Long> hostStarts = new HashMap<>();
  private final List<Path> files;

  /** For each file, which time its rank had opened its runtime. */
  private final int[] openings;

  private final TracedCollectives collectives;

  /** When the first rank had opened its runtime, by the common clock. */
  private final long startNanos;

  /** Number of ranks, as far as they have left a trace. */
  private final int ranks;

  /**
   * @param files the traces of ranks
   */
  TraceFile(List<Path> files) throws IOException {
    this.files = files;
    this.openings = new int[files.size()];
    Map<Integer, Integer> opened = new HashMap<>();
    int most = 0;
    for (int i = 0; i < openings.length; i++) {
      RankTrace trace = RecordFile.read(files.get(i), RankTrace.class);
      most = Math.max(most, trace.rank());
      openings[i] = opened.merge(trace.rank(), 1, Integer::sum);
      clocks.add(trace.host(), trace.clock());
      hostStarts.merge(trace.host(), trace.startNanos(), TraceFile::earlier);
    }
    this.ranks = most + 1;
    this.collectives = new TracedCollectives(clocks, ranks);
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
    for (int i = 0; i < openings.length; i++) { // one at a time, as together they may be large
      RankTrace trace = read(files.get(i));
      found.addWaits(trace);
      collectives.add(trace, openings[i]);
    }
    try (TraceJson json = new TraceJson(out, ranks + 1)) {
      writeClocks(json.fields());
      json.beginEvents();
      for (int i = 0; i < openings.length; i++) {
        RankTrace trace = read(files.get(i));
        found.addSignals(trace);
        dropped += write(trace, openings[i], json);
      }
      if (clocks.areOne()) {
        found.forEach((signal, wait) -> writeSignal(json, signal, wait));
        writeCollectives(json);
      }
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
  private long write(RankTrace trace, int opening, TraceJson json) throws IOException {
    json.nameProcess(trace.rank(), "rank " + trace.rank());
    long dropped = 0;
    for (int row = 0; row < trace.threads().length; row++) {
      RankTrace.ThreadTrace thread = trace.threads()[row];
      json.nameRow(trace.rank(), row, thread.thread());
      for (int span = 0; span < thread.names().length; span++) {
        writeSpan(json, trace, row, span);
        if (clocks.areOne()) {
          writeRelease(json, trace, row, span, opening);
        }
      }
      dropped += thread.dropped();
    }
    return dropped;
  }

  private void writeSpan(TraceJson json, RankTrace trace, int row, int span) throws IOException {
    RankTrace.ThreadTrace thread = trace.threads()[row];
    long start = nanos(trace.host(), thread.starts()[span]);
    boolean isCollective = thread.roles()[span] == WordRole.CALL;
    json.beginSpan(
        thread.names()[span],
        new TraceJson.TracePlace(trace.rank(), row, start),
        thread.nanos()[span]);
    if (thread.peers()[span] >= 0) {
      json.argument(isCollective ? "root" : "rank", thread.peers()[span]);
    }
    if (thread.bytes()[span] > 0) {
      json.argument("bytes", thread.bytes()[span]);
    }
    if (thread.calls()[span] > 1) {
      json.argument("calls", thread.calls()[span]);
    }
    if (isCollective) {
      json.argument("call", thread.values()[span]);
    }
    json.endSpan();
  }

  /** Returns a host's time as that of the timeline, which begins when the first rank does. */
  private long nanos(String host, long nanos) {
    return clocks.areOne() ? clocks.common(host, nanos) - startNanos : nanos - hostStarts.get(host);
  }

  /** Writes an arrow to a span of a collective from the rank that came last of those it needs. */
  private void writeRelease(TraceJson json, RankTrace trace, int row, int span, int opening)
      throws IOException {
    TracedCollectives.CallerArrival last = collectives.awaited(trace, row, span, opening);
    if (last == null) {
      return;
    }
    long came = last.nanos() - startNanos;
    long start = nanos(trace.host(), trace.threads()[row].starts()[span]);
    if (came - start >= Math.max(clocks.errorNanos(), LEAST_WAIT_NANOS)) {
      json.arrow(
          "collective",
          new TraceJson.TracePlace(last.rank(), last.row(), came),
          new TraceJson.TracePlace(trace.rank(), row, came),
          "released",
          last.rank());
    }
  }

  /** Writes the calls of all ranks together, as rows of a process behind those of the ranks. */
  private void writeCollectives(TraceJson json) throws IOException {
    List<TracedCollectives.TracedCall> calls = collectives.complete();
    RankTrace.ThreadTrace[] rows = collectives.rows(calls);
    if (rows.length > 0) {
      json.nameProcess(ranks, "collectives");
    }
    for (int row = 0; row < rows.length; row++) {
      json.nameRow(ranks, row, rows[row].thread());
      for (int span = 0; span < rows[row].names().length; span++) {
        TracedCollectives.TracedCall call = calls.get((int) rows[row].values()[span]);
        long start = rows[row].starts()[span] - startNanos;
        json.beginSpan(
            rows[row].names()[span],
            new TraceJson.TracePlace(ranks, row, start),
            rows[row].nanos()[span]);
        writeArguments(json, call);
        json.endSpan();
      }
    }
  }

  private static void writeArguments(TraceJson json, TracedCollectives.TracedCall call)
      throws IOException {
    json.argument("call", call.number());
    json.argument("ranks", call.members());
    if (call.root() >= 0) {
      json.argument("root", call.root());
    }
    json.argument("first", call.first().rank());
    json.argument("last", call.last().rank());
    json.microsArgument("apartMicros", call.last().nanos() - call.first().nanos());
  }

  /**
   * Writes an arrow from a signal to a mark at the end of the wait that it has ended, for most
   * waits begin before their signals.
   */
  private void writeSignal(
      TraceJson json, SignalArrows.TracedEnd signal, SignalArrows.TracedEnd wait) {
    // Clocks of two hosts may put the signal behind the wait; no arrow may end before its begin.
    long ended = Math.max(Math.max(wait.start(), wait.end() - 1), signal.start());
    try {
      json.arrow(
          "signal",
          new TraceJson.TracePlace(signal.rank(), signal.row(), signal.start() - startNanos),
          new TraceJson.TracePlace(wait.rank(), wait.row(), ended - startNanos),
          "signalled",
          signal.rank());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
