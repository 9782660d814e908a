package org.armci4j.examples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RandomNumbersTest {
  private static final BigInteger MODULUS = BigInteger.TWO.pow(46);
  private static final BigInteger MULTIPLIER = BigInteger.valueOf(5).pow(13);

  @Test
  void everyNumberIsTheRecurrenceInExactArithmetic() {
    RandomNumbers random = new RandomNumbers(RandomNumbers.SEED);
    BigInteger state = BigInteger.valueOf(RandomNumbers.SEED);
    for (int i = 0; i < 10_000; i++) {
      state = state.multiply(MULTIPLIER).mod(MODULUS);
      assertEquals(state.doubleValue() / MODULUS.doubleValue(), random.next());
    }
  }

  @Test
  void skippingEqualsStepping() {
    long seed = System.nanoTime();
    Random counts = new Random(seed);
    for (int i = 0; i < 20; i++) {
      int count = counts.nextInt(100_000);
      RandomNumbers stepped = new RandomNumbers(RandomNumbers.SEED);
      for (int k = 0; k < count; k++) {
        stepped.next();
      }
      RandomNumbers skipped = new RandomNumbers(RandomNumbers.SEED);
      skipped.skip(count);
      assertEquals(stepped.next(), skipped.next(), "count " + count + ", seed " + seed);
    }
  }

  @Test
  void theSequenceRepeatsAfterTwoToThe44() {
    RandomNumbers once = new RandomNumbers(RandomNumbers.SEED);
    RandomNumbers half = new RandomNumbers(RandomNumbers.SEED);
    once.skip(1L << 44);
    half.skip(1L << 43);
    double first = new RandomNumbers(RandomNumbers.SEED).next();
    assertEquals(first, once.next());
    assertEquals(false, first == half.next());
  }
}
