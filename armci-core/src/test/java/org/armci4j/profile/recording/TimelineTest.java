package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares parts of time with times that are known, also when the parts become longer. */
class TimelineTest {
  private static final int ACTIVITIES = Activity.values().length;
  private static final long START =
      Long.sum(Long.MAX_VALUE, -10); // the clock may pass its largest number

  @Test
  void aTimeIsDividedAmongItsParts() {
    Timeline timeline = new Timeline(START);
    timeline.add(Activity.SIGNAL, START + 1_500_000, 1_750_000, 1_750_000);
    TimelineProfile profile = timeline.profile();
    assertEquals(1_000_000, profile.partNanos());
    assertEquals(500_000, profile.nanos()[ACTIVITIES + Activity.SIGNAL.index()]);
    assertEquals(1_000_000, profile.nanos()[2 * ACTIVITIES + Activity.SIGNAL.index()]);
    assertEquals(250_000, profile.nanos()[3 * ACTIVITIES + Activity.SIGNAL.index()]);
  }

  @Test
  void theTimeOfCallsThatAreNotTimedIsWhereOneIs() {
    Timeline timeline = new Timeline(START);
    timeline.add(Activity.TRANSFER, START + 1_999_000, 3000, 51_000);
    TimelineProfile profile = timeline.profile();
    assertEquals(17 * 1000, profile.nanos()[ACTIVITIES + Activity.TRANSFER.index()]);
    assertEquals(17 * 2000, profile.nanos()[2 * ACTIVITIES + Activity.TRANSFER.index()]);
  }

  @Test
  void aLongRunKeepsAllItsTime() {
    List<Activity> all = List.of(Activity.values());
    SplittableRandom random = new SplittableRandom(1);
    Timeline timeline = new Timeline(START);
    long[] sums = new long[ACTIVITIES];
    long now = START;
    for (int i = 0; i < 5000; i++) {
      Activity activity = all.get(random.nextInt(ACTIVITIES));
      long nanos = random.nextLong(20_000_000);
      timeline.add(activity, now, nanos, nanos);
      sums[activity.index()] += nanos;
      now += nanos;
    }
    TimelineProfile profile = timeline.profile();
    long[] found = new long[ACTIVITIES];
    for (int i = 0; i < profile.nanos().length; i++) {
      found[i % ACTIVITIES] += profile.nanos()[i];
      assertTrue(profile.nanos()[i] <= profile.partNanos());
    }
    assertArrayEquals(sums, found);
    long parts = (now - START) / profile.partNanos();
    assertTrue(parts >= 128 && parts < 256, () -> "parts " + parts);
  }
}
