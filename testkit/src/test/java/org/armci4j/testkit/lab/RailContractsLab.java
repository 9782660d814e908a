package org.armci4j.testkit.lab;

import java.util.List;
import org.armci4j.testkit.contract.Contract;
import org.armci4j.testkit.contract.Contracts;
import org.armci4j.testkit.contract.LitmusContract;
import org.armci4j.testkit.contract.OneSidedContract;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.api.Test;

/**
 * Runs contracts that read and write, while nearly all native memory goes over two rails at once.
 */
class RailContractsLab {
  private static final double SCALE = 0.01;

  @Test
  void contractsHoldOverTwoRails() {
    List<Contract> contracts = List.of(new OneSidedContract(), new LitmusContract(SCALE));
    TwoRails.ranks(64)
        .with(VerbsSettings.REGISTER_BYTES, 256L)
        .run(armci -> Contracts.run(armci, contracts));
  }
}
