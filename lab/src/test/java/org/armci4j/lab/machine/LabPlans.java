package org.armci4j.lab.machine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Plans for tests: one core and little memory, emulated. */
final class LabPlans {
  private LabPlans() {}

  static LabPlan plan(
      int hosts,
      int rails,
      Path folder,
      Path output,
      Map<String, String> environment,
      List<String> command,
      Duration timeout) {
    return new LabPlan(
        hosts,
        rails,
        Acceleration.TCG,
        1024,
        2,
        -1,
        timeout,
        folder.resolve("cache"),
        folder,
        folder,
        output,
        environment,
        command);
  }
}
