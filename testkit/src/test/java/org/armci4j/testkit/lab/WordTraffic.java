package org.armci4j.testkit.lab;

import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.text.Text;

/**
 * Works on single words of the right neighbour, one operation after the other for a number of
 * seconds, and checks every returned value. On a network that loses packets the device sends again.
 * Nearly every operation here may lose its answer: a put that is not waited for, the device's
 * addition behind it, and the helper's answer between others.
 */
public final class WordTraffic {
  private static final long LONG = 0;
  private static final long INT = 8;
  private static final long DOUBLE = 16;
  private static final long PUT = 64;
  private static final long SIZE_BYTES = 128;

  private WordTraffic() {}

  /**
   * Runs it; rank 0 prints the number of rounds.
   *
   * @param arguments seconds
   */
  public static void main(String[] arguments) {
    long nanos = (long) (Double.parseDouble(arguments[0]) * 1e9);
    try (Armci armci = Armci.open()) {
      GlobalMemory memory = armci.allocate(SIZE_BYTES);
      long start = System.nanoTime();
      int rounds = 0;
      while (System.nanoTime() - start < nanos) {
        round(armci, memory, rounds);
        rounds++;
      }
      armci.barrier();
      if (armci.rank() == 0) {
        System.out.println(rounds + " rounds");
      }
      armci.free(memory);
    }
  }

  private static void round(Armci armci, GlobalMemory memory, int round) {
    int right = (armci.rank() + 1) % armci.size();
    armci.putLong(memory, right, PUT, round);
    long sum = armci.longAtomics().fetchAndAdd(memory, right, LONG, 3);
    check(armci, round, "the long", 3L * round, sum);
    check(armci, round, "the int", round, armci.intAtomics().fetchAndAdd(memory, right, INT, 1));
    double half = armci.doubleAtomics().fetchAndAdd(memory, right, DOUBLE, 0.5);
    check(armci, round, "twice the double", round, Math.round(2 * half));
    check(armci, round, "what was put", round, armci.getLong(memory, right, PUT));
  }

  private static void check(Armci armci, int round, String what, long expected, long seen) {
    if (seen != expected) {
      throw new AssertionError(
          Text.format(
              "rank %d, round %d: %s was %d instead of %d",
              armci.rank(), round, what, seen, expected));
    }
  }
}
