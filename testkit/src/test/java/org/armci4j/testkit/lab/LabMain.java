package org.armci4j.testkit.lab;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests in the lab, all in this JVM, and prints a line for each: starting a JVM takes long in
 * an emulated machine. Arguments are classes, and packages with {@code .*} behind. A test that is
 * skipped fails: in the lab there is a device.
 */
public final class LabMain implements TestExecutionListener {
  private final AtomicInteger passed = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private volatile long startNanos;

  private LabMain() {}

  /**
   * Runs them.
   *
   * @param arguments names of classes and packages
   */
  public static void main(String[] arguments) {
    LabMain counts = new LabMain();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(Arrays.stream(arguments).map(LabMain::selector).toList())
            .build();
    LauncherFactory.create().execute(request, counts);
    System.out.printf("%d passed, %d failed%n", counts.passed.get(), counts.failed.get());
    System.exit(counts.failed.get() == 0 && counts.passed.get() > 0 ? 0 : 1);
  }

  private static DiscoverySelector selector(String name) {
    return name.endsWith(".*")
        ? selectPackage(name.substring(0, name.length() - 2))
        : selectClass(name);
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    startNanos = System.nanoTime();
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean success = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
    if (test.isTest() || !success) {
      print(success ? "passed" : "FAILED", test);
      (success ? passed : failed).incrementAndGet();
      result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(System.out));
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    print("FAILED", test);
    System.out.println("  skipped: " + reason);
    failed.incrementAndGet();
  }

  private void print(String outcome, TestIdentifier test) {
    double seconds = (System.nanoTime() - startNanos) * 1e-9;
    String name = test.getUniqueId().replaceAll("^.*class:([^\\]]*\\.)?([^\\]]*)\\].*$", "$2");
    System.out.printf("%s %6.1f s  %s: %s%n", outcome, seconds, name, test.getDisplayName());
  }
}
