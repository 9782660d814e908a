package org.armci4j.testkit.lab;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.launcher.TagFilter.excludeTags;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests in the lab, all in this JVM: starting one takes long in an emulated machine. Prints a
 * line for each test that takes a second or fails. Prints the output of a test that fails, or that
 * is under way when the JVM is ended. Arguments are classes, and packages followed by {@code .*}. A
 * skipped test counts as failed, because in the lab there is a device. The system property {@code
 * lab.verbose} prints more of tests that pass; {@code lab.all} also runs those for a release.
 */
public final class LabMain implements TestExecutionListener {
  private static final double WORTH_A_LINE_SECONDS = 1;
  private static final boolean VERBOSE = Boolean.getBoolean("lab.verbose");
  private static final PostDiscoveryFilter LEFT_OUT =
      Boolean.getBoolean("lab.all") ? _ -> FilterResult.included(null) : excludeTags("release");

  private final PrintStream out = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final AtomicInteger passed = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final long beginNanos = System.nanoTime();
  private volatile long startNanos;
  private volatile String running;

  private LabMain() {}

  /**
   * Runs the tests.
   *
   * @param arguments names of classes and packages
   */
  public static void main(String[] arguments) {
    System.exit(new LabMain().run(arguments) ? 0 : 1);
  }

  private boolean run(String... arguments) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(arguments).map(LabMain::selector).toList())
            .filters(LEFT_OUT)
            .build();
    PrintStream kept = new PrintStream(printed, true, StandardCharsets.UTF_8);
    System.setOut(kept);
    System.setErr(kept);
    Runtime.getRuntime().addShutdownHook(new Thread(this::tellWhatIsRunning, "lab-end"));
    LauncherFactory.create().execute(request, this);
    out.printf(
        Locale.ROOT,
        "%d tests passed, %d failed, %.0f s%n",
        passed.get(),
        failed.get(),
        secondsSince(beginNanos));
    return failed.get() == 0 && passed.get() > 0;
  }

  private static DiscoverySelector selector(String name) {
    return name.endsWith(".*")
        ? selectPackage(name.substring(0, name.length() - 2))
        : selectClass(name);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    startNanos = System.nanoTime();
    running = test.isTest() ? name(test) : null;
    printed.reset();
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    running = null;
    boolean success = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (!success) {
      result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
      fail(test);
    } else if (test.isTest()) {
      passed.incrementAndGet();
      double seconds = secondsSince(startNanos);
      if (seconds >= WORTH_A_LINE_SECONDS) {
        out.printf(Locale.ROOT, "  passed %6.1f s  %s%n", seconds, name(test));
        if (VERBOSE) {
          out.println(printed.toString(StandardCharsets.UTF_8).indent(4));
        }
      }
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    System.out.println("skipped: " + reason);
    fail(test);
  }

  private void fail(TestIdentifier test) {
    failed.incrementAndGet();
    out.printf(Locale.ROOT, "  FAILED %6.1f s  %s%n", secondsSince(startNanos), name(test));
    out.println(printed.toString(StandardCharsets.UTF_8).indent(4));
    printed.reset();
  }

  private void tellWhatIsRunning() {
    String name = running;
    if (name != null) {
      out.printf(Locale.ROOT, "  ended after %.1f s: %s%n", secondsSince(startNanos), name);
      out.println(printed.toString(StandardCharsets.UTF_8).indent(4));
    }
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) * 1e-9;
  }

  private static String name(TestIdentifier test) {
    String place = test.getUniqueId().replaceAll("^.*class:([^\\]]*\\.)?([^\\]]*)\\].*$", "$2");
    return place + ": " + test.getDisplayName();
  }
}
