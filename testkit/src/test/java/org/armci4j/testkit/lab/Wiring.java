package org.armci4j.testkit.lab;

import java.time.Duration;
import java.util.function.UnaryOperator;
import org.armci4j.ArmciSettings;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.verbs.VerbsSettings;

/** Names settings of the transport {@code verbs} that together cover every branch of its code. */
enum Wiring {
  /** The defaults, but between ranks of one host too. */
  DEVICE(job -> job),

  /** The helper thread does everything that it can. */
  HELPER(
      job ->
          job.with(VerbsSettings.ATOMICS, VerbsSettings.Atomics.HELPER)
              .with(VerbsSettings.GET, VerbsSettings.Get.HELPER)),

  /** Lists are packed, and the helper thread does everything else that it can. */
  PACKED(job -> HELPER.change.apply(job).with(VerbsSettings.LISTS, ListProtocol.PACKED)),

  /** The defaults, but lists go with the target's assistance. */
  ASSISTED(job -> job.with(VerbsSettings.LISTS, ListProtocol.ASSISTED)),

  /**
   * The device keeps the order of reads and writes, as ordinary hardware does. The long time-out
   * keeps it from sending again, which the software device would not survive; no packets are lost
   * here.
   */
  ORDERED(
      job ->
          job.with(VerbsSettings.ORDER, VerbsSettings.Order.DEVICE)
              .with(VerbsSettings.ACK_TIMEOUT, Duration.ofSeconds(30))),

  /** Every queue and buffer as small as can be, nothing inline, and all memory registered. */
  TIGHT(
      job ->
          job.with(VerbsSettings.QUEUE_DEPTH, 16)
              .with(VerbsSettings.SIGNAL_EVERY, 4)
              .with(VerbsSettings.INLINE_BYTES, 0)
              .with(VerbsSettings.CREDITS, 1)
              .with(VerbsSettings.RECEIVES, 16)
              .with(VerbsSettings.REQUEST_BYTES, 512L)
              .with(VerbsSettings.COPY_BYTES, 64L * 1024)
              .with(VerbsSettings.COPY_PIECE_BYTES, 2048L)
              .with(VerbsSettings.REGISTER_BYTES, 1L)
              .with(VerbsSettings.REGISTERED_LIMIT, 64L * 1024));

  @SuppressWarnings("ImmutableEnumChecker") // a change keeps nothing
  private final UnaryOperator<RankThreads> change;

  Wiring(UnaryOperator<RankThreads> change) {
    this.change = change;
  }

  /**
   * Returns ranks that are threads and reach each other, and themselves, through the device alone.
   */
  RankThreads ranks(int ranks) {
    return change.apply(
        RankThreads.of(ranks)
            .over("verbs")
            .within(Duration.ofMinutes(8))
            .with(ArmciSettings.SHM_RESERVE, false)
            .with(VerbsSettings.SAME_HOST, VerbsSettings.SameHost.DEVICE));
  }
}
