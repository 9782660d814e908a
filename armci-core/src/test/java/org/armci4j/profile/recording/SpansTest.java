package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the latest spans are kept, and how many are not. */
class SpansTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 5, 6, 13})
  void theLatestSpansAreKept(int added) {
    Spans spans = new Spans("main", 5);
    for (int i = 0; i < added; i++) {
      spans.add("put", i, 8L * i, 100L + i, 2);
    }
    List<RankTrace.Span> kept =
        LongStream.range(Math.max(0, added - 5), added)
            .mapToObj(i -> new RankTrace.Span("put", (int) i, 8 * i, 100 + i, 2))
            .toList();
    assertEquals(new RankTrace.ThreadTrace("main", Math.max(0, added - 5), kept), spans.trace());
  }
}
