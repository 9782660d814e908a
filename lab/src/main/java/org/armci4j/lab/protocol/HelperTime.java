package org.armci4j.lab.protocol;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/** Counts the processor time of a rank's helper thread from this object's creation on. */
final class HelperTime {
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final String name;
  private final long before;

  HelperTime(int rank) {
    this.name = "armci-network-" + rank;
    this.before = total();
  }

  /** Returns the time in nanoseconds; 0 if the transport has no such thread. */
  long nanos() {
    return total() - before;
  }

  private long total() {
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals(name)) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }
}
