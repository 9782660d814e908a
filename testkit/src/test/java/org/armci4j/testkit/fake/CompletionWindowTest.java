package org.armci4j.testkit.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Completions in any order become a number that rises, over many times the window's depth. */
class CompletionWindowTest {
  private static final int OPERATIONS = 20_000;

  /** The oracle is the list of what is under way: complete is all before its smallest. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 32, 64, 256})
  void anyOrderGivesTheNumberBeforeTheFirstThatIsUnderWay(int depth) {
    long seed = Long.getLong("window.seed", System.nanoTime());
    String what = Text.format("window.seed=%d, depth %d", seed, depth);
    Random random = new Random(seed);
    CompletionWindow window = new CompletionWindow(depth);
    List<Long> underWay = new ArrayList<>();
    long started = 0;
    long complete = 0;
    while (started < OPERATIONS || !underWay.isEmpty()) {
      boolean full = started - complete == depth;
      if (started < OPERATIONS && !full && (underWay.isEmpty() || random.nextBoolean())) {
        started++;
        underWay.add(started);
      } else {
        complete = window.complete(underWay.remove(random.nextInt(underWay.size())), started);
      }
      long expected = underWay.isEmpty() ? started : Collections.min(underWay) - 1;
      assertEquals(expected, complete, what);
    }
  }

  @Test
  void whatIsNotUnderWayCannotBeComplete() {
    CompletionWindow window = new CompletionWindow(4);
    window.complete(2, 3);
    for (long number : new long[] {0, 2, 4}) {
      String message =
          assertThrows(IllegalStateException.class, () -> window.complete(number, 3)).getMessage();
      assertTrue(message.startsWith("completion of operation " + number), message);
    }
    assertEquals(2, window.complete(1, 3));
    assertThrows(IllegalStateException.class, () -> window.complete(1, 3));
  }

  @Test
  void theDepthIsAPowerOfTwo() {
    assertThrows(IllegalArgumentException.class, () -> new CompletionWindow(48));
  }
}
