package org.armci4j.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The search for overlaps against a table of bytes that are taken. */
class OverlapTest {
  private static final int TIMES = 1500;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void overlapsAreFound(int levels) {
    int[] found = new int[2];
    Seeds.forEach(
        TIMES,
        random -> {
          long[] counts = new long[levels + 1];
          long[] strides = new long[levels];
          counts[0] = 1 + random.nextLong(6);
          for (int level = 0; level < levels; level++) {
            counts[level + 1] = 1 + random.nextLong(5);
            strides[level] = random.nextLong(40) - 8;
          }
          Section section = Section.of(40L * levels, strides, counts);
          TransferPlan plan = TransferPlan.of(section.packed(0), section);
          boolean overlaps = SectionModel.overlaps(section, 1000);
          found[overlaps ? 1 : 0]++;
          assertEquals(
              overlaps, isRefused(() -> plan.requireDisjointRemote("put")), section::toString);
          TransferPlan turned = TransferPlan.of(section, section.packed(0));
          assertEquals(overlaps, isRefused(() -> turned.requireDisjointLocal("get")));
        });
    if (levels > 0 && Long.getLong("strided.seed") == null) {
      assertEquals(
          true, found[0] > 50 && found[1] > 50, "both cases occur: " + Arrays.toString(found));
    }
  }

  private static boolean isRefused(Runnable call) {
    try {
      call.run();
      return false;
    } catch (ArmciException e) {
      return true;
    }
  }
}
