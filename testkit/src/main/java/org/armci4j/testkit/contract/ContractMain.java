package org.armci4j.testkit.contract;

import org.armci4j.Armci;
import org.armci4j.testkit.harness.RankThreads.Body;

/**
 * The contracts as a program for the launcher: {@code armci run -n 4 contracts}. Rank 0 prints a
 * line for each check that held; a check that fails ends the job.
 */
public final class ContractMain {
  /** What a line of a check that held begins with. */
  static final String HELD = "held: ";

  private ContractMain() {}

  /**
   * Runs all checks on this rank.
   *
   * @param arguments none, or {@code --scale} and how much of what is repeated often
   * @throws Exception the first check that failed
   */
  public static void main(String[] arguments) throws Exception {
    double scale = scale(arguments);
    try (Armci armci = Armci.open()) {
      for (Contract contract : Contracts.all(scale)) {
        for (var check : contract.checks().entrySet()) {
          run(armci, check.getKey(), check.getValue());
        }
      }
    }
  }

  private static double scale(String[] arguments) {
    if (arguments.length == 0) {
      return 1;
    }
    double scale =
        arguments.length == 2 && arguments[0].equals("--scale")
            ? Double.parseDouble(arguments[1])
            : 0;
    if (!(scale > 0 && scale <= 1)) {
      throw new IllegalArgumentException(
          "contracts: --scale X with X above 0 and at most 1, or nothing; not "
              + String.join(" ", arguments));
    }
    return scale;
  }

  private static void run(Armci armci, String name, Body body) throws Exception {
    try {
      body.run(armci);
      armci.barrier();
    } catch (Throwable e) {
      throw new AssertionError("rank %d: %s: %s".formatted(armci.rank(), name, e), e);
    }
    if (armci.rank() == 0) {
      System.out.println(HELD + name);
    }
  }
}
