package org.armci4j.testkit.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.armci4j.testkit.soak.ProcessUsage.Resource;
import org.junit.jupiter.api.Test;

/** Checks what counts as growth. */
class UsageTrendTest {
  private static List<String> growth(int readings, IntToLongFunction openFiles) {
    UsageTrend trend = new UsageTrend();
    for (int i = 0; i < readings; i++) {
      Map<Resource, Long> reading = new EnumMap<>(Resource.class);
      for (Resource resource : Resource.values()) {
        reading.put(resource, 10L);
      }
      reading.put(Resource.OPEN_FILES, openFiles.applyAsLong(i));
      trend.add(reading);
    }
    return trend.growth();
  }

  @Test
  void whatIsNeverFreedGrows() {
    assertEquals(List.of("OPEN_FILES grew from 23 to 32"), growth(32, i -> i < 24 ? i : i + 8));
  }

  @Test
  void whatComesAndGoesDoesNot() {
    assertEquals(List.of(), growth(32, i -> 100 + i % 3));
    assertEquals(List.of(), growth(32, i -> Math.min(i, 10)));
  }

  @Test
  void tooFewReadingsSayNothing() {
    var tooFew = assertThrows(IllegalStateException.class, () -> growth(7, i -> 1));
    assertTrue(tooFew.getMessage().contains("7 readings"), tooFew.getMessage());
  }
}
