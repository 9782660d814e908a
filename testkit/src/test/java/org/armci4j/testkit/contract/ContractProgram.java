package org.armci4j.testkit.contract;

import org.armci4j.Armci;
import org.armci4j.lab.contracts.Contracts;

/** Runs all contracts on a rank that is a process. Argument: which part of what takes long. */
public final class ContractProgram {
  private ContractProgram() {}

  /**
   * Prints a line for each check that held, on rank 0.
   *
   * @param arguments the scale, above 0 and at most 1
   */
  public static void main(String[] arguments) {
    try (Armci armci = Armci.open()) {
      Contracts.runAndTell(armci, Contracts.all(Double.parseDouble(arguments[0])));
    }
  }
}
