package org.armci4j.examples.hello;

import org.armci4j.Armci;

/** Every rank says who it is. */
public final class Hello {
  private Hello() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      System.out.printf(
          "Hello from rank %d of %d over %s%n", armci.rank(), armci.size(), armci.transportName());
    }
  }
}
