package org.armci4j.bootstrap.rendezvous;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Collects the ranks' answers to one request for reports. For the server's thread, apart from the
 * future.
 */
final class ReportRound {
  private final WaitReport[] reports;

  /** By rank: what goes before its answer; null for those of whom no answer is expected. */
  private final String[] asked;

  private final CompletableFuture<Void> complete = new CompletableFuture<>();
  private int missing;

  ReportRound(int size) {
    reports = new WaitReport[size];
    asked = new String[size];
  }

  /** Returns a future that completes when all asked ranks have answered. */
  CompletableFuture<Void> complete() {
    return complete;
  }

  /** Expects an answer of a rank in the present epoch. */
  void ask(int rank, String host) {
    ask(rank, host, "", "does not answer");
  }

  /** Expects an answer of a rank in an epoch that is over. */
  void ask(int rank, String host, int epoch) {
    String place = "is still in epoch " + epoch;
    ask(rank, host, place + ":\n", place + ", and does not answer");
  }

  private void ask(int rank, String host, String before, String unless) {
    reports[rank] = new WaitReport(rank, host, false, unless);
    asked[rank] = before;
    missing++;
  }

  /** Notes a rank that cannot be asked; {@code report} stands for its answer or says why. */
  void note(WaitReport report) {
    reports[report.rank()] = report;
  }

  /** Begins to count answers, after all ranks are asked or noted. */
  void begin() {
    if (missing == 0) {
      complete.complete(null);
    }
  }

  void answer(int rank, byte[] text) {
    if (asked[rank] != null) {
      String words = asked[rank] + new String(text, StandardCharsets.UTF_8);
      asked[rank] = null;
      reports[rank] = new WaitReport(rank, reports[rank].host(), true, words);
      if (--missing == 0) {
        complete.complete(null);
      }
    }
  }

  List<WaitReport> reports() {
    return IntStream.range(0, reports.length).mapToObj(rank -> reports[rank]).toList();
  }
}
