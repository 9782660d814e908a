package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that the latest spans are kept, how many are not, and that a file carries them. */
class SpansTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 5, 6, 13})
  void theLatestSpansAreKept(int added) throws IOException {
    Spans spans = new Spans("main", 5);
    for (int i = 0; i < added; i++) {
      WordEvent word = new WordEvent(WordRole.SET, 300L + i, 400L + i);
      spans.add("put " + i, i, 8L * i, 500 + i, 100L + i, 200L + i, word);
    }
    Path file = folder.resolve("0-1.trace");
    RecordFile.write(
        file,
        new RankTrace(
            0,
            "host",
            new ClockReading[0],
            7,
            new CollectiveKind[0],
            new RankTrace.ThreadTrace[] {spans.trace()}));
    RankTrace.ThreadTrace kept = RecordFile.read(file, RankTrace.class).threads()[0];
    long first = Math.max(0, added - 5);
    assertEquals(first, kept.dropped());
    long[] numbers = LongStream.range(first, added).toArray();
    assertArrayEquals(
        LongStream.of(numbers).mapToObj(i -> "put " + i).toArray(String[]::new), kept.names());
    assertArrayEquals(LongStream.of(numbers).mapToInt(i -> (int) i).toArray(), kept.peers());
    assertArrayEquals(LongStream.of(numbers).map(i -> 8 * i).toArray(), kept.bytes());
    assertArrayEquals(LongStream.of(numbers).mapToInt(i -> 500 + (int) i).toArray(), kept.calls());
    assertArrayEquals(LongStream.of(numbers).map(i -> 100 + i).toArray(), kept.starts());
    assertArrayEquals(LongStream.of(numbers).map(i -> 200 + i).toArray(), kept.nanos());
    assertArrayEquals(LongStream.of(numbers).map(i -> 300 + i).toArray(), kept.words());
    assertArrayEquals(LongStream.of(numbers).map(i -> 400 + i).toArray(), kept.values());
  }
}
