package org.armci4j.arrays;

/**
 * A distributed array of {@code int}. Made by {@link ArrayBuilder#ints}.
 *
 * <pre>{@code
 * IntArray a = arrays.array(100, 100).ints();
 * a.put(Patch.at(0, 0).size(2, 2), new int[] {1, 2, 3, 4});
 * }</pre>
 */
public final class IntArray extends IntegralArray<int[]> {
  IntArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  @Override
  long load(int rank, long offset) {
    return home().armci().getInt(memory(), rank, offset);
  }

  @Override
  void store(int rank, long offset, long value) {
    home().armci().putInt(memory(), rank, offset, (int) value);
  }

  @Override
  long add(int rank, long offset, long delta) {
    return home().armci().intAtomics().fetchAndAdd(memory(), rank, offset, (int) delta);
  }
}
