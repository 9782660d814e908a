package org.armci4j.arrays;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * A distributed array of {@code double}. Made by {@link ArrayBuilder#doubles}.
 *
 * <pre>{@code
 * DoubleArray a = arrays.array(100, 100).doubles();
 * a.put(Patch.at(0, 0).size(2, 2), new double[] {1, 2, 3, 4});
 * }</pre>
 */
public final class DoubleArray extends FloatingArray<double[]> {
  DoubleArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  @Override
  double load(int rank, long offset) {
    return home().armci().getDouble(memory(), rank, offset);
  }

  @Override
  void store(int rank, long offset, double value) {
    home().armci().putDouble(memory(), rank, offset, value);
  }

  @Override
  double add(int rank, long offset, double delta) {
    return home().armci().doubleAtomics().fetchAndAdd(memory(), rank, offset, delta);
  }

  /**
   * Sets this matrix to {@code alpha} times the product of two matrices plus {@code beta} times
   * itself. Collective; begins and ends with {@link #sync}. Each rank computes its own block, from
   * parts of both factors that it reads meanwhile; all three may be distributed in any way.
   *
   * @param alpha factor of the product
   * @param a the left matrix, of as many rows as this one
   * @param b the right matrix, of as many columns as this one
   * @param beta factor of the old values; 0 does not read them
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, a factor is
   *     this array or of other {@link GlobalArrays}, or an array is closed
   */
  public void multiply(double alpha, DoubleArray a, DoubleArray b, double beta) {
    requireFellow("multiply", a);
    requireFellow("multiply", b);
    long[] left = a.shape();
    long[] right = b.shape();
    long[] own = shape();
    boolean matrices = left.length == 2 && right.length == 2 && own.length == 2;
    if (!matrices || left[0] != own[0] || left[1] != right[0] || right[1] != own[1]) {
      throw refusal(
          "multiply",
          Text.format(
              "%s is not the shape of the product of %s and %s",
              Distribution.text(own), Distribution.text(left), Distribution.text(right)));
    }
    if (a == this || b == this) {
      throw refusal("multiply", "a factor is this array; multiply into another one");
    }
    onOwnBlock("multiply", () -> new MatrixProduct(alpha, a, b).run(this, beta));
  }
}
