package org.armci4j.bootstrap.launch.rank;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.launch.plan.StallReports;
import org.armci4j.bootstrap.launch.streams.OutputSink;
import org.armci4j.bootstrap.local.LocalJob;

/**
 * Reports on standard error why a job of threads of this JVM does not go on, once a rank has waited
 * for long. For ranks that are processes the launcher does the same.
 */
final class StallWatch {
  /** Number of looks within the time that a rank may wait. */
  private static final int LOOKS = 10;

  private final LocalJob job;
  private final StallReports stall;
  private final OutputSink errors;

  private StallWatch(LocalJob job, StallReports stall, OutputSink errors) {
    this.job = job;
    this.stall = stall;
    this.errors = errors;
  }

  /** Watches the ranks on a thread of its own, if the job has stall reports. */
  static void start(LocalJob job, StallReports stall, OutputSink errors) {
    if (stall.after().isPositive()) {
      StallWatch watch = new StallWatch(job, stall, errors);
      Thread.ofPlatform().daemon().name("armci-stall").start(watch::look);
    }
  }

  private void look() {
    Duration pause = stall.after().dividedBy(LOOKS);
    try {
      boolean wanted = true;
      while (wanted) {
        Thread.sleep(pause);
        int rank = stalled();
        if (rank >= 0) {
          print(rank);
          wanted = stall.repeated();
          Thread.sleep(stall.after());
        }
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns a rank that has waited too long, or -1. */
  private int stalled() {
    for (int rank = 0; rank < job.size(); rank++) {
      WaitBoard board = job.waits(rank);
      if (board != null && board.oldestNanos() > stall.after().toNanos()) {
        return rank;
      }
    }
    return -1;
  }

  private void print(int stalled) {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < job.size(); rank++) {
      WaitBoard board = job.waits(rank);
      text.append("rank ").append(rank);
      text.append(board == null ? " is not in the job\n" : ":\n" + board.report());
    }
    text.append("end of the stall report\n");
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    errors.message("stall report: " + stall.reason(stalled));
    errors.write(bytes, 0, bytes.length);
  }
}
