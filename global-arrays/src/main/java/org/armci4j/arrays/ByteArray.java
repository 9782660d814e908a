package org.armci4j.arrays;

/**
 * A distributed array of {@code byte}. Made by {@link ArrayBuilder#bytes}.
 *
 * <pre>{@code
 * ByteArray a = arrays.array(100, 100).bytes();
 * a.put(Patch.at(0, 0).size(2, 2), new byte[] {1, 2, 3, 4});
 * }</pre>
 */
public final class ByteArray extends IntegralArray<byte[]> {
  ByteArray(GlobalArrays home, ArrayParts parts) {
    super(home, parts);
  }

  @Override
  long load(int rank, long offset) {
    return home().armci().getByte(memory(), rank, offset);
  }

  @Override
  void store(int rank, long offset, long value) {
    home().armci().putByte(memory(), rank, offset, (byte) value);
  }

  @Override
  long add(int rank, long offset, long delta) {
    throw refusal("fetchAndAdd", "bytes cannot be added atomically; use an array of int or long");
  }
}
