package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.ArmciTest;
import org.junit.jupiter.api.function.Executable;

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
  }

  @ArmciTest(ranks = 2)
  void wrongMatricesAreRefused(Armci armci) {
    GlobalArrays others = GlobalArrays.of(armci);
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(4, 5).doubles();
    DoubleArray b = arrays.array(5, 4).doubles();
    DoubleArray c = arrays.array(4, 4).doubles();
    refused("4 x 5 is not the shape of the product", () -> a.multiply(1, a, b, 0));
    refused("a factor is this array", () -> c.multiply(1, c, c, 0));
    refused("other GlobalArrays", () -> others.array(4, 4).doubles().multiply(1, a, b, 0));
    refused("array #1 is 5 x 4, and this one 4 x 5", () -> a.copyFrom(b));
    refused("has not the sizes", () -> a.copyFrom(Patch.at(0, 0), b, Patch.at(0, 0).size(1, 2)));
    refused("overlaps", () -> a.copyFrom(Patch.at(0, 0).size(2, 2), a, Patch.at(1, 1).size(2, 2)));
  }

  private static void refused(String word, Executable call) {
    String message = assertThrows(ArmciException.class, call).getMessage();
    assertTrue(message.contains(word), message);
  }
}
