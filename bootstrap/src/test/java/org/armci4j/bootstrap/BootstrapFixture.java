package org.armci4j.bootstrap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Ranks.Running;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A job of a test and short words for what its ranks do. */
@Timeout(300)
abstract class BootstrapFixture {
  static final long LONG = Await.LIMIT_NANOS;

  final List<Bootstrap> opened = new ArrayList<>();

  JobUnderTest jobUnderTest;

  abstract JobUnderTest jobOf(int size);

  final List<Bootstrap> job(int size) {
    jobUnderTest = jobOf(size);
    for (int rank = 0; rank < size; rank++) {
      opened.add(jobUnderTest.open(rank));
    }
    return List.copyOf(opened);
  }

  @AfterEach
  void closeAll() {
    opened.forEach(Bootstrap::close);
    if (jobUnderTest != null) {
      jobUnderTest.close();
    }
  }

  static int[] world(int size) {
    return IntStream.range(0, size).toArray();
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static List<String> texts(List<byte[]> values) {
    return values.stream().map(value -> new String(value, UTF_8)).toList();
  }

  static Running<List<byte[]>> start(Bootstrap rank, String key, int... members) {
    return Ranks.start(() -> rank.exchange(key, members, bytes("of " + rank.rank()), LONG));
  }

  static BootstrapException thrownBy(Running<?> running) {
    return assertThrows(BootstrapException.class, running::get);
  }

  static void assertSays(String expected, Exception exception) {
    assertTrue(exception.getMessage().contains(expected), exception.getMessage());
  }
}
