package org.armci4j.benchmarks.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CrossingTest {
  private static final List<Long> SIZES = List.of(8L, 64L, 512L, 4096L);

  @Test
  void isWhereTheSecondBeginsToBeNoSlowerForGood() {
    double[] first = {1, 2, 4, 8};
    assertEquals(2, Crossing.index(SIZES, first, new double[] {3, 3, 3, 3}));
    assertEquals(3, Crossing.index(SIZES, first, new double[] {0.5, 3, 5, 7}));
    assertEquals(0, Crossing.index(SIZES, first, first));
    assertEquals(4, Crossing.index(SIZES, first, new double[] {1, 2, 4, 9}));
  }

  @Test
  void isToldInWords() {
    assertEquals(
        "packed is the faster one for 64 bytes, direct from 512 on",
        Crossing.reason("packed", "direct", SIZES, 2));
    assertEquals(
        "packed is the faster one for 4096 bytes, the longest measured",
        Crossing.reason("packed", "direct", SIZES, 4));
    assertEquals("direct is no slower for any size", Crossing.reason("packed", "direct", SIZES, 0));
  }

  @Test
  void theMeanOfTheRatiosTellsWhichIsFasterOnTheWhole() {
    double[] usual = {10, 1000};
    assertTrue(Crossing.isFasterOnTheWhole(new double[] {8, 900}, usual));
    assertTrue(Crossing.isFasterOnTheWhole(new double[] {5, 1500}, usual));
    assertFalse(Crossing.isFasterOnTheWhole(new double[] {9.5, 950}, usual));
    assertFalse(Crossing.isFasterOnTheWhole(new double[] {20, 600}, usual));
  }

  @Test
  void theUsualOneStaysUnlessAnotherIsClearlyFaster() {
    assertEquals(1, Crossing.best(new double[] {96, 100, 95}, 1));
    assertEquals(2, Crossing.best(new double[] {85, 100, 80}, 1));
    assertEquals(0, Crossing.best(new double[] {80, 100, 91}, 1));
  }
}
