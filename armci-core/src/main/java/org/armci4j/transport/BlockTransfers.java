package org.armci4j.transport;

import java.lang.foreign.MemorySegment;

/**
 * Data path of a block: transfers, lists of segments, and single values.
 *
 * <p>An operation that moves data returns a <em>ticket</em>: {@link RemoteBlock#COMPLETE} when the
 * local buffer may be reused at once, or else a number for {@link Transport#isComplete}.
 *
 * <p>A contiguous put or get between overlapping ranges of the rank's own block moves the bytes as
 * if through a buffer.
 *
 * <p>A contiguous transfer checks its local buffer before any byte moves. It throws {@link
 * IllegalStateException} if the buffer's arena is closed, and {@link WrongThreadException} if the
 * buffer belongs to another thread. The callers of all other operations check this themselves.
 */
public interface BlockTransfers {
  /**
   * Starts to write {@code sizeBytes} of {@code source} into the block.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param offset first byte in the block
   * @param sizeBytes number of bytes
   * @return a ticket
   */
  long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes);

  /**
   * Starts to read {@code sizeBytes} of the block into {@code destination}.
   *
   * @param offset first byte in the block
   * @param destination native or heap memory
   * @param destinationOffset first byte in the destination
   * @param sizeBytes number of bytes
   * @return a ticket; the data are there when the ticket is complete
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
   * @param sizeBytes number of bytes, a multiple of the element's size
   * @return a ticket
   */
  long accumulate(
      ScaledSum accumulation, MemorySegment source, long sourceOffset, long offset, long sizeBytes);

  /**
   * Starts to write the segments of a list into the block, in any order. Where loads and stores
   * reach the block, the order is that of the list: of overlapping segments the last one stays.
   *
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param offset the base of the list's remote side
   * @param list the segments; not changed until the ticket is complete
   * @return a ticket for all of them
   */
  long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list);

  /**
   * Starts to read the segments of a list into {@code destination}, in any order.
   *
   * @param offset the base of the list's remote side
   * @param destination native or heap memory
   * @param destinationOffset the base of the list's local side
   * @param list the segments; not changed until the ticket is complete
   * @return a ticket for all of them
   */
  long getList(long offset, MemorySegment destination, long destinationOffset, SegmentList list);

  /**
   * Starts to add the segments of a list, scaled, to the block. Each element is updated as one step
   * to every other accumulate, even if the list names the element twice.
   *
   * @param accumulation element type and scale
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param offset the base of the list's remote side
   * @param list the segments, of whole elements; not changed until the ticket is complete
   * @return a ticket for all of them
   */
  long accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list);

  /**
   * Writes one byte.
   *
   * @param offset offset of the byte in the block
   * @param value the byte to write
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
   * @param offset offset of the byte in the block
   * @return the byte
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
