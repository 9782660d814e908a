package org.armci4j;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.profile.flight.FlightEvents;
import org.armci4j.profile.recording.CounterBean;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.RecordingSettings;
import org.armci4j.profile.recording.RecordingWaiter;
import org.armci4j.profile.recording.ThreadEvents;
import org.armci4j.waiting.Waiter;

/**
 * Makes the parts of a runtime that record. A class of its own, which no other job touches: where
 * one method makes a part or its subclass, the verifier loads the subclass, and the compiler then
 * no longer knows that there is one kind of waiter or barrier.
 */
final class RecordingParts {
  /** Longest wait for other hosts at the end, in all exchanges together. */
  private static final long LAST_CLOCKS_NANOS = 2_000_000_000;

  private RecordingParts() {}

  /** Throws if a setting needs a module that is not there. */
  static void requireModules(Settings settings) {
    require(settings, RecordingSettings.COUNTER_BEAN, "java.management");
    require(settings, RecordingSettings.FLIGHT_EVENTS, "jdk.jfr");
  }

  static RankRecorder recorder(Bootstrap bootstrap, Settings settings) {
    Supplier<ThreadEvents> newEvents =
        settings.get(RecordingSettings.FLIGHT_EVENTS)
            ? () -> new FlightEvents(bootstrap.rank())
            : null;
    RankRecorder recorder = new RankRecorder(bootstrap, settings, newEvents);
    if (settings.get(RecordingSettings.COUNTER_BEAN)) {
      recorder.closeWith(new CounterBean(bootstrap.rank(), recorder::counters)::close);
    }
    return recorder;
  }

  private static void require(Settings settings, Setting<Boolean> setting, String module) {
    if (settings.get(setting) && ModuleLayer.boot().findModule(module).isEmpty()) {
      throw new ArmciException(
          Text.format(
              "%s needs the module %s: start the JVM with --add-modules %s, of a JDK that has it",
              setting.name(), module, module));
    }
  }

  static Waiter waiter(Waiter plain, RankRecorder recorder, boolean forTransfers, int source) {
    return new RecordingWaiter(plain, recorder, forTransfers, source);
  }

  static Exchanges exchanges(
      Bootstrap bootstrap,
      Waiter waiter,
      BooleanSupplier ownWork,
      long timeoutNanos,
      RankRecorder recorder) {
    return new RecordingExchanges(bootstrap, waiter, ownWork, timeoutNanos, recorder);
  }

  static Barrier barrier(
      GlobalMemory control,
      int[] ranks,
      int index,
      Waiter waiter,
      RankRecorder recorder,
      String group) {
    return new RecordingBarrier(control, ranks, index, waiter, recorder, group);
  }

  /**
   * Compares the clocks of the job's hosts, where it has several, by their first ranks.
   *
   * @param name names the moment
   * @param timeoutNanos longest wait for the other hosts, asked at each step
   */
  static void compareClocks(
      Bootstrap bootstrap,
      HostDomains domains,
      RankRecorder recorder,
      String name,
      LongSupplier timeoutNanos) {
    int[] firsts =
        IntStream.range(0, domains.count()).map(domain -> domains.ranks(domain)[0]).toArray();
    if (firsts.length > 1 && firsts[domains.mine()] == bootstrap.rank()) {
      recorder.compareClocks(
          name, (key, mine) -> bootstrap.exchange(key, firsts, mine, timeoutNanos.getAsLong()));
    }
  }

  /** Compares the clocks of hosts once more if they all come soon, and ends the recording. */
  static void close(Bootstrap bootstrap, HostDomains domains, RankRecorder recorder) {
    long start = System.nanoTime();
    LongSupplier left = () -> Math.max(LAST_CLOCKS_NANOS - (System.nanoTime() - start), 0);
    try {
      if (bootstrap.failure() == null) {
        compareClocks(bootstrap, domains, recorder, "clocks at the end", left);
      }
    } catch (BootstrapException enough) {
      // The comparison at the beginning has to do.
    } finally {
      recorder.close();
    }
  }
}
