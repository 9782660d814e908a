package org.armci4j.testkit.lab;

import java.util.List;
import org.armci4j.lab.contracts.AtomicContract;
import org.armci4j.lab.contracts.Contract;
import org.armci4j.lab.contracts.Contracts;
import org.armci4j.lab.contracts.LitmusContract;
import org.armci4j.lab.contracts.OneSidedContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs every contract through an RDMA device, in one job for each wiring. */
class ContractLab {
  private static final double SCALE = 0.003;

  @Test
  void everyContractHoldsWithAssistance() {
    everyContractHolds(Wiring.ASSISTED, 2);
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"PACKED, 2", "TIGHT, 2", "ASSISTED, 3"})
  void everyContractHolds(Wiring wiring, int ranks) {
    wiring.ranks(ranks).run(armci -> Contracts.run(armci, Contracts.all(SCALE)));
  }

  /** Lets the device keep the order, by the fence flag. */
  @Test
  void readsAndWritesKeepTheirOrder() {
    List<Contract> ordered =
        List.of(new OneSidedContract(SCALE), new AtomicContract(SCALE), new LitmusContract(SCALE));
    Wiring.ORDERED.ranks(2).run(armci -> Contracts.run(armci, ordered));
  }
}
