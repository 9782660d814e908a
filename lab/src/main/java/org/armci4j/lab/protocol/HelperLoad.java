package org.armci4j.lab.protocol;

import java.time.Duration;
import org.armci4j.Accumulation;
import org.armci4j.lab.protocol.MeasuredPair.Computed;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.verbs.VerbsSettings;

/**
 * Measures the cost of a helper thread to a rank that computes. The cost is the thread's processor
 * time as a share of the elapsed time, and the loss of computing against a run without traffic,
 * where thread and rank share a core.
 */
final class HelperLoad {
  private static final String ROW = "R6";
  private static final long NANOS = 700_000_000;
  private static final long BYTES = 64 << 10;
  private static final long SEGMENT_BYTES = 512;
  private static final Duration ALWAYS = Duration.ofHours(1);
  private static final Accumulation SUM = Accumulation.ofDouble(0.5);

  private HelperLoad() {}

  static void measure(ProtocolRank rank) {
    Duration usual = VerbsSettings.HELPER_POLL.defaultValue();
    polling(rank, "polls 20 us, then sleeps", usual);
    polling(rank, "sleeps", Duration.ZERO);
    polling(rank, "polls", ALWAYS);
  }

  private static void polling(ProtocolRank rank, String way, Duration poll) {
    rank.open(
        settings ->
            settings
                .set(VerbsSettings.HELPER_POLL, poll)
                .set(VerbsSettings.LISTS, ListProtocol.PACKED),
        pair -> {
          Computed alone = pair.whileComputing(HelperLoad::pause);
          print("nothing", way, alone, alone, 0);
          SegmentList list = MeasuredPair.segments(SEGMENT_BYTES, false);
          during(pair, "puts of 64 KiB", way, alone, () -> pair.put(pair.own(), BYTES));
          during(pair, "accumulates of 64 KiB", way, alone, () -> accumulate(pair));
          during(pair, "packed puts of 1 MiB", way, alone, () -> pair.putList(list));
          during(pair, "packed gets of 1 MiB", way, alone, () -> pair.getList(list));
        });
    rank.open(
        settings ->
            settings
                .set(VerbsSettings.HELPER_POLL, poll)
                .set(VerbsSettings.LISTS, ListProtocol.ASSISTED),
        pair -> {
          Computed alone = pair.whileComputing(HelperLoad::pause);
          SegmentList list = MeasuredPair.segments(SEGMENT_BYTES, false);
          during(pair, "assisted puts of 1 MiB", way, alone, () -> pair.putList(list));
          during(pair, "assisted gets of 1 MiB", way, alone, () -> pair.getList(list));
        });
  }

  private static void accumulate(MeasuredPair pair) {
    pair.armci().accumulate(SUM, pair.own().asSlice(0, BYTES), pair.memory(), 1, 0);
    pair.armci().fence(1);
  }

  private static void pause() {
    try {
      Thread.sleep(Duration.ofNanos(NANOS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void during(
      MeasuredPair pair, String traffic, String way, Computed alone, Runnable transfer) {
    transfer.run();
    long[] count = {0};
    Computed beside =
        pair.whileComputing(
            () -> {
              long begin = System.nanoTime();
              while (System.nanoTime() - begin < NANOS) {
                transfer.run();
                count[0]++;
              }
            });
    print(traffic, way, alone, beside, count[0]);
  }

  private static void print(
      String traffic, String way, Computed alone, Computed beside, long count) {
    FigureLines.print(ROW, traffic + ": of a core", 0, way, beside.helperShare());
    if (count > 0) {
      double nanos = beside.helperShare() * NANOS / count;
      FigureLines.print(ROW, traffic + ": helper, each", 0, way, Times.of(nanos));
      double lost = 1 - beside.stepsPerNano() / alone.stepsPerNano();
      FigureLines.print(ROW, traffic + ": less computed", 0, way, lost);
    }
  }
}
