package org.armci4j.testkit.lab;

import java.time.Duration;
import org.armci4j.testkit.harness.RankThreads;
import org.armci4j.transport.verbs.VerbsSettings;

/**
 * Makes two ranks in a machine of {@code armci lab --rails 2}, each with a device at either wire.
 * Updates are messages, so that none is lost when a wire is cut.
 */
final class TwoRails {
  private TwoRails() {}

  /** Returns the ranks; transfers of at least twice {@code stripeBytes} go over both rails. */
  static RankThreads ranks(long stripeBytes) {
    return Wiring.DEVICE
        .ranks(2)
        .within(Duration.ofMinutes(4))
        .with(VerbsSettings.DEVICE, "rxe0,rxe1/rxe0b,rxe1b")
        .with(VerbsSettings.ATOMICS, VerbsSettings.Atomics.HELPER)
        .with(VerbsSettings.PORT_TIMEOUT, Duration.ofSeconds(100)) // an emulated machine is slow
        .with(VerbsSettings.STRIPE_BYTES, stripeBytes);
  }
}
