package org.armci4j.benchmarks.rma;

import java.io.IOException;
import java.util.List;
import org.armci4j.ArmciSettings;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerComparison;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.Subject;
import org.armci4j.benchmarks.driver.Suite;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.benchmarks.driver.SuiteRun;
import org.armci4j.benchmarks.report.Variant;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.Setting;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.profile.recording.RecordingSettings;

/**
 * Runs the suite {@code rma}: one-sided operations of this system and its peers.
 *
 * <p>The times of {@code put} and {@code accumulate} include a fence. The times of {@code signal}
 * and {@code cache-line} are one-way. The latter hands a word over by loads and stores alone.
 */
public final class RmaBenchmark {
  private static final String SUITE = "rma";

  private static final List<Long> SIZES_BYTES =
      List.of(8L, 64L, 512L, 4096L, 64L << 10, 1L << 20, 16L << 20, 64L << 20);
  private static final List<Long> QUICK_SIZES_BYTES = List.of(8L, 4096L, 1L << 20);

  /** Far above the clock's cost of 25 ns, and short enough that a time slice seldom ends in it. */
  private static final long REPETITION_NANOS = 5_000_000;

  private static final int REPETITIONS = 41;
  private static final int QUICK_REPETITIONS = 5;
  private static final String RECORDED = "--recorded";

  private RmaBenchmark() {}

  /**
   * Runs the suite on rank 0, which starts a fresh job for every measurement. The other ranks end
   * at once.
   *
   * @param args see {@code --help}
   * @throws IOException when a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    suite().run(args);
  }

  /** Returns the suite. */
  public static Suite suite() {
    List<String> peers = PeerLibrary.labels(PeerLibrary.ONE_SIDED);
    return new Suite(
        new SuiteCommandLine(SUITE, peers)
            .timed()
            .option(
                RECORDED,
                null,
                "Beside itself while it is recorded, by counters, events and a trace, instead of"
                    + " after a mix or from arrays."),
        RmaBenchmark::plan);
  }

  private static SuiteRun plan(SuiteCommandLine line, Membership job) {
    SuiteOptions options = line.options(List.of(job.size()));
    RmaPlan plan = plan(options);
    return new PeerComparison(
        options,
        line.has(RECORDED)
            ? recorded(job.isInOneJvm())
            : JobMain.subjects(RmaRank.class, job.isInOneJvm(), options.variants(Variant.HEAP)),
        InstalledPeers.find(SUITE, PeerLibrary.of(options.peers()), plan.largestBytes()),
        plan.toArguments());
  }

  private static List<Subject> recorded(boolean threads) {
    List<String> counts = List.of(on(ArmciSettings.PROFILE));
    List<String> events = List.of(on(ArmciSettings.FLIGHT_EVENTS), "-XX:StartFlightRecording");
    List<String> traces =
        List.of(
            on(ArmciSettings.PROFILE),
            "-D" + RecordingSettings.TRACE_SPANS.propertyName() + "=" + RecordingSettings.SPANS);
    return List.of(
        JobMain.subject(RmaRank.class, threads),
        JobMain.subject(RmaRank.class, threads, counts)
            .named(Variant.RECORDED.subject(JobMain.OWN)),
        JobMain.subject(RmaRank.class, threads, events).named(Variant.EVENTS.subject(JobMain.OWN)),
        JobMain.subject(RmaRank.class, threads, traces).named(Variant.TRACED.subject(JobMain.OWN)));
  }

  private static String on(Setting<Boolean> setting) {
    return "-D" + setting.propertyName() + "=true";
  }

  private static RmaPlan plan(SuiteOptions options) {
    List<String> operations =
        options.operations() == null ? RmaPlan.OPERATIONS : options.operations();
    for (String operation : operations) {
      if (!RmaPlan.OPERATIONS.contains(operation)) {
        throw new IllegalArgumentException(
            Text.format(
                "--operations: no operation '%s'; there are: %s",
                operation, String.join(", ", RmaPlan.OPERATIONS)));
      }
    }
    List<Long> sizes = options.quick() ? QUICK_SIZES_BYTES : SIZES_BYTES;
    return new RmaPlan(
        operations,
        options.sizesBytes() == null ? sizes : options.sizesBytes(),
        options.quick() ? QUICK_REPETITIONS : REPETITIONS,
        REPETITION_NANOS);
  }
}
