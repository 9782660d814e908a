package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.shared.ListCopier;

/**
 * Segments of a list with their data, as one message carries them: one run behind the other.
 *
 * <pre>
 *   0               8               16      20      24
 *   +---------------+---------------+-------+-------+------------------------------------------
 *   | offset there  | stride there  | bytes | count | data of count segments, up to 8 bytes full
 *   +---------------+---------------+-------+-------+------------------------------------------
 * </pre>
 */
final class PackedRuns {
  /** What a run takes beside its data. */
  static final int HEADER_BYTES = 24;

  private static final long OFFSET = 0;
  private static final long STRIDE = 8;
  private static final long LENGTH = 16;
  private static final long COUNT = 20;

  private PackedRuns() {}

  /** Room that is enough for a whole list. */
  static long roomBytes(SegmentList list) {
    return list.sizeBytes() + (long) list.runs() * (HEADER_BYTES + Long.BYTES);
  }

  /**
   * Packs what a cutter gives, as much as there is room for.
   *
   * @param cutter goes on behind what is packed
   * @param copies for this method's own use
   * @param source the local side
   * @param base of the local side
   * @param message where to write
   * @param begin first byte there, a multiple of 8
   * @param roomBytes how many there are: a multiple of 8, or enough for all that is left
   * @return how many are used
   */
  static int pack(
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
   * Describes what is to come into a piece of memory, as much as that and the message have room
   * for.
   *
   * @param cutter goes on behind what is described
   * @param piece whose runs become the same
   * @param message where to write
   * @param begin first byte there, a multiple of 8
   * @param end the first one behind the room
   * @return the first one behind what is described
   */
  static long describe(
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
   * @param list of segments that are no longer than an int can say
   * @param message where to write; has room for {@link #HEADER_BYTES} for each run
   * @param begin first byte there, a multiple of 8
   * @return how many bytes are used
   */
  static int describe(SegmentList list, MemorySegment message, long begin) {
    long place = begin;
    for (int run = 0; run < list.runs(); run++) {
      message.set(JAVA_LONG, place + OFFSET, list.remote().offset(run));
      message.set(JAVA_LONG, place + STRIDE, list.remote().stride(run));
      message.set(JAVA_INT, place + LENGTH, (int) list.lengthBytes(run));
      message.set(JAVA_INT, place + COUNT, (int) list.count(run));
      place += HEADER_BYTES;
    }
    return (int) (place - begin);
  }

  /**
   * Adds to a list what the other rank has described as its remote side, and is this rank's local
   * one.
   *
   * @param message where to read
   * @param begin first byte there
   * @param end the first one behind
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

  /** Says of the data behind it where they go. */
  static void writeHeader(
      MemorySegment message, long place, long offset, long stride, int lengthBytes, int count) {
    message.set(JAVA_LONG, place + OFFSET, offset);
    message.set(JAVA_LONG, place + STRIDE, stride);
    message.set(JAVA_INT, place + LENGTH, lengthBytes);
    message.set(JAVA_INT, place + COUNT, count);
  }

  /**
   * Adds what a message describes to a list, whose local side are the same bytes without gaps.
   *
   * @param message where to read
   * @param begin first byte there
   * @param end the first one behind what {@link #describe} has written
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
   * Adds what a message carries to a list, whose local side is the message itself.
   *
   * @param message where to read
   * @param begin first byte there
   * @param sizeBytes how many {@link #pack} has used
   * @param list to be added to; its local offsets count from the beginning of {@code message}
   * @throws ArmciException if it is no such message
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

  /** So many bytes up to a multiple of eight. */
  static long full(long bytes) {
    return (bytes + Long.BYTES - 1) & -Long.BYTES;
  }
}
