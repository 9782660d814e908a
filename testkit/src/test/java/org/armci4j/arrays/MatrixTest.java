package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;

class MatrixTest {
  @ArmciTest(ranks = 4)
  void productsAreThoseOfTheModel(Armci armci) {
    SplittableRandom sizes = new SplittableRandom(5);
    GlobalArrays arrays = GlobalArrays.of(armci);
    multiply(arrays, 1, 1, 1, 0);
    multiply(arrays, 33, 300, 70, 0.5);
    for (int i = 0; i < 5; i++) {
      multiply(arrays, sizes.nextInt(1, 60), sizes.nextInt(1, 300), sizes.nextInt(1, 60), i % 2);
    }
  }

  /** Multiplies whole numbers, whose sums are exact in any order. */
  private static void multiply(GlobalArrays arrays, int m, int k, int n, double beta) {
    try (DoubleArray a = arrays.array(m, k).doubles();
        DoubleArray b = arrays.array(k, n).chunks(k, 0).doubles();
        DoubleArray c = arrays.array(m, n).ghosts(1, 2).doubles()) {
      a.map((index, _) -> left(index[0], index[1]));
      b.map((index, _) -> right(index[0], index[1]));
      c.fill(beta == 0 ? Double.NaN : 4);
      c.multiply(2, a, b, beta);
      c.forEach(
          (index, value) -> {
            double sum = beta == 0 ? 0 : 4 * beta;
            for (int inner = 0; inner < k; inner++) {
              sum += 2 * left(index[0], inner) * right(inner, index[1]);
            }
            assertEquals(sum, value);
          });
      c.sync();
    }
  }

  @ArmciTest(ranks = 4)
  void productsOfPatchesAreThoseOfTheModel(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    FloatArray a = arrays.array(50, 160).chunks(50, 0).floats();
    FloatArray b = arrays.array(40, 170).ghosts(2, 1).floats();
    FloatArray c = arrays.array(60, 60).blocks(new long[] {0, 7}, new long[] {0, 51}).floats();
    a.map((index, _) -> left(index[0], index[1]));
    b.map((index, _) -> right(index[0], index[1]));
    c.fill(5);
    Patch left = Patch.at(11, 9).size(20, 140);
    Patch right = Patch.at(6, 17).size(30, 140); // transposed
    Patch product = Patch.at(3, 29).size(20, 30);
    c.section(product).multiply(2, a.section(left), false, b.section(right), true, 1);
    c.section(product)
        .multiply(
            1, a.section(Patch.at(0, 3).size(20, 0)), b.section(Patch.at(1, 2).size(0, 30)), 1);
    c.forEach(
        (index, value) -> {
          long row = index[0] - 3;
          long column = index[1] - 29;
          int products = product.intersection(Patch.at(index)).isEmpty() ? 0 : 140;
          double sum = 5;
          for (int k = 0; k < products; k++) {
            sum += 2 * left(row + 11, k + 9) * right(column + 6, k + 17);
          }
          assertEquals(sum, value);
        });
    c.sync();
    c.section(Patch.at(0, 0).size(2, 2))
        .multiply(1, c.section(Patch.at(0, 2).size(2, 2)), c.section(Patch.at(0, 4).size(2, 2)), 0);
    assertEquals(50, c.get(1, 1)); // the same array, apart from each other
    c.sync();
  }

  private static double left(long i, long j) {
    return (3 * i + j) % 11 - 5;
  }

  private static double right(long i, long j) {
    return (i + 7 * j) % 13 - 6;
  }

  @ArmciTest(ranks = 3)
  void aMatrixIsTransposed(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    IntArray a = arrays.array(70, 45).ints();
    IntArray b = arrays.array(45, 70).ghosts(1, 1).ints();
    ByteArray c = arrays.array(5, 9).bytes();
    ByteArray d = arrays.array(9, 5).bytes();
    FloatArray square = arrays.array(3, 4).floats();
    a.map((index, _) -> 1000 * index[0] + index[1]);
    c.map((index, _) -> 10 * index[0] + index[1]);
    b.transposeFrom(a);
    d.transposeFrom(c);
    b.forEach((index, value) -> assertEquals(1000 * index[1] + index[0], value));
    d.forEach((index, value) -> assertEquals(10 * index[1] + index[0], value));
    refused("3 x 4 is not the shape", () -> square.transposeFrom(square));
    Patch corner = Patch.at(1, 0).size(30, 20);
    b.section(corner).transposeFrom(a.section(Patch.at(50, 3).size(20, 30)));
    b.forEach(
        (index, value) -> {
          long row = index[0];
          long column = index[1];
          boolean moved = 1 <= row && row < 31 && column < 20;
          long expected = moved ? 1000 * (column + 50) + row + 2 : 1000 * column + row;
          assertEquals(expected, value);
        });
    a.section(Patch.at(0, 0).size(9, 9)).transposeFrom(a.section(Patch.at(0, 9).size(9, 9)));
    assertEquals(1000 * 4 + 9 + 2, a.get(2, 4));
    a.sync();
  }

  @ArmciTest(ranks = 2)
  void wrongMatricesAreRefused(Armci armci) {
    GlobalArrays others = GlobalArrays.of(armci);
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(4, 5).doubles();
    DoubleArray b = arrays.array(5, 4).doubles();
    DoubleArray c = arrays.array(4, 4).doubles();
    refused("4 x 5 is not the shape of the product", () -> a.multiply(1, a, b, 0));
    refused("overlaps with [0..4, 0..4), which is written", () -> c.multiply(1, c, c, 0));
    FloatingSection<double[]> row = a.section(Patch.at(1, 0).size(1, 5));
    refused(
        "1 x 4 is not the shape of the product of 1 x 5 and 4 x 4",
        () -> a.section(Patch.at(0, 0).size(1, 4)).multiply(1, row, c, 0));
    FloatingSection<double[]> corner = c.section(Patch.at(0, 0).size(2, 2));
    FloatingSection<double[]> middle = c.section(Patch.at(1, 1).size(2, 2));
    refused("overlaps with", () -> corner.transposeFrom(middle));
    refused("overlaps with", () -> corner.copyFrom(middle));
    refused("other GlobalArrays", () -> others.array(4, 4).doubles().multiply(1, a, b, 0));
    refused("section [0..5, 0..4) of array #1 has not the sizes of", () -> a.copyFrom(b));
    refused("has not the sizes", () -> a.section(Patch.at(0, 0)).copyFrom(row));
  }
}
