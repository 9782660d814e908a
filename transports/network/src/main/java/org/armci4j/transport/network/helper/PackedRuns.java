package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.shared.ListCopier;

/**
 * Segments of a list with their data, in the form of a message: one run after another.
 *
 * <pre>
 *   0               8               16      20      24
 *   +---------------+---------------+-------+-------+------------------------------------------
 *   | offset there  | stride there  | bytes | count | data of count segments, padded to 8 bytes
 *   +---------------+---------------+-------+-------+------------------------------------------
 * </pre>
 */
public final class PackedRuns {
  /** Length of a run's header. */
  public static final int HEADER_BYTES = 24;

  private static final long OFFSET = 0;
  private static final long STRIDE = 8;
  private static final long LENGTH = 16;
  private static final long COUNT = 20;

  private PackedRuns() {}

  /** Returns how much room is enough for a whole list. */
  public static long roomBytes(SegmentList list) {
    return list.sizeBytes() + (long) list.runs() * (HEADER_BYTES + Long.BYTES);
  }

  /** Returns how much room is enough for all that a cutter has left. */
  public static long roomBytes(RunCutter cutter) {
    return cutter.leftBytes() + cutter.leftRuns() * (HEADER_BYTES + Long.BYTES);
  }

  /**
   * Packs the next runs of a cutter, as many as there is room for.
   *
   * @param cutter advances past the packed runs
   * @param copies working memory of this method
   * @param source the local side
   * @param base of the local side
   * @param message receives the runs
   * @param begin first byte there, a multiple of 8
   * @param roomBytes room there: a multiple of 8, or enough for all that is left
   * @return the number of bytes used
   */
  public static int pack(
      RunCutter cutter,
      SegmentList copies,
      MemorySegment source,
      long base,
      MemorySegment message,
      long begin,
      int roomBytes) {
    copies.clear();
    long place = begin;
    while (cutter.cut(begin + roomBytes - place - HEADER_BYTES, Long.MAX_VALUE)) {
      long length = cutter.lengthBytes();
      place = header(cutter, message, place);
      copies.addRun(cutter.local(), cutter.localStride(), place, length, length, cutter.count());
      place += full(cutter.sizeBytes());
    }
    ListCopier.between(source, message)
        .copy(copies, source, base, copies.local(), message, 0, copies.remote());
    return (int) (place - begin);
  }

  /**
   * Describes the next runs of a cutter, as many as the piece has room for and the message can
   * describe.
   *
   * @param cutter advances past the described runs
   * @param piece receives the data; the same runs are added to its list
   * @param message receives the description
   * @param begin first byte there, a multiple of 8
   * @param end end of the room there
   * @return end of the description
   */
  public static long describe(
      RunCutter cutter, ReplyBuffers.Piece piece, MemorySegment message, long begin, long end) {
    long room = piece.memory().byteSize();
    long used = 0;
    long place = begin;
    while (place + HEADER_BYTES <= end && cutter.cut(room - used, Long.MAX_VALUE)) {
      long length = cutter.lengthBytes();
      place = header(cutter, message, place);
      piece
          .runs()
          .addRun(cutter.local(), cutter.localStride(), used, length, length, cutter.count());
      used += cutter.sizeBytes();
    }
    return place;
  }

  /**
   * Describes the remote side of a list.
   *
   * @param list of segments whose lengths and counts fit into an int
   * @param message receives the description; has room for {@link #HEADER_BYTES} for each run
   * @param begin first byte there, a multiple of 8
   * @return the number of bytes used
   */
  static int describe(SegmentList list, MemorySegment message, long begin) {
    long place = begin;
    for (int run = 0; run < list.runs(); run++) {
      long offset = list.remote().offset(run);
      long stride = list.remote().stride(run);
      int count = (int) list.count(run);
      writeHeader(message, place, offset, stride, (int) list.lengthBytes(run), count);
      place += HEADER_BYTES;
    }
    return (int) (place - begin);
  }

  /**
   * Adds to a list the runs that the other rank has described as its remote side: they are this
   * rank's local side.
   *
   * @param message holds the description
   * @param begin first byte there
   * @param end end of the description
   * @param list to be added to
   */
  static void readOwn(MemorySegment message, long begin, long end, SegmentList list) {
    for (long place = begin; place + HEADER_BYTES <= end; place += HEADER_BYTES) {
      list.addRun(
          message.get(JAVA_LONG, place + OFFSET),
          message.get(JAVA_LONG, place + STRIDE),
          0,
          0,
          message.get(JAVA_INT, place + LENGTH),
          message.get(JAVA_INT, place + COUNT));
    }
  }

  private static long header(RunCutter cutter, MemorySegment message, long place) {
    writeHeader(
        message,
        place,
        cutter.remote(),
        cutter.remoteStride(),
        (int) cutter.lengthBytes(),
        (int) cutter.count());
    return place + HEADER_BYTES;
  }

  /** Writes a run's header, which says where the data behind it go. */
  public static void writeHeader(
      MemorySegment message, long place, long offset, long stride, int lengthBytes, int count) {
    message.set(JAVA_LONG, place + OFFSET, offset);
    message.set(JAVA_LONG, place + STRIDE, stride);
    message.set(JAVA_INT, place + LENGTH, lengthBytes);
    message.set(JAVA_INT, place + COUNT, count);
  }

  /**
   * Adds the runs that a message describes to a list. Its local side has the same bytes without
   * gaps.
   *
   * @param message holds the description
   * @param begin first byte there
   * @param end end of the runs that {@link #describe} has written
   * @param list to be added to
   */
  static void readDescription(MemorySegment message, long begin, long end, SegmentList list) {
    long used = 0;
    for (long place = begin; place + HEADER_BYTES <= end; place += HEADER_BYTES) {
      long length = message.get(JAVA_INT, place + LENGTH);
      long count = message.get(JAVA_INT, place + COUNT);
      list.addRun(
          used,
          length,
          message.get(JAVA_LONG, place + OFFSET),
          message.get(JAVA_LONG, place + STRIDE),
          length,
          count);
      used += length * count;
    }
  }

  /**
   * Adds the runs that a message carries to a list, whose local side is the message itself.
   *
   * @param message holds the runs
   * @param begin first byte there
   * @param sizeBytes the number of bytes that {@link #pack} has used
   * @param list to be added to; its local offsets count from the beginning of {@code message}
   * @throws ArmciException if the message has another form
   */
  static void unpack(MemorySegment message, long begin, int sizeBytes, SegmentList list) {
    long end = begin + sizeBytes;
    for (long place = begin; place < end; ) {
      long offset = message.get(JAVA_LONG, place + OFFSET);
      long stride = message.get(JAVA_LONG, place + STRIDE);
      long length = message.get(JAVA_INT, place + LENGTH);
      long count = message.get(JAVA_INT, place + COUNT);
      place += HEADER_BYTES;
      list.addRun(place, length, offset, stride, length, count);
      place += full(count * length);
      if (place > end) {
        throw new ArmciException(
            Text.format(
                "%d segments of %d bytes do not fit into a message of %d bytes",
                count, length, sizeBytes));
      }
    }
  }

  /** Returns a number of bytes, rounded up to a multiple of eight. */
  public static long full(long bytes) {
    return (bytes + Long.BYTES - 1) & -Long.BYTES;
  }
}
