package org.armci4j.lab.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.soak.ProcessUsage.Resource;

/**
 * Decides whether a process's use has grown. The first half of the readings covers the JVM's
 * warm-up. Of the second half, the minimum of the last quarter is compared with the maximum of the
 * third. So memory that is freed now and then is no growth, but memory that is never freed is.
 */
final class UsageTrend {
  /** Minimum number of readings for a decision. */
  static final int FEWEST_READINGS = 8;

  private final List<Map<Resource, Long>> readings = new ArrayList<>();

  void add(Map<Resource, Long> reading) {
    readings.add(reading);
  }

  /** Returns a phrase for each resource whose use has grown; empty if none has. */
  List<String> growth() {
    if (readings.size() < FEWEST_READINGS) {
      throw new IllegalStateException(
          Text.format(
              "%d readings are too few; %d are needed: run for longer",
              readings.size(), FEWEST_READINGS));
    }
    List<String> growth = new ArrayList<>();
    for (Resource resource : Resource.values()) {
      long most = quarter(2).stream().mapToLong(r -> r.get(resource)).max().orElseThrow();
      long least = quarter(3).stream().mapToLong(r -> r.get(resource)).min().orElseThrow();
      if (least > most + resource.chance()) {
        growth.add(Text.format("%s grew from %d to %d", resource, most, least));
      }
    }
    return growth;
  }

  private List<Map<Resource, Long>> quarter(int index) {
    int size = readings.size();
    return readings.subList(index * size / 4, (index + 1) * size / 4);
  }
}
