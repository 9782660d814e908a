package org.armci4j.arrays;

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

  @Override
  double[] newValues(int count) {
    return new double[count];
  }

  @Override
  double[] doubles(double[] values) {
    return values;
  }

  @Override
  double[] values(double[] doubles) {
    return doubles;
  }
}
