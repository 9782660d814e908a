package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the trace of a job by the rules of the format, and by those that Perfetto adds. It takes 0
 * for the idle process, finds a thread's name by its number alone, refuses negative times, drops a
 * span that is neither within another one of its row nor beside it, and drops an arrow that ends
 * before its begin.
 */
class TraceFormatTest {
  @TempDir private Path folder;

  private List<Map<String, String>> events;

  /** Has two threads of rank 0 in one row wait at the same time. */
  @BeforeEach
  void trace() throws Exception {
    Path trace = folder.resolve("out.json");
    List<String> words =
        List.of(
            "run",
            "-n",
            "2",
            "--transport=shm",
            "--trace",
            trace.toString(),
            "-cp",
            LaunchedJob.testClasses(),
            OverlappingWaits.class.getName());
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), words)) {
      assertEquals(0, job.exitCode(), job::toString);
    }
    events = TraceEvents.read(trace, "traceEvents");
  }

  private List<Map<String, String>> of(String phase) {
    return events.stream().filter(event -> event.get("ph").equals(phase)).toList();
  }

  private static String row(Map<String, String> event) {
    return event.get("pid") + " " + event.get("tid");
  }

  private static BigDecimal number(Map<String, String> event, String name) {
    String text = event.get(name);
    assertTrue(text != null && text.matches("[0-9]+\\.[0-9]{3}"), event::toString);
    return new BigDecimal(text);
  }

  private static BigDecimal end(Map<String, String> span) {
    return number(span, "ts").add(number(span, "dur"));
  }

  @Test
  void eventsHaveTheFormOfTheirPhase() {
    for (Map<String, String> event : events) {
      assertTrue(event.get("ph").matches("[MXsf]"), event::toString);
      assertFalse(event.get("name").isEmpty(), event::toString);
      assertTrue(event.get("pid").matches("[1-9][0-9]{0,8}"), event::toString);
      assertTrue(event.get("tid").matches("[1-9][0-9]{0,8}"), event::toString);
      if (!event.get("ph").equals("M")) {
        number(event, "ts");
      }
    }
    for (Map<String, String> span : of("X")) {
      number(span, "dur");
    }
  }

  @Test
  void processesAndThreadsHaveOneNameEach() {
    Map<String, String> processes = new HashMap<>();
    Map<String, String> threads = new HashMap<>();
    Map<String, String> processOfThread = new HashMap<>();
    for (Map<String, String> event : of("M")) {
      boolean isProcess = event.get("name").equals("process_name");
      assertTrue(isProcess || event.get("name").equals("thread_name"), event::toString);
      Map<String, String> named = isProcess ? processes : threads;
      String number = isProcess ? event.get("pid") : row(event);
      assertNull(named.put(number, event.get("args.name")), event::toString);
    }
    assertEquals(Map.of("1", "rank 0", "2", "rank 1"), processes);
    Set<String> used = new HashSet<>();
    for (Map<String, String> event : events) {
      String process = event.get("pid");
      assertEquals(process, processOfThread.merge(event.get("tid"), process, (first, _) -> first));
      if (!event.get("ph").equals("M")) {
        used.add(row(event));
      }
    }
    assertTrue(threads.keySet().containsAll(used), () -> threads + " of " + used);
  }

  @Test
  void spansOfARowDoNotOverlap() {
    Map<String, List<Map<String, String>>> rows = new HashMap<>();
    of("X").forEach(span -> rows.computeIfAbsent(row(span), _ -> new ArrayList<>()).add(span));
    assertEquals(4, rows.size(), "the two waiting threads, and the main threads");
    for (List<Map<String, String>> spans : rows.values()) {
      spans.sort(Comparator.comparing(span -> number(span, "ts")));
      for (int i = 1; i < spans.size(); i++) {
        Map<String, String> earlier = spans.get(i - 1);
        Map<String, String> later = spans.get(i);
        assertTrue(
            end(earlier).compareTo(number(later, "ts")) <= 0, () -> earlier + " and " + later);
      }
    }
  }

  @Test
  void arrowsLeadFromSpanToSpan() {
    Map<String, Map<String, String>> begins = new HashMap<>();
    for (Map<String, String> begin : of("s")) {
      assertNull(begins.put(begin.get("id"), begin), begin::toString);
      requireSpanAround(begin);
    }
    for (Map<String, String> end : of("f")) {
      Map<String, String> begin = begins.remove(end.get("id"));
      assertEquals(begin.get("name"), end.get("name"));
      assertEquals(begin.get("cat"), end.get("cat"));
      assertEquals("e", end.get("bp"), "else it belongs to the next span");
      assertTrue(number(begin, "ts").compareTo(number(end, "ts")) <= 0, end::toString);
      requireSpanAround(end);
    }
    assertEquals(Map.of(), begins, "without an end");
    assertTrue(of("f").size() >= 2, "both waits of rank 0 were ended by a signal");
  }

  private void requireSpanAround(Map<String, String> event) {
    BigDecimal time = number(event, "ts");
    assertEquals(
        1,
        of("X").stream()
            .filter(span -> row(span).equals(row(event)))
            .filter(span -> number(span, "ts").compareTo(time) <= 0)
            .filter(span -> end(span).compareTo(time) > 0)
            .count(),
        event::toString);
  }
}
