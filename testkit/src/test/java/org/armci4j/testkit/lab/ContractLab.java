package org.armci4j.testkit.lab;

import java.util.List;
import java.util.Locale;
import org.armci4j.Armci;
import org.armci4j.testkit.contract.AtomicContract;
import org.armci4j.testkit.contract.Contract;
import org.armci4j.testkit.contract.Contracts;
import org.armci4j.testkit.contract.LitmusContract;
import org.armci4j.testkit.contract.OneSidedContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs every contract through an RDMA device, in one job for each wiring. */
class ContractLab {
  private static final double SCALE = 0.003;
  private static final double SLOW_SECONDS = 0.5;

  @Test
  void everyContractHoldsWithAssistance() {
    everyContractHolds(Wiring.ASSISTED, 2);
  }

  @Tag("release")
  @ParameterizedTest
  @CsvSource({"PACKED, 2", "TIGHT, 2", "ASSISTED, 3"})
  void everyContractHolds(Wiring wiring, int ranks) {
    wiring.ranks(ranks).run(armci -> run(armci, Contracts.all(SCALE)));
  }

  /** Lets the device keep the order, by the fence flag. */
  @Test
  void readsAndWritesKeepTheirOrder() {
    List<Contract> ordered =
        List.of(new OneSidedContract(), new AtomicContract(), new LitmusContract(SCALE));
    Wiring.ORDERED.ranks(2).run(armci -> run(armci, ordered));
  }

  /** Runs contracts and prints those that take long. */
  static void run(Armci armci, List<Contract> contracts) throws Exception {
    for (Contract contract : contracts) {
      for (var check : contract.checks().entrySet()) {
        long startNanos = System.nanoTime();
        try {
          check.getValue().run(armci);
          armci.barrier();
        } catch (Exception | AssertionError e) {
          throw new AssertionError(check.getKey() + ": " + e, e);
        }
        double seconds = (System.nanoTime() - startNanos) * 1e-9;
        if (armci.rank() == 0 && seconds > SLOW_SECONDS) {
          System.out.printf(Locale.ROOT, "  %.1f s: %s%n", seconds, check.getKey());
        }
      }
    }
  }
}
