package org.armci4j.strided;

import java.util.List;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.testkit.Contract;
import org.armci4j.testkit.RankThreads.Body;

/** The contracts of shapes as a program for the launcher; rank 0 names each check that held. */
final class StridedContractMain {
  static final List<Contract> CONTRACTS =
      List.of(new SectionContract(), new VectorContract(), new ShapedAccumulateContract());

  private StridedContractMain() {}

  public static void main(String[] arguments) throws Exception {
    try (Armci armci = Armci.open()) {
      for (Contract contract : CONTRACTS) {
        for (Map.Entry<String, Body> check : contract.checks().entrySet()) {
          check.getValue().run(armci);
          armci.barrier();
          if (armci.rank() == 0) {
            System.out.println(check.getKey());
          }
        }
      }
    }
  }
}
