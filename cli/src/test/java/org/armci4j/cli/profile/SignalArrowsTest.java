package org.armci4j.cli.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.profile.recording.ClockReading;
import org.armci4j.profile.recording.CollectiveKind;
import org.armci4j.profile.recording.RankTrace;
import org.armci4j.profile.recording.WordRole;
import org.junit.jupiter.api.Test;

/** Checks which signal has ended a wait; rank 0 waits, and rank 1 signals a word. */
class SignalArrowsTest {
  private record Span(WordRole role, long value, long start, long end) {}

  private static Span span(WordRole role, long value, long start, long end) {
    return new Span(role, value, start, end);
  }

  private static RankTrace trace(int rank, long dropped, List<Span> spans) {
    RankTrace.ThreadTrace thread =
        new RankTrace.ThreadTrace(
            "main",
            dropped,
            spans.stream().map(one -> one.role().name()).toArray(String[]::new),
            new int[spans.size()],
            new long[spans.size()],
            new int[spans.size()],
            spans.stream().mapToLong(Span::start).toArray(),
            spans.stream().mapToLong(one -> one.end() - one.start()).toArray(),
            spans.stream().map(Span::role).toArray(WordRole[]::new),
            IntStream.range(0, spans.size()).mapToLong(_ -> 5).toArray(),
            spans.stream().mapToLong(Span::value).toArray());
    return new RankTrace(
        rank,
        "host",
        new ClockReading[0],
        0,
        new CollectiveKind[0],
        new RankTrace.ThreadTrace[] {thread});
  }

  /** Returns the start of the signal that has ended each wait. */
  private static List<Long> found(long dropped, List<Span> waits, List<Span> signals) {
    SignalArrows arrows = new SignalArrows(new HostClocks());
    List<RankTrace> traces = List.of(trace(0, 0, waits), trace(1, dropped, signals));
    traces.forEach(arrows::addWaits);
    traces.forEach(arrows::addSignals);
    List<Long> starts = new ArrayList<>();
    arrows.forEach((signal, wait) -> starts.add(signal.start()));
    return starts;
  }

  @Test
  void aCountEndsTheWaitsForIt() {
    List<Span> waits = List.of(span(WordRole.GE, 2, 0, 250), span(WordRole.GT, 3, 300, 420));
    List<Span> signals =
        List.of(
            span(WordRole.SET, 1, 100, 110),
            span(WordRole.SET, 2, 200, 210),
            span(WordRole.SET, 3, 230, 240), // before the first wait has seen the second
            span(WordRole.SET, 4, 290, 295)); // over a network it comes after its call
    assertEquals(List.of(200L, 290L), found(0, waits, signals));
  }

  @Test
  void sumsAreCompared() {
    List<Span> waits = List.of(span(WordRole.GE, 12, 0, 400));
    List<Span> signals =
        List.of(
            span(WordRole.ADD, 5, 100, 110),
            span(WordRole.ADD, 5, 200, 210),
            span(WordRole.ADD, 5, 300, 310),
            span(WordRole.ADD, 5, 350, 360));
    assertEquals(List.of(300L), found(0, waits, signals));
    assertEquals(List.of(100L), found(7, waits, signals)); // what the sum was is not known then
  }

  /** The owner stores 0 when two have come; in the second round one comes before the wait. */
  @Test
  void aCounterThatItsOwnerResetsStartsAnew() {
    List<Span> waits =
        List.of(
            span(WordRole.GE, 2, 0, 250),
            span(WordRole.GE, 2, 400, 620),
            span(WordRole.GT, 1, 700, 950));
    List<Span> signals =
        List.of(
            span(WordRole.ADD, 1, 100, 110),
            span(WordRole.ADD, 1, 200, 210),
            span(WordRole.ADD, 1, 350, 360),
            span(WordRole.ADD, 1, 600, 610),
            span(WordRole.ADD, 1, 800, 810),
            span(WordRole.ADD, 1, 900, 910));
    assertEquals(List.of(200L, 600L, 900L), found(0, waits, signals));
  }

  /** The first wait runs into its limit and is repeated; the last value is waited for twice. */
  @Test
  void aWaitThatIsRepeatedIsNoReset() {
    List<Span> waits =
        List.of(
            span(WordRole.GE, 3, 0, 50),
            span(WordRole.GE, 3, 60, 75),
            span(WordRole.GE, 3, 80, 81),
            span(WordRole.GE, 4, 85, 95));
    List<Span> signals =
        List.of(
            span(WordRole.ADD, 1, 10, 11),
            span(WordRole.ADD, 1, 20, 21),
            span(WordRole.ADD, 1, 70, 71),
            span(WordRole.ADD, 1, 90, 91));
    assertEquals(List.of(70L, 70L, 90L), found(0, waits, signals));
  }

  @Test
  void aFlagThatTogglesEndsEachWait() {
    List<Span> waits = List.of(span(WordRole.EQ, 1, 250, 320), span(WordRole.EQ, 1, 400, 520));
    List<Span> signals =
        List.of(
            span(WordRole.SET, 1, 100, 110),
            span(WordRole.SET, 0, 200, 210),
            span(WordRole.SET, 1, 300, 310),
            span(WordRole.SET, 0, 350, 360),
            span(WordRole.SET, 1, 500, 510),
            span(WordRole.SET, 1, 600, 610));
    assertEquals(List.of(300L, 500L), found(0, waits, signals));
  }

  @Test
  void aWaitThatASignalDidNotEndHasNoArrow() {
    List<Span> waits = List.of(span(WordRole.GE, 3, 0, 250));
    List<Span> signals = List.of(span(WordRole.SET, 1, 100, 110), span(WordRole.SET, 3, 300, 310));
    assertEquals(List.of(), found(0, waits, signals));
  }
}
