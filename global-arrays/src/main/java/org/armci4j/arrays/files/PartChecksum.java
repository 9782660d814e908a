package org.armci4j.arrays.files;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The CRC32C of a file of which each rank sees some parts, in any order. The exclusive or of all
 * ranks' {@link #value}s gives that of the whole file, however the ranks share it.
 *
 * <p>Without the inversions at its begin and end a CRC is linear. So that of a file is the
 * exclusive or of those of its parts, each among zeros. Zeros before a part change nothing, and n
 * zero bytes behind it multiply its CRC by x^8n modulo the polynomial.
 *
 * <p>Source: {@code crc32_combine} of zlib.
 */
public final class PartChecksum {
  /** Castagnoli's polynomial; the highest bit of an int is the coefficient of x^0. */
  private static final int POLYNOMIAL = 0x82F63B78;

  private static final int ONE = 1 << 31;
  private static final int BYTE = ONE >>> Byte.SIZE;

  private final long fileBytes;
  private final CRC32C crc = new CRC32C();

  /** Number i is x to the power of 8 times 2^i. */
  private final int[] powers = new int[Long.SIZE - 1];

  private int value;

  /**
   * Begins without a part.
   *
   * @param fileBytes the size of the whole file
   */
  public PartChecksum(long fileBytes) {
    this.fileBytes = fileBytes;
    powers[0] = BYTE;
    for (int i = 1; i < powers.length; i++) {
      powers[i] = product(powers[i - 1], powers[i - 1]);
    }
  }

  /**
   * Adds a part.
   *
   * @param bytes the part, whose position and limit stay
   * @param position of its first byte in the file
   */
  public void add(ByteBuffer bytes, long position) {
    int length = bytes.remaining();
    crc.reset();
    crc.update(bytes.duplicate());
    int linear = (int) crc.getValue() ^ ofZeros(length);
    value ^= product(linear, zeros(fileBytes - position - length));
  }

  /** Returns what the parts add to the checksum of the whole file. */
  public int value() {
    return value;
  }

  /**
   * Returns the CRC32C of the whole file.
   *
   * @param values the exclusive or of all ranks' values
   */
  public int whole(int values) {
    return values ^ ofZeros(fileBytes);
  }

  /** Returns the CRC32C of zeros: of its first value, all ones, and its last inversion. */
  private int ofZeros(long bytes) {
    return ~product(~0, zeros(bytes));
  }

  /** Returns the factor of so many zero bytes. */
  private int zeros(long bytes) {
    int factor = ONE;
    for (int i = 0; bytes >>> i != 0; i++) {
      if ((bytes >>> i & 1) != 0) {
        factor = product(factor, powers[i]);
      }
    }
    return factor;
  }

  /** Multiplies two polynomials modulo the polynomial. */
  private static int product(int a, int b) {
    int product = 0;
    int shifted = b;
    for (int rest = a; rest != 0; rest <<= 1) {
      if (rest < 0) {
        product ^= shifted;
      }
      shifted = shifted >>> 1 ^ ((shifted & 1) == 0 ? 0 : POLYNOMIAL);
    }
    return product;
  }
}
