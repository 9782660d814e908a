package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.armci4j.Armci;
import org.armci4j.testkit.ArmciTest;

/** Wrong calls are refused on every rank, in words that name what is wrong. */
class RefusedMatrixTest {
  @ArmciTest(ranks = 2)
  void wrongShapesAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray line = arrays.array(4).name("line").doubles();
    DoubleArray a = arrays.array(4, 5).name("wide").doubles();
    DoubleArray other = GlobalArrays.of(armci).array(4).doubles();
    Matrix<double[]> matrix = Matrix.of(a);
    String where = " by rank " + armci.rank() + " on array wide: ";
    refused("a matrix has 2 dimensions, and the array has 1", () -> Matrix.of(line));
    assertThrows(NullPointerException.class, () -> Matrix.of((DoubleArray) null));
    refused("symmetrize" + where + "a matrix of 4 x 5 is not square", matrix::symmetrize);
    refused("solveByLu" + where + "a matrix of 4 x 5 is not square", () -> matrix.solveByLu(line));
    refused("is not square", () -> matrix.solveTransposedByLu(line));
    refused("is not square", () -> matrix.solveByCholesky(line));
    refused(
        "scaleColumns"
            + where
            + "array line is 4; a factor for each column of a matrix of 4 x 5 takes an array of 5",
        () -> matrix.scaleColumns(line));
    refused("array wide is 4 x 5; a factor for each row", () -> matrix.scaleRows(a));
    refused("getDiagonal" + where + "array wide is 4 x 5", () -> matrix.getDiagonal(a));
    refused("the diagonal of a matrix of 4 x 5 takes an array of 4", () -> matrix.setDiagonal(a));
    refused("addDiagonal" + where, () -> matrix.addDiagonal(a));
    refused("of other GlobalArrays", () -> matrix.addDiagonal(other));
    assertThrows(NullPointerException.class, () -> matrix.scaleRows(null));
    a.close();
    refused("the array has been closed", matrix::symmetrize);
    refused("the array has been closed", matrix::zeroDiagonal);
    refused("the array has been closed", () -> matrix.shiftDiagonal(1));
    refused("the array has been closed", () -> matrix.scaleRows(line));
  }

  @ArmciTest(ranks = 3)
  void wrongFactorsAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(4, 5).doubles();
    DoubleArray c = arrays.array(4, 4).doubles();
    DoubleArray line = arrays.array(4).doubles();
    refused(
        "4 x 4 is not the shape of the product of 4 x 5 transposed and 4 x 5",
        () -> c.multiply(1, a, true, a, false, 0));
    refused("of 4 x 5 and 4 x 5", () -> c.multiply(1, a, false, a, false, 0));
    refused("of 4 and 4 x 5", () -> c.multiply(1, line, false, a, false, 0));
    refused("the operand [0..4, 0..4) overlaps", () -> c.multiply(1, c, true, c, false, 0));
    a.fill(1);
    c.multiply(1, a, false, a, true, 0);
    assertEquals(5, c.get(3, 2), "a product with itself");
  }

  @ArmciTest(ranks = 2)
  void wrongSystemsAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(4, 4).doubles();
    DoubleArray sides = arrays.array(5, 1).name("sides").doubles();
    DoubleArray line = arrays.array(4).doubles();
    DoubleArray other = GlobalArrays.of(armci).array(4, 1).doubles();
    Matrix<double[]> matrix = Matrix.of(a);
    refused(
        "array sides is 5 x 1; the right-hand sides are columns of 4 rows",
        () -> matrix.solveByLu(sides));
    refused("the right-hand sides are columns", () -> matrix.solveByCholesky(line));
    refused("the right-hand sides are this array", () -> matrix.solveTransposedByLu(a));
    refused("of other GlobalArrays", () -> matrix.solveByLu(other));
    DoubleArray large = arrays.array(2, 2).doubles();
    large.close();
    refused("the array has been closed", () -> matrix.solveByLu(large));
  }

  @ArmciTest(ranks = 4)
  void singularMatricesAreRefusedOnEveryRank(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(150, 150).doubles();
    DoubleArray b = arrays.array(150, 2).doubles();
    b.fill(1);
    a.map((at, _) -> at[0] == at[1] && at[0] != 100 ? 2 : 0);
    refused("column 100 has no pivot", () -> Matrix.of(a).solveByLu(b));
    a.map((at, _) -> at[0] == at[1] || (at[0] == 70 && at[1] == 3) ? 1 : 0);
    a.map((at, value) -> at[0] == 140 ? (at[1] == 70 || at[1] == 3 ? 1 : 0) : value);
    refused("column 140 has no pivot", () -> Matrix.of(a).solveByLu(b)); // rows 70 and 140 alike
    refused("has no pivot", () -> Matrix.of(a).solveTransposedByLu(b));
    a.map((at, _) -> at[0] == at[1] ? Double.NaN : 0);
    refused("column 0 has no pivot that is finite", () -> Matrix.of(a).solveByLu(b));
    stays(b);
  }

  @ArmciTest(ranks = 3)
  void indefiniteMatricesAreRefusedOnEveryRank(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(150, 150).doubles();
    DoubleArray b = arrays.array(150, 2).doubles();
    b.fill(1);
    a.map((at, _) -> at[0] != at[1] ? 0 : at[0] == 130 ? -1 : 4);
    refused("column 130 has no positive square", () -> Matrix.of(a).solveByCholesky(b));
    a.map((at, _) -> at[0] == at[1] || at[0] + at[1] == 149 ? 1 : 0); // not definite
    refused("column 75 has no positive square", () -> Matrix.of(a).solveByCholesky(b));
    stays(b);
  }

  private static void stays(DoubleArray ones) {
    ones.forEach((_, value) -> assertEquals(1, value));
    ones.sync();
  }

  /** A pivot that is small, and not 0, ruins the solution unless rows are exchanged. */
  @ArmciTest(ranks = 2)
  void smallPivotsAreAvoided(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(2, 2).doubles();
    DoubleArray b = arrays.array(2, 1).doubles();
    a.map((at, _) -> at[0] + at[1] == 0 ? 1e-20 : 1);
    b.map((at, _) -> 1 + at[0]);
    Matrix.of(a).solveByLu(b);
    assertEquals(1, b.get(0, 0));
    assertEquals(1, b.get(1, 0));
  }
}
