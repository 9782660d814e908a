package org.armci4j.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.text.Text;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Runs one rank of an {@link ArmciTest} in a process of its own. */
public final class TestRankMain {
  private static final int FAILED = 1;

  /** Time that a late rank waits for the stacks of the other ranks. */
  private static final long LAST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Path folder;
  private final int rank;
  private final int size;

  private TestRankMain(Path folder, Membership self) {
    this.folder = folder;
    this.rank = self.rank();
    this.size = self.size();
  }

  /**
   * Runs the test on this rank. A failure becomes a file in the folder.
   *
   * @param arguments folder for reports, test class, its method, seed, limit in seconds
   * @throws Exception when there is no such test
   */
  public static void main(String[] arguments) throws Exception {
    TestRankMain main = new TestRankMain(Path.of(arguments[0]), Membership.current());
    Class<?> testClass = Class.forName(arguments[1]);
    Method method =
        AnnotationSupport.findAnnotatedMethods(
                testClass, ArmciTest.class, HierarchyTraversalMode.TOP_DOWN)
            .stream()
            .filter(candidate -> candidate.getName().equals(arguments[2]))
            .findFirst()
            .orElseThrow();
    main.watch(Thread.currentThread(), Integer.parseInt(arguments[4]));
    if (!main.passes(testClass, method, Long.parseLong(arguments[3]))) {
      System.exit(FAILED);
    }
  }

  private boolean passes(Class<?> testClass, Method method, long seed) {
    try (Armci armci = Armci.open()) {
      try {
        Object instance = ReflectionSupport.newInstance(testClass);
        Object[] arguments = new Object[method.getParameterCount()];
        RankedInvocation.call(instance, method, arguments, armci, seed);
        armci.barrier();
        return true;
      } catch (Throwable e) {
        report(e); // before the abort, which ends all ranks
        armci.abort(e.toString());
        return false;
      }
    }
  }

  private void report(Throwable failure) {
    try {
      RankReport.of(failure).write(folder, rank);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void watch(Thread test, int limitSeconds) {
    Thread watch = new Thread(() -> endWhenLate(test, limitSeconds), "test-limit");
    watch.setDaemon(true);
    watch.start();
  }

  /**
   * Ends this rank when it is late. Every rank does so at about the same time; the first to leave
   * ends the job.
   */
  private void endWhenLate(Thread test, int limitSeconds) {
    try {
      if (test.join(Duration.ofSeconds(limitSeconds))) {
        return;
      }
      AssertionError late =
          new AssertionError(Text.format("it did not end within %d s; it is here:", limitSeconds));
      late.setStackTrace(test.getStackTrace());
      report(late);
      long end = System.nanoTime() + LAST_WAIT_NANOS;
      while (System.nanoTime() - end < 0 && !allReported()) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(FAILED); // exit hooks might wait for the test
  }

  private boolean allReported() {
    return IntStream.range(0, size).allMatch(other -> RankReport.exists(folder, other));
  }
}
