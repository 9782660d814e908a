package org.armci4j.arrays.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.armci4j.arrays.kernel.ElementKind;
import org.armci4j.bootstrap.text.Text;

/**
 * The head of a NumPy file of one array: a magic word, the version of the format, the length of a
 * text, and the text, a Python dictionary of the type, the order and the shape. The elements follow
 * without gaps, row-major.
 *
 * <p>Source: NumPy, {@code numpy/lib/format.py}, versions 1.0, 2.0 and 3.0.
 *
 * @param kind the type of the elements
 * @param order the order of an element's bytes in the file
 * @param shape the size of each dimension
 * @param offset the first byte of the elements
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NpyHeader(ElementKind kind, ByteOrder order, long[] shape, long offset) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

  /** Bytes before the text in version 1.0; later versions have 2 more for its length. */
  private static final int PREFIX = 10;

  /** Elements begin at a multiple of so many bytes. */
  private static final int ALIGNMENT = 64;

  /** Longest text that is read: the most of version 1.0. Only types with fields need more. */
  private static final int MOST_TEXT = 65_535;

  /** Digits for which NumPy leaves room in the first size, so that a file may grow. */
  private static final int DIGITS = 21;

  /**
   * Returns the head of a file of version 1.0 with little-endian elements.
   *
   * @param kind the type of the elements
   * @param shape the size of each dimension, at least 1 dimension
   */
  public static NpyHeader of(ElementKind kind, long... shape) {
    return new NpyHeader(
        kind, ByteOrder.LITTLE_ENDIAN, shape, PREFIX + (long) text(kind, shape).length());
  }

  /** Returns the bytes of the head in version 1.0, the same as NumPy's. */
  public byte[] encode() {
    String text = text(kind, shape);
    ByteBuffer bytes = ByteBuffer.allocate(PREFIX + text.length()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(MAGIC).put((byte) 1).put((byte) 0).putShort((short) text.length());
    return bytes.put(text.getBytes(StandardCharsets.ISO_8859_1)).array();
  }

  /**
   * Writes the head into a new file, and gives the file its size before others write: a client of a
   * network file system may fill the rest of a page with zeros when the page is behind the end.
   */
  public void prepare(FileChannel file) throws IOException {
    writeFully(file, ByteBuffer.allocate(1), fileBytes() - 1);
    writeFully(file, ByteBuffer.wrap(encode()), 0);
  }

  /** Writes a buffer to a place of a file. */
  static void writeFully(FileChannel file, ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += file.write(bytes, at);
    }
  }

  private static String text(ElementKind kind, long[] shape) {
    StringBuilder text = new StringBuilder("{'descr': '").append(descr(kind));
    text.append("', 'fortran_order': False, 'shape': (");
    for (int d = 0; d < shape.length; d++) {
      text.append(d == 0 ? "" : ", ").append(shape[d]);
    }
    text.append(shape.length == 1 ? ",), }" : "), }");
    text.repeat(' ', DIGITS - Long.toString(shape[0]).length());
    int end = PREFIX + text.length() + 1;
    return text.repeat(' ', ALIGNMENT - end % ALIGNMENT).append('\n').toString();
  }

  private static String descr(ElementKind kind) {
    return switch (kind) {
      case BYTE -> "|i1";
      case INT -> "<i4";
      case LONG -> "<i8";
      case FLOAT -> "<f4";
      case DOUBLE -> "<f8";
      case COMPLEX_FLOAT -> "<c8";
      case COMPLEX_DOUBLE -> "<c16";
    };
  }

  /**
   * Returns the size of the file.
   *
   * @throws ArithmeticException when it does not fit 64 bits
   */
  public long fileBytes() {
    long bytes = kind.bytes();
    for (long size : shape) {
      bytes = Math.multiplyExact(bytes, size);
    }
    return Math.addExact(bytes, offset);
  }

  /**
   * Reads the head of a file, and compares the file's size with it.
   *
   * @throws IOException when the file is no NumPy file of one array, has elements of another type,
   *     in Fortran order, or a wrong size
   */
  public static NpyHeader read(FileChannel file) throws IOException {
    ByteBuffer prefix = read(file, 0, PREFIX);
    byte[] magic = new byte[MAGIC.length];
    prefix.get(magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new IOException("it is no NumPy file: it does not begin with \\x93NUMPY");
    }
    int major = prefix.get();
    int minor = prefix.get();
    if (major < 1 || major > 3 || minor != 0) {
      throw new IOException(
          Text.format("version %d.%d of the format is not 1.0, 2.0 or 3.0", major, minor));
    }
    int start = major == 1 ? PREFIX : PREFIX + Short.BYTES;
    long length =
        major == 1
            ? Short.toUnsignedInt(prefix.getShort())
            : Integer.toUnsignedLong(read(file, PREFIX - Short.BYTES, Integer.BYTES).getInt());
    if (length > MOST_TEXT) {
      throw new IOException(
          Text.format("its head has %d bytes, and the limit is %d", length, MOST_TEXT));
    }
    byte[] text = read(file, start, (int) length).array();
    NpyParser parser =
        new NpyParser(
            new String(text, major < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8));
    NpyHeader header = parser.parse(start + length);
    header.requireSize(file.size());
    return header;
  }

  private void requireSize(long found) throws IOException {
    long expected;
    try {
      expected = fileBytes();
    } catch (ArithmeticException e) {
      throw new IOException(
          Text.format(
              "the shape %s is too large for 64 bits; the head is damaged", Arrays.toString(shape)),
          e);
    }
    if (found != expected) {
      throw new IOException(
          Text.format(
              "it is %s: %d bytes in place of the %d that its head tells",
              found < expected ? "truncated" : "too long", found, expected));
    }
  }

  private static ByteBuffer read(FileChannel file, long position, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    readFully(file, bytes, position);
    return bytes.flip();
  }

  /**
   * Fills a buffer from a place of a file.
   *
   * @throws EOFException when the file ends before
   */
  public static void readFully(FileChannel file, ByteBuffer bytes, long position)
      throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      int count = file.read(bytes, at);
      if (count < 0) {
        throw new EOFException(
            Text.format("it is truncated: it ends at byte %d within the head or the elements", at));
      }
      at += count;
    }
  }
}
