package org.armci4j.transport;

import java.lang.foreign.MemorySegment;
import org.armci4j.Accumulation;

/**
 * The data path of a block: transfers, lists of segments, and single values.
 *
 * <p>An operation that moves data returns a <em>ticket</em>: {@link RemoteBlock#COMPLETE} when the
 * local buffer may be reused at once, or else a number for {@link Transport#isComplete}.
 *
 * <p>A contiguous put or get between ranges of the rank's own block that overlap moves the bytes as
 * if through a buffer.
 *
 * <p>A contiguous transfer whose local buffer is of a closed arena is an {@link
 * IllegalStateException}, and of another thread's a {@link WrongThreadException}, before anything
 * has moved; the callers of all others have looked.
 */
public interface BlockTransfers {
  /**
   * Starts to write {@code sizeBytes} of {@code source} into the block.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes how many
   * @return a ticket
   */
  long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes);

  /**
   * Starts to read {@code sizeBytes} of the block into {@code destination}.
   *
   * @param offset first byte in the block
   * @param destination native or heap memory
   * @param destinationOffset first byte in the destination
   * @param sizeBytes how many
   * @return a ticket; the data is there when it is complete
   */
  long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes);

  /**
   * Starts to add {@code sizeBytes} of {@code source}, scaled, to the block. Each element is
   * updated as one step to every other accumulate.
   *
   * @param accumulation element type and scale
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes how many, a multiple of the element's size
   * @return a ticket
   */
  long accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes);

  /**
   * Starts to write the segments of a list into the block, in any order; in that of the list where
   * loads and stores reach the block, so that of segments which overlap the last one stays.
   *
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param offset the base of the list's remote side
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket for all of them
   */
  long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list);

  /**
   * Starts to read the segments of a list into {@code destination}, in any order.
   *
   * @param offset the base of the list's remote side
   * @param destination native or heap memory
   * @param destinationOffset the base of the list's local side
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket for all of them
   */
  long getList(long offset, MemorySegment destination, long destinationOffset, SegmentList list);

  /**
   * Starts to add the segments of a list, scaled, to the block. Each element is updated as one step
   * to every other accumulate, also when the list names its place twice.
   *
   * @param accumulation element type and scale
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param offset the base of the list's remote side
   * @param list which bytes, in segments of whole elements; not changed until the ticket is
   *     complete
   * @return a ticket for all of them
   */
  long accumulateList(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list);

  /**
   * Writes one byte.
   *
   * @param offset where in the block
   * @param value what to write
   */
  void putByte(long offset, byte value);

  /**
   * Writes two bytes.
   *
   * @param offset first byte in the block
   * @param value the bits to write, in the native byte order
   */
  void putShort(long offset, short value);

  /**
   * Writes four bytes; at an offset that is a multiple of 4, no reader sees a part of them.
   *
   * @param offset first byte in the block
   * @param value the bits to write, in the native byte order
   */
  void putInt(long offset, int value);

  /**
   * Writes eight bytes; at an offset that is a multiple of 8, no reader sees a part of them.
   *
   * @param offset first byte in the block
   * @param value the bits to write, in the native byte order
   */
  void putLong(long offset, long value);

  /**
   * Reads one byte.
   *
   * @param offset where in the block
   * @return what is there
   */
  byte getByte(long offset);

  /**
   * Reads two bytes.
   *
   * @param offset first byte in the block
   * @return the bits, in the native byte order
   */
  short getShort(long offset);

  /**
   * Reads four bytes.
   *
   * @param offset first byte in the block
   * @return the bits, in the native byte order
   */
  int getInt(long offset);

  /**
   * Reads eight bytes.
   *
   * @param offset first byte in the block
   * @return the bits, in the native byte order
   */
  long getLong(long offset);
}
