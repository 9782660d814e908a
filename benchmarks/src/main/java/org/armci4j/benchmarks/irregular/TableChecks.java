package org.armci4j.benchmarks.irregular;

import java.util.Arrays;
import org.armci4j.benchmarks.rank.MeasuredCall;
import org.armci4j.bootstrap.text.Text;

/** Checks what the calls do, before they are measured. */
final class TableChecks {
  private static final int COUNT = 5_000;

  private TableChecks() {}

  /** Checks that a call adds 1 to a word for each place of each rank. Collective. */
  static void counts(WordTable table, MeasuredCall call) {
    table.fill(false);
    call.run(COUNT);
    int[] expected = new int[table.words()];
    for (int rank = 0; rank < table.armci().size(); rank++) {
      for (int i = 0; i < COUNT; i++) {
        if (table.rankOf(rank, i) == table.armci().rank()) {
          expected[table.placeOf(rank, i)]++;
        }
      }
    }
    for (int place = 0; place < expected.length; place++) {
      expect(call, place, table.block(table.armci().rank()).get(place), expected[place]);
    }
    table.armci().barrier();
  }

  /** Checks that a call reads the word at each place of this rank. Collective. */
  static void words(WordTable table, MeasuredCall call, long[] found) {
    table.fill(true);
    Arrays.fill(found, 0, COUNT, -1);
    call.run(COUNT);
    for (int i = 0; i < COUNT; i++) {
      expect(call, i, found[i], WordTable.value(table.rank(i), table.place(i)));
    }
    table.armci().barrier();
  }

  private static void expect(MeasuredCall call, int number, long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(
          Text.format(
              "%s: word %d is %d, not %d",
              call.getClass().getSimpleName(), number, found, expected));
    }
  }
}
