package org.armci4j.examples.sparse;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** A matrix of any shape with random entries; every third row is empty. */
public record RandomRows(int rows, int columns, double density, long seed) implements RowSource {
  @Override
  public int[] row(int row) {
    SplittableRandom random = SeededRandom.of(seed, row);
    return row % 3 == 2
        ? new int[0]
        : IntStream.range(0, columns).filter(_ -> random.nextDouble() < density).toArray();
  }
}
