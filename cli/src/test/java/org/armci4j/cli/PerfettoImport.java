package org.armci4j.cli;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes the events of a trace as Perfetto does. It orders them by time, those of one time by their
 * length and then as the file has them. It keeps a stack of open slices for each thread, on which a
 * slice must end no later than the one below it. Both ends of an arrow belong to the slice on top,
 * and the arrow leads from the slice that begins first. Source: Perfetto's trace processor
 * (trace_sorter.h, slice_tracker.cc, flow_tracker.cc).
 */
final class PerfettoImport {
  /**
   * A span, or a mark, which has no length.
   *
   * @param parent the slice that it is in; null for none
   */
  record Slice(Map<String, String> event, long start, long nanos, Slice parent) {
    private long end() {
      return start + nanos;
    }

    String name() {
      return event.get("name");
    }
  }

  /** An arrow. */
  record Arrow(Slice from, Slice to) {}

  private final Map<String, Deque<Slice>> stacks = new HashMap<>();
  private final Map<String, Slice> begun = new HashMap<>();
  private final List<Arrow> arrows = new ArrayList<>();
  private final List<Map<String, String>> refused = new ArrayList<>();

  PerfettoImport(List<Map<String, String>> events) {
    events.stream()
        .filter(event -> !event.get("ph").equals("M"))
        .sorted(
            Comparator.<Map<String, String>>comparingLong(event -> nanos(event, "ts"))
                .thenComparingLong(event -> -nanos(event, "dur")))
        .forEach(this::take);
  }

  /** Returns microseconds as nanoseconds, which must have no fraction; 0 where there are none. */
  private static long nanos(Map<String, String> event, String name) {
    return new BigDecimal(event.getOrDefault(name, "0")).movePointRight(3).longValueExact();
  }

  private void take(Map<String, String> event) {
    boolean isTaken =
        nanos(event, "ts") >= 0
            && nanos(event, "dur") >= 0
            && switch (event.get("ph")) {
              case "X", "i" -> open(event);
              case "s" -> begin(event);
              case "f" -> end(event);
              default -> false;
            };
    if (!isTaken) {
      refused.add(event);
    }
  }

  private Deque<Slice> stack(Map<String, String> event) {
    return stacks.computeIfAbsent(event.get("tid"), _ -> new ArrayDeque<>());
  }

  private boolean open(Map<String, String> event) {
    Deque<Slice> stack = stack(event);
    long start = nanos(event, "ts");
    long nanos = nanos(event, "dur");
    stack.removeIf(
        open -> open.end() < start || (open.end() == start && (open.nanos() != 0 || nanos != 0)));
    if (stack.stream().anyMatch(open -> start < open.end() && start + nanos > open.end())) {
      return false;
    }
    stack.push(new Slice(event, start, nanos, stack.peek()));
    return true;
  }

  private static String arrow(Map<String, String> event) {
    return event.get("cat") + " " + event.get("name") + " " + event.get("id");
  }

  private boolean begin(Map<String, String> event) {
    Slice top = stack(event).peek();
    return top != null && begun.putIfAbsent(arrow(event), top) == null;
  }

  private boolean end(Map<String, String> event) {
    Slice top = stack(event).peek();
    Slice from = begun.get(arrow(event));
    if (top == null || from == null || !"e".equals(event.get("bp"))) {
      return false;
    }
    arrows.add(from.start() > top.start() ? new Arrow(top, from) : new Arrow(from, top));
    return true;
  }

  /** Returns the events that Perfetto would drop. */
  List<Map<String, String>> refused() {
    return refused;
  }

  List<Arrow> arrows() {
    return arrows;
  }

  /** Returns how many arrows were begun. */
  int begun() {
    return begun.size();
  }
}
