package org.armci4j.cli.profile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;

/**
 * Writes events in Chrome's trace event format, in the form that Perfetto asks for. No two threads
 * have one number, as it finds a thread's name by that alone. Processes have sort indices, or it
 * would show those with most spans first.
 */
final class TraceJson implements AutoCloseable {
  /**
   * Number of the first process. Perfetto shows it behind the name, where nobody is to take it for
   * a rank, and takes 0 for the idle process.
   */
  private static final int FIRST_PROCESS = 100_000;

  private final JsonGenerator json;
  private final int processes;
  private int arrows;

  /** A moment in a row of a process; nanoseconds since the timeline's begin. */
  record TracePlace(int process, int row, long nanos) {}

  /**
   * @param out gets the JSON; closed with this object
   * @param processes number of processes
   */
  TraceJson(OutputStream out, int processes) throws IOException {
    this.json = new JsonFactory().createGenerator(out);
    this.processes = processes;
    json.writeStartObject();
    json.writeStringField("displayTimeUnit", "ns");
  }

  /** Returns what writes fields in front of the events. */
  JsonGenerator fields() {
    return json;
  }

  void beginEvents() throws IOException {
    json.writeArrayFieldStart("traceEvents");
  }

  /** Ends the file, whose events were begun. */
  @Override
  public void close() throws IOException {
    json.close(); // ends the array and the object
  }

  /** Returns microseconds with three digits behind the point, as a double would lose some. */
  private static BigDecimal micros(long nanos) {
    return BigDecimal.valueOf(nanos, 3);
  }

  private void begin(String phase, String name, int process, int row) throws IOException {
    json.writeStartObject();
    json.writeStringField("ph", phase);
    json.writeStringField("name", name);
    // The first row of a process has its number, and so is its main thread.
    json.writeNumberField("pid", FIRST_PROCESS + process);
    json.writeNumberField("tid", FIRST_PROCESS + process + row * processes);
  }

  /** Names a process, and gives it its place among the others. */
  void nameProcess(int process, String name) throws IOException {
    name("process_name", process, 0, name);
    begin("M", "process_sort_index", process, 0);
    json.writeObjectFieldStart("args");
    json.writeNumberField("sort_index", process);
    json.writeEndObject();
    json.writeEndObject();
  }

  void nameRow(int process, int row, String name) throws IOException {
    name("thread_name", process, row, name);
  }

  private void name(String what, int process, int row, String name) throws IOException {
    begin("M", what, process, row);
    json.writeObjectFieldStart("args");
    json.writeStringField("name", name);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Begins a span; {@link #argument} adds to it, and {@link #endSpan} ends it. */
  void beginSpan(String name, TracePlace start, long nanos) throws IOException {
    begin("X", name, start.process(), start.row());
    json.writeNumberField("ts", micros(start.nanos()));
    json.writeNumberField("dur", micros(nanos));
    json.writeObjectFieldStart("args");
  }

  void argument(String name, long value) throws IOException {
    json.writeNumberField(name, value);
  }

  void microsArgument(String name, long nanos) throws IOException {
    json.writeNumberField(name, micros(nanos));
  }

  void endSpan() throws IOException {
    json.writeEndObject();
    json.writeEndObject();
  }

  /**
   * Writes an arrow that ends at a mark, as Perfetto turns an arrow round whose span at the end
   * begins before the one at its begin.
   *
   * @param category what it is about
   * @param from in a span
   * @param to in a span, no sooner
   * @param mark what has happened there
   * @param rank the rank that has made it happen
   */
  void arrow(String category, TracePlace from, TracePlace to, String mark, int rank)
      throws IOException {
    flow("s", category, from);
    begin("i", mark, to.process(), to.row());
    json.writeStringField("s", "t"); // on its thread
    json.writeNumberField("ts", micros(to.nanos()));
    json.writeObjectFieldStart("args");
    json.writeNumberField("rank", rank);
    json.writeEndObject();
    json.writeEndObject();
    flow("f", category, to);
    arrows++;
  }

  /** Writes one end of an arrow, which belongs to the span or mark that is there at its time. */
  private void flow(String phase, String category, TracePlace place) throws IOException {
    begin(phase, category, place.process(), place.row());
    json.writeStringField("cat", category);
    json.writeNumberField("id", arrows);
    json.writeNumberField("ts", micros(place.nanos()));
    if (phase.equals("f")) {
      json.writeStringField("bp", "e");
    }
    json.writeEndObject();
  }
}
