package org.armci4j.testkit.lab;

import org.armci4j.Armci;
import org.armci4j.testkit.Contract;
import org.armci4j.testkit.Contracts;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every contract through an RDMA device, in one job for each number of ranks. */
class ContractLab {
  @ParameterizedTest
  @CsvSource({
    "DEVICE, 1",
    "DEVICE, 2",
    "DEVICE, 3",
    "DEVICE, 4",
    "DEVICE, 8",
    "HELPER, 1",
    "HELPER, 3",
    "TIGHT, 2",
    "TIGHT, 4"
  })
  void everyContractHolds(Wiring wiring, int ranks) {
    wiring.ranks(ranks).run(ContractLab::runAll);
  }

  private static void runAll(Armci armci) throws Exception {
    for (Contract contract : Contracts.ALL) {
      for (var check : contract.checks().entrySet()) {
        try {
          check.getValue().run(armci);
          armci.barrier();
        } catch (Exception | AssertionError e) {
          throw new AssertionError(check.getKey() + ": " + e, e);
        }
      }
    }
  }
}
