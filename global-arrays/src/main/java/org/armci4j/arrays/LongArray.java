package org.armci4j.arrays;

/**
 * A distributed array of {@code long}. Made by {@link ArrayBuilder#longs}.
 *
 * <pre>{@code
 * LongArray a = arrays.array(100, 100).longs();
 * a.put(Patch.at(0, 0).size(2, 2), new long[] {1, 2, 3, 4});
 * }</pre>
 */
public final class LongArray extends IntegralArray<long[]> {
  LongArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  @Override
  long load(int rank, long offset) {
    return home().armci().getLong(memory(), rank, offset);
  }

  @Override
  void store(int rank, long offset, long value) {
    home().armci().putLong(memory(), rank, offset, value);
  }

  @Override
  long add(int rank, long offset, long delta) {
    return home().armci().fetchAndAdd(memory(), rank, offset, delta);
  }
}
