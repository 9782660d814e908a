package org.armci4j.cli;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.profile.recording.RecordingWaiter;
import org.armci4j.waiting.Waiter;

/**
 * A program of two ranks. Two virtual threads of rank 0, which share a row of a trace, wait at the
 * same time for one signal each of rank 1, which waits until they do.
 */
final class OverlappingWaits {
  private OverlappingWaits() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(64);
      if (armci.rank() == 0) {
        Thread[] waiting = {waitFor(armci, memory, 0), waitFor(armci, memory, 8)};
        for (Thread one : waiting) {
          awaitWaiting(one);
        }
        armci.signal(memory, 1, 0, 1);
        for (Thread one : waiting) {
          one.join();
        }
      } else {
        armci.waitUntil(memory, 0, Comparison.EQ, 1);
        armci.signal(memory, 0, 0, 1);
        armci.signal(memory, 0, 8, 1);
      }
      armci.barrier();
    }
  }

  private static Thread waitFor(Armci armci, GlobalMemory memory, long offset) {
    return Thread.ofVirtual().start(() -> armci.waitUntil(memory, offset, Comparison.EQ, 1));
  }

  /** Returns when a thread is in a wait whose condition did not hold at once. */
  private static void awaitWaiting(Thread thread) {
    String entered = Waiter.class.getName() + " " + RecordingWaiter.class.getName();
    while (thread.isAlive()
        && !Arrays.stream(thread.getStackTrace())
            .map(StackTraceElement::getClassName)
            .collect(Collectors.joining(" "))
            .contains(entered)) {
      Thread.onSpinWait();
    }
  }
}
