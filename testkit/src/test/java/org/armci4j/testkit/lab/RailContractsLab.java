package org.armci4j.testkit.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.lab.contracts.Contract;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.lab.contracts.LitmusContract;
import org.armci4j.lab.contracts.OneSidedContract;
import org.armci4j.transport.verbs.VerbsProvider;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.api.Test;

/**
 * Runs contracts that read and write, while nearly all data go over several rails at once: native
 * memory, arrays and lists.
 */
class RailContractsLab {
  private static final double SCALE = 0.01;

  private final List<Contract> contracts =
      List.of(new OneSidedContract(SCALE), new LitmusContract(SCALE));

  /** Each of the machine's four devices is a port of its own to a job that names none. */
  @Test
  void contractsHoldOverAllPortsOfAKind() {
    Settings defaults = Settings.of(VerbsSettings.ALL).resolve();
    String reason = new VerbsProvider().availability(defaults).reason();
    assertTrue(reason.contains("4 paths to a rank"), reason);
    Wiring.DEVICE
        .ranks(2)
        .with(VerbsSettings.STRIPE_BYTES, 64L)
        .with(VerbsSettings.REGISTER_BYTES, 256L)
        .run(armci -> Contracts.run(armci, contracts));
  }

  @Test
  void contractsHoldOverTwoRails() {
    TwoRails.ranks(64)
        .with(VerbsSettings.REGISTER_BYTES, 256L)
        .run(armci -> Contracts.run(armci, contracts));
  }
}
