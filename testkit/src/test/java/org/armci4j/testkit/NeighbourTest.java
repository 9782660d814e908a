package org.armci4j.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;

/** Runs the example of docs/own-tests.md. */
class NeighbourTest {
  @ArmciTest(ranks = 4)
  void everyRankGetsItsNeighboursNumber(Armci armci, Random random) {
    GlobalMemory memory = armci.allocate(8);
    int right = (armci.rank() + 1) % armci.size();
    long number = random.nextLong();
    armci.putLong(memory, right, 0, number);
    armci.barrier();
    long arrived = armci.getLong(memory, right, 0);
    assertEquals(number, arrived);
    armci.free(memory);
  }
}
