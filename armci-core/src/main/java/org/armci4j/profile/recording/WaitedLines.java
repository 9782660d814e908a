package org.armci4j.profile.recording;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.text.Text;

/**
 * Source lines of the program, with the time that the runtime has spent in their calls. Whenever a
 * thread has spent {@value #STEP_NANOS} ns in the runtime, the line of its latest call is charged
 * with all of that time. So a line is found in proportion to its time, however short its calls.
 */
final class WaitedLines {
  /** A look at the stack takes some µs, which is half a percent of this time. */
  static final long STEP_NANOS = 1_000_000;

  private static final int MOST_LINES = 500;
  private static final String OTHERS = "other lines";

  /**
   * Classes of the runtime and of the JDK: all of armci4j but the programs and tests of its own
   * that use the runtime, so that a new package of the runtime needs no entry.
   */
  private static final Pattern RUNTIME =
      Pattern.compile(
          "(java|jdk)\\..*|org\\.armci4j\\.(?!(benchmarks|cli|examples|lab|testkit)\\.).*");

  private final Map<String, LongAdder> lines = new ConcurrentHashMap<>();

  /**
   * Charges the program's line that has called the runtime.
   *
   * @param name what the line's latest call did
   */
  void charge(String name, long nanos) {
    String line =
        StackWalker.getInstance()
            .walk(
                frames ->
                    frames
                        .filter(frame -> !isOfRuntime(frame.getClassName()))
                        .findFirst()
                        .map(frame -> describe(frame, name))
                        .orElse(OTHERS));
    String key = lines.size() < MOST_LINES || lines.containsKey(line) ? line : OTHERS;
    lines.computeIfAbsent(key, _ -> new LongAdder()).add(nanos);
  }

  /** Returns whether a class is not the program's, so that no line of it is charged. */
  static boolean isOfRuntime(String className) {
    return RUNTIME.matcher(className).matches();
  }

  private static String describe(StackWalker.StackFrame frame, String name) {
    String className = frame.getClassName();
    return Text.format(
        "%s.%s (%s:%d): %s",
        className.substring(className.lastIndexOf('.') + 1),
        frame.getMethodName(),
        frame.getFileName(),
        frame.getLineNumber(),
        name);
  }

  /** Returns the nanoseconds of each line. */
  Map<String, Long> nanos() {
    Map<String, Long> nanos = new HashMap<>();
    lines.forEach((line, sum) -> nanos.put(line, sum.sum()));
    return nanos;
  }
}
