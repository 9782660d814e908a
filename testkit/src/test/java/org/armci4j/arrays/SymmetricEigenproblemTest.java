package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.armci4j.Armci;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.testkit.ArmciTest;
import org.armci4j.testkit.job.NetworkJobs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eigenvalues beside those that are known, special matrices, and bits that no rank changes. */
class SymmetricEigenproblemTest {
  private static final double TOLERANCE = 1e-13;

  /** The matrix of second differences of n points has the eigenvalues 2 − 2 cos(π k / (n + 1)). */
  @ArmciTest(ranks = 3)
  void secondDifferencesHaveTheirKnownEigenvalues(Armci armci) {
    int n = 150;
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(n, n).doubles();
    DoubleArray values = arrays.array(n).doubles();
    a.map((at, _) -> at[0] == at[1] ? 2 : Math.abs(at[0] - at[1]) == 1 ? -1 : 0);
    Matrix.of(a).symmetricEigenvalues(values);
    values.forEach(
        (at, value) ->
            assertEquals(2 - 2 * Math.cos(Math.PI * (at[0] + 1) / (n + 1)), value, TOLERANCE));
    arrays.sync();
  }

  /** A grid's matrix has many eigenvalues twice, and full rows in its vectors. */
  @ArmciTest(ranks = 4)
  void aGridHasItsKnownEigenvaluesAndVectors(Armci armci) {
    int side = 9;
    int n = side * side;
    PlainMatrix grid =
        PlainMatrix.of(
            n,
            n,
            (i, j) -> {
              int down = Math.abs(i / side - j / side);
              int right = Math.abs(i % side - j % side);
              return i == j ? 4 : down + right == 1 ? -1 : 0;
            });
    double[] known = new double[n];
    for (int i = 0; i < n; i++) {
      double rows = Math.cos(Math.PI * (i / side + 1) / (side + 1));
      double columns = Math.cos(Math.PI * (i % side + 1) / (side + 1));
      known[i] = 4 - 2 * rows - 2 * columns;
    }
    Arrays.sort(known);
    solve(GlobalArrays.of(armci), grid, known);
  }

  /** Of the matrix of ones, all eigenvalues but one are 0. */
  @ArmciTest(ranks = 2)
  void specialMatricesHaveTheirKnownEigenvalues(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    solve(arrays, PlainMatrix.of(1, 1, (_, _) -> -3), -3);
    solve(arrays, PlainMatrix.of(2, 2, (i, j) -> i == j ? 0 : 1), -1, 1);
    solve(arrays, PlainMatrix.of(40, 40, (_, _) -> 0), new double[40]);
    solve(arrays, PlainMatrix.of(3, 3, (i, j) -> i == j ? 2 - i : 0), 0, 1, 2);
    double[] ofOnes = new double[30];
    ofOnes[29] = 30;
    solve(arrays, PlainMatrix.of(30, 30, (_, _) -> 1), ofOnes);
    solve(
        arrays, PlainMatrix.of(2, 2, (i, j) -> i == j ? 0x1p1022 : 0x1p1021), 0x1p1021, 0x1.8p1022);
    solve(arrays, PlainMatrix.of(2, 2, (i, j) -> i == j ? 2e-320 : 1e-320), 1e-320, 3e-320);
  }

  /** The squares of all elements but one have lost most of their digits by underflow. */
  @ArmciTest(ranks = 2)
  void smallElementsBesideALargeOneLeaveTheVectorsOrthonormal(Armci armci) {
    double[] known = new double[12];
    known[11] = 1;
    PlainMatrix small =
        PlainMatrix.of(12, 12, (i, j) -> 1e-161 * (1 + (3 * i + 3 * j + i * j) % 5));
    solve(
        GlobalArrays.of(armci),
        PlainMatrix.of(12, 12, (i, j) -> i + j == 0 ? 1 : small.at(i, j)),
        known);
  }

  /** Stiffness and masses of linear finite elements have the same eigenvectors. */
  @ArmciTest(ranks = 3)
  void metricsHaveTheirKnownEigenvalues(Armci armci) {
    int n = 60;
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray a = arrays.array(n, n).doubles();
    DoubleArray metric = arrays.array(n, n).doubles();
    DoubleArray values = arrays.array(n).doubles();
    DoubleArray vectors = arrays.array(n, n).doubles();
    a.map((at, _) -> at[0] == at[1] ? 2 : Math.abs(at[0] - at[1]) == 1 ? -1 : 0);
    metric.map((at, _) -> at[0] == at[1] ? 4 : Math.abs(at[0] - at[1]) == 1 ? 1 : 0);
    Matrix.of(a).generalizedEigenvectors(metric, values, vectors);
    values.forEach(
        (at, value) -> {
          double cosine = Math.cos(Math.PI * (at[0] + 1) / (n + 1));
          assertEquals((2 - 2 * cosine) / (4 + 2 * cosine), value, TOLERANCE);
        });
    arrays.sync();
    metric.map((at, _) -> at[0] == at[1] ? 1 : 0.5);
    Matrix.of(metric).generalizedEigenvectors(metric, values, metric);
    assertEquals(1, values.min(), TOLERANCE);
    assertEquals(1, values.max(), TOLERANCE);
    metric.fill(1);
    double[] before = vectors.getDoubles(vectors.patch());
    refused(
        "array " + metric.name() + " is not positive definite, or not within rounding",
        () -> Matrix.of(a).generalizedEigenvectors(metric, values, vectors));
    assertArrayEquals(before, vectors.getDoubles(vectors.patch()), "nothing has changed");
    arrays.sync();
  }

  /** The metric's eigenvalues are no {@code float}, and the elements above diagonals no numbers. */
  @ArmciTest(ranks = 3)
  void neitherSizeNorUpperElementsInfluenceTheEigenvaluesInAMetric(Armci armci) {
    int n = 20;
    GlobalArrays arrays = GlobalArrays.of(armci);
    FloatArray a = arrays.array(n, n).name("a").floats();
    FloatArray metric = arrays.array(n, n).name("metric").floats();
    FloatArray values = arrays.array(n).floats();
    FloatArray vectors = arrays.array(n, n).floats();
    for (double size : new double[] {0x1p126, 1, 0x1p-126}) {
      fillBelow(a, 2 * size, -size);
      fillBelow(metric, 2 * size, size / 2);
      Matrix.of(a).generalizedEigenvectors(metric, values, vectors);
      values.forEach(
          (at, value) -> {
            double cosine = Math.cos(Math.PI * (at[0] + 1) / (n + 1));
            assertEquals((2 - 2 * cosine) / (2 + cosine), value, 1e-5);
          });
      arrays.sync();
    }
    for (FloatArray one : List.of(a, metric)) {
      fillBelow(a, 2, -1);
      fillBelow(metric, 2, 0.5);
      one.map((at, x) -> at[0] == 3 && at[1] == 2 ? Double.POSITIVE_INFINITY : x);
      refused(
          "array " + one.name() + ": an element on or below the diagonal is not finite",
          () -> Matrix.of(a).generalizedEigenvectors(metric, values, vectors));
    }
  }

  private static void fillBelow(FloatArray target, double diagonal, double beside) {
    target.map(
        (at, _) ->
            at[0] < at[1]
                ? Double.NaN
                : at[0] == at[1] ? diagonal : at[0] == at[1] + 1 ? beside : 0);
  }

  private static void solve(GlobalArrays arrays, PlainMatrix model, double... known) {
    int n = model.rows();
    try (DoubleArray a = arrays.array(n, n).doubles();
        DoubleArray values = arrays.array(n).doubles()) {
      model.store(a);
      Matrix.of(a).symmetricEigenvectors(values, a); // in place
      double[] found = values.getDoubles(values.patch());
      assertArrayEquals(known, found, TOLERANCE * model.norm());
      if (model.norm() > 1e-300 && model.norm() < 1e300) {
        model.assertEigenproblem(found, PlainMatrix.load(a), Math.ulp(1.0));
      }
      arrays.sync();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "fake"})
  void resultsHaveTheSameBitsOnAnyNumberOfRanks(String transport) {
    long seed = 11;
    double[][] results = new double[5][];
    for (int ranks = 1; ranks <= results.length; ranks++) {
      int last = ranks - 1;
      NetworkJobs.threads(transport, ranks)
          .run(
              armci -> {
                double[] found = bits(GlobalArrays.of(armci), seed);
                if (armci.rank() == last) {
                  results[last] = found;
                }
              });
      assertArrayEquals(results[0], results[last], ranks + " ranks");
    }
  }

  private static double[] bits(GlobalArrays arrays, long seed) {
    int n = 37;
    DoubleArray a = arrays.array(n, n).doubles();
    DoubleArray values = arrays.array(n).doubles();
    DoubleArray vectors = arrays.array(n, n).doubles();
    a.randomize(seed);
    Matrix.of(a).symmetricEigenvectors(values, vectors);
    double[] found = Arrays.copyOf(vectors.getDoubles(vectors.patch()), n * n + n);
    System.arraycopy(values.getDoubles(values.patch()), 0, found, n * n, n);
    arrays.sync();
    return found;
  }

  @ArmciTest(ranks = 2, processes = true, timeoutSeconds = 300)
  void processesHaveTheResultsOfOneRank(Armci armci) {
    double[] found = bits(GlobalArrays.of(armci), 5);
    GlobalArrays alone = GlobalArrays.of(armci, armci.world().split(armci.rank(), 0));
    assertArrayEquals(bits(alone, 5), found);
  }

  @Test
  void matricesOverUcxHaveTheResultsOfTheModel() {
    NetworkJobs.threads("ucx", 3)
        .run(
            armci -> {
              MatrixProgram<double[]> program =
                  new MatrixProgram<>(GlobalArrays.of(armci), ElementKind.DOUBLE, 8);
              program.findEigenvectors();
              program.findEigenvectorsInMetric();
            });
  }

  @ArmciTest(ranks = 2)
  void wrongMatricesAreRefused(Armci armci) {
    GlobalArrays arrays = GlobalArrays.of(armci);
    DoubleArray wide = arrays.array(4, 5).name("wide").doubles();
    DoubleArray a = arrays.array(4, 4).name("square").doubles();
    DoubleArray line = arrays.array(4).name("line").doubles();
    Matrix<double[]> matrix = Matrix.of(a);
    String where = "symmetricEigenvectors by rank " + armci.rank() + " on array square: ";
    refused("4 x 5 is not square", () -> Matrix.of(wide).symmetricEigenvalues(line));
    refused(
        "array square is 4 x 4; the eigenvalues of a matrix of 4 x 4 takes an array of 4",
        () -> matrix.symmetricEigenvalues(a));
    refused(
        where
            + "array wide is 4 x 5; the array of eigenvectors needs the shape of the matrix, 4 x 4",
        () -> matrix.symmetricEigenvectors(line, wide));
    refused(
        "of other GlobalArrays",
        () -> matrix.symmetricEigenvalues(GlobalArrays.of(armci).array(4).doubles()));
    refused(
        "array wide is 4 x 5; the metric needs the shape of the matrix, 4 x 4",
        () -> matrix.generalizedEigenvectors(wide, line, a));
    for (double value : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
      a.map((at, _) -> at[0] == 3 && at[1] == 1 ? value : 1);
      line.fill(7);
      refused(
          where + "an element on or below the diagonal is not finite",
          () -> matrix.symmetricEigenvectors(line, a));
      assertEquals(28, line.sum(), "nothing has changed");
    }
    a.map((at, _) -> at[0] == 1 && at[1] == 3 ? Double.NaN : 1);
    matrix.symmetricEigenvalues(line); // elements above the diagonal have no influence
    assertEquals(4, line.max(), TOLERANCE);
    line.close();
    refused("has been closed", () -> matrix.symmetricEigenvalues(line));
  }
}
