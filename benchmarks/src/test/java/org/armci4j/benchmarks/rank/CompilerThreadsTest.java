package org.armci4j.benchmarks.rank;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Compilers that have worked are told from those that stand still. */
@EnabledOnOs(OS.LINUX)
class CompilerThreadsTest {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  @Test
  void workIsSeenOnceAndItsEndToo() {
    CompilerThreads threads = new CompilerThreads();
    assertTrue(threads.workedNanos() > 0, "a JVM that has come to this test has compiled");
    long start = System.nanoTime();
    boolean worked = true;
    while (worked && System.nanoTime() - start < LIMIT_NANOS) {
      worked = threads.workedNanos() > 0;
    }
    assertFalse(worked, "the compilers of a JVM that does nothing work on");
  }
}
