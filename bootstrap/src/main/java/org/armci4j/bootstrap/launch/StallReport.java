package org.armci4j.bootstrap.launch;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.armci4j.bootstrap.launch.process.JobProcesses;
import org.armci4j.bootstrap.launch.process.RankProcess;
import org.armci4j.bootstrap.launch.streams.OutputSink;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.rendezvous.WaitReport;
import org.armci4j.bootstrap.text.Text;

/**
 * Prints on standard error why a job does not go on: what every rank waits for and for whom, its
 * mutexes and operations under way, and its threads' stacks. Where one JVM holds all ranks, SIGQUIT
 * makes it print its stacks instead.
 */
final class StallReport {
  private static final long ANSWER_NANOS = 1_000_000_000;

  private final JobProcesses processes;
  private final OutputSink errors;
  private final ReentrantLock printing = new ReentrantLock();

  StallReport(JobProcesses processes, OutputSink errors) {
    this.processes = processes;
    this.errors = errors;
  }

  /** Prints a report on a thread of its own, unless one is being made. */
  void printSoon(RendezvousServer server, String why) {
    Thread.ofPlatform().daemon().name("armci-report").start(() -> printQuietly(server, why));
  }

  private void printQuietly(RendezvousServer server, String why) {
    try {
      print(server, why);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Prints a report. Takes little more than a second, whatever state the ranks are in.
   *
   * @param server the rendezvous; null when all ranks are in one JVM
   * @param why what has asked for the report
   */
  void print(RendezvousServer server, String why) throws InterruptedException {
    if (!printing.tryLock()) {
      return;
    }
    try {
      errors.message("stall report: " + why);
      if (server == null) {
        processes.forEach(RankProcess::printStacks);
      } else {
        printReports(server);
      }
    } finally {
      printing.unlock();
    }
  }

  private void printReports(RendezvousServer server) throws InterruptedException {
    List<WaitReport> reports = server.reports(ANSWER_NANOS);
    StringBuilder text = new StringBuilder();
    server.exchangesUnderWay().lines().forEach(line -> text.append(line).append('\n'));
    for (WaitReport report : reports) {
      RankProcess process = processes.get(report.rank());
      text.append(Text.format("rank %d on %s", report.rank(), report.host()));
      text.append(" (" + process.place() + ")");
      text.append(report.answered() && report.text().startsWith(" ") ? ":\n" : " ");
      text.append(report.text());
      if (!report.answered()) {
        text.append(silence(process));
      }
      if (!report.text().endsWith("\n")) {
        text.append('\n');
      }
    }
    text.append("end of the stall report\n");
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    errors.write(bytes, 0, bytes.length);
  }

  private static String silence(RankProcess process) {
    return process.isStopped()
        ? "; it is stopped, as by SIGSTOP"
        : "; kill -QUIT has it print its stacks";
  }
}
