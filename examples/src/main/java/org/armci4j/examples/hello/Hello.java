package org.armci4j.examples.hello;

import org.armci4j.Armci;

/** Prints the number of each rank. */
public final class Hello {
  private Hello() {}

  /** Runs on one rank. */
  public static void main() {
    try (Armci armci = Armci.open()) {
      String place = "rank " + armci.rank() + " of " + armci.size();
      System.out.println("Hello from " + place + " over " + armci.transportName());
    }
  }
}
