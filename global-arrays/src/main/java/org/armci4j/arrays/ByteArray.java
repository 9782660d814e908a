package org.armci4j.arrays;

/**
 * A distributed array of {@code byte}. Made by {@link ArrayBuilder#bytes}.
 *
 * <pre>{@code
 * ByteArray a = arrays.array(100, 100).bytes();
 * a.put(Patch.at(0, 0).size(2, 2), new byte[] {1, 2, 3, 4});
 * }</pre>
 *
 * <p>Bytes are put and got, as patches, lists and single elements, and have all operations of
 * {@link IntegralSection}. There are no accumulates, no {@code fetchAndAdd} and no atomic updates
 * of lists: processors and networks update words of 4 and 8 bytes, and over a network such an
 * update could undo a put to a neighbour in the same word. Flags and counters that several ranks
 * change are elements of {@code int}.
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
