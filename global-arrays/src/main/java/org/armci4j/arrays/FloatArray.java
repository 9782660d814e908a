package org.armci4j.arrays;

/**
 * A distributed array of {@code float}. Made by {@link ArrayBuilder#floats}.
 *
 * <pre>{@code
 * FloatArray a = arrays.array(100, 100).floats();
 * a.put(Patch.at(0, 0).size(2, 2), new float[] {1, 2, 3, 4});
 * }</pre>
 */
public final class FloatArray extends FloatingArray<float[]> {
  FloatArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  @Override
  double load(int rank, long offset) {
    return home().armci().getFloat(memory(), rank, offset);
  }

  @Override
  void store(int rank, long offset, double value) {
    home().armci().putFloat(memory(), rank, offset, (float) value);
  }

  @Override
  double add(int rank, long offset, double delta) {
    return home().armci().floatAtomics().fetchAndAdd(memory(), rank, offset, (float) delta);
  }

  @Override
  float[] newValues(int count) {
    return new float[count];
  }

  @Override
  double[] doubles(float[] values) {
    double[] doubles = new double[values.length];
    for (int i = 0; i < doubles.length; i++) {
      doubles[i] = values[i];
    }
    return doubles;
  }

  @Override
  float[] values(double[] doubles) {
    float[] values = new float[doubles.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) doubles[i];
    }
    return values;
  }
}
