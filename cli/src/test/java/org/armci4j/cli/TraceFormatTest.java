package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the traces of jobs by the rules of the format, and by those that Perfetto adds: it takes 0
 * for the idle process, shows a process's number behind its name, and processes by their sort
 * indices. It finds a thread's name by its number alone, and takes no slice or arrow that {@link
 * PerfettoImport} refuses.
 */
class TraceFormatTest {
  @TempDir private Path folder;

  private List<Map<String, String>> events;

  private void run(int ranks, String... program) throws Exception {
    Path trace = folder.resolve("out.json");
    List<String> words = new ArrayList<>(List.of("run", "-n", Integer.toString(ranks)));
    words.addAll(List.of("--transport=shm", "--trace", trace.toString()));
    words.addAll(List.of(program));
    try (LaunchedJob job = LaunchedJob.armci(Map.of(), words)) {
      assertEquals(0, job.exitCode(), job::toString);
    }
    events = TraceEvents.read(trace, "traceEvents");
  }

  /** Has two threads of rank 0 in one row wait at the same time. */
  private void runOverlappingWaits() throws Exception {
    run(2, "-cp", LaunchedJob.testClasses(), OverlappingWaits.class.getName());
  }

  private List<Map<String, String>> of(String phase) {
    return events.stream().filter(event -> event.get("ph").equals(phase)).toList();
  }

  private static String row(Map<String, String> event) {
    return event.get("pid") + " " + event.get("tid");
  }

  private static void requireMicros(Map<String, String> event, String name) {
    String text = event.get(name);
    assertTrue(text != null && text.matches("[0-9]+\\.[0-9]{3}"), event::toString);
  }

  @Test
  void perfettoTakesATraceOfTwoWaitsAtATime() throws Exception {
    runOverlappingWaits();
    requireForms();
    requireNames(2);
    long rows =
        of("X").stream()
            .filter(span -> TraceEvents.rank(span) != 2) // that of the collectives
            .map(TraceFormatTest::row)
            .distinct()
            .count();
    assertEquals(4, rows, "the two waiting threads, and the main threads");
    assertTrue(arrows() >= 2, "both waits of rank 0 were ended by a signal");
  }

  @Test
  void perfettoTakesATraceOfAnApplication() throws Exception {
    run(4, "mg", "--class", "S");
    requireForms();
    requireNames(4);
    assertTrue(arrows() > 20, () -> "arrows: " + of("f").size());
  }

  private void requireForms() {
    for (Map<String, String> event : events) {
      assertTrue(event.get("ph").matches("[MXisf]"), event::toString);
      assertFalse(event.get("name").isEmpty(), event::toString);
      assertTrue(event.get("pid").matches("[1-9][0-9]{0,8}"), event::toString);
      assertTrue(event.get("tid").matches("[1-9][0-9]{0,8}"), event::toString);
      if (!event.get("ph").equals("M")) {
        requireMicros(event, "ts");
      }
    }
    of("X").forEach(span -> requireMicros(span, "dur"));
    of("i").forEach(mark -> assertEquals("t", mark.get("s"), "on its thread"));
  }

  private void requireNames(int ranks) {
    Set<Integer> sorted = new HashSet<>();
    Map<String, String> processes = new HashMap<>();
    Map<String, String> threads = new HashMap<>();
    Map<String, String> processOfThread = new HashMap<>();
    for (Map<String, String> event : of("M")) {
      if (event.get("name").equals("process_sort_index")) {
        assertEquals(TraceEvents.rank(event), Integer.parseInt(event.get("args.sort_index")));
        assertNotNull(processes.get(event.get("pid")), "its name comes first");
        sorted.add(TraceEvents.rank(event));
        continue;
      }
      boolean isProcess = event.get("name").equals("process_name");
      assertTrue(isProcess || event.get("name").equals("thread_name"), event::toString);
      Map<String, String> named = isProcess ? processes : threads;
      String number = isProcess ? event.get("pid") : row(event);
      assertNull(named.put(number, event.get("args.name")), event::toString);
    }
    assertEquals(ranks + 1, sorted.size(), sorted::toString);
    assertEquals(
        "collectives", processes.remove(Integer.toString(TraceEvents.FIRST_PROCESS + ranks)));
    assertEquals(ranks, processes.size(), processes::toString);
    processes.forEach(
        (number, name) ->
            assertEquals("rank " + (Integer.parseInt(number) - TraceEvents.FIRST_PROCESS), name));
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

  /** Has Perfetto take all, and returns how many arrows of signals it draws. */
  private long arrows() {
    PerfettoImport taken = new PerfettoImport(events);
    assertEquals(List.of(), taken.refused());
    for (PerfettoImport.Arrow arrow : taken.arrows()) {
      String from = arrow.from().name();
      if (from.matches("signal|put")) {
        assertEquals("signalled", arrow.to().name(), arrow::toString);
        assertTrue(arrow.to().parent().name().startsWith("wait for a "), arrow::toString);
      } else {
        assertEquals("released", arrow.to().name(), arrow::toString);
        assertEquals(from, arrow.to().parent().name(), arrow::toString);
      }
      assertEquals(
          TraceEvents.rank(arrow.from().event()),
          Integer.parseInt(arrow.to().event().get("args.rank")));
    }
    assertEquals(taken.begun(), taken.arrows().size(), "each has an end");
    return taken.arrows().stream().filter(arrow -> arrow.to().name().equals("signalled")).count();
  }
}
