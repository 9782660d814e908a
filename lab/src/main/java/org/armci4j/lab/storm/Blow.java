package org.armci4j.lab.storm;

import java.util.List;
import java.util.Random;
import org.armci4j.lab.storm.StormProcess.Role;

/**
 * One signal to one process, drawn from a seed.
 *
 * @param signal its name
 * @param afterNanos time after the start of the job, or after the blow before
 * @param choice chooses among the processes that live at that time
 */
record Blow(String signal, long afterNanos, long choice) {
  private static final List<String> SIGNALS = List.of("KILL", "KILL", "STOP", "TERM");
  private static final long PAUSE_NANOS = 300_000_000;

  /** Draws the first blow, at any time of a job that lives that long. */
  static Blow first(Random random, long lifeNanos) {
    return next(random, random.nextLong(lifeNanos));
  }

  /** Draws the second blow of a pair: at once, or while the first takes effect. */
  static Blow second(Random random) {
    return next(random, random.nextBoolean() ? 0 : random.nextLong(PAUSE_NANOS));
  }

  private static Blow next(Random random, long afterNanos) {
    return new Blow(
        SIGNALS.get(random.nextInt(SIGNALS.size())), afterNanos, random.nextLong(Long.MAX_VALUE));
  }

  /** Returns the victim: each present role is equally likely. Null if no process is left. */
  StormProcess victim(List<StormProcess> processes) {
    List<StormProcess> attacked =
        processes.stream().filter(one -> one.role() != Role.OTHER).toList();
    if (attacked.isEmpty()) {
      return null;
    }
    List<Role> roles = attacked.stream().map(StormProcess::role).distinct().sorted().toList();
    Role role = roles.get((int) (choice % roles.size()));
    List<StormProcess> those = attacked.stream().filter(one -> one.role() == role).toList();
    return those.get((int) (choice / roles.size() % those.size()));
  }
}
