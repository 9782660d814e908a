package org.armci4j.transport.verbs.key;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.ranges.RegisteredRanges;

/**
 * Decides how the device reaches the local data of a transfer, for contiguous transfers and lists;
 * no other class does:
 *
 * <ul>
 *   <li>a short put travels in the request itself ({@link #INLINE});
 *   <li>registered memory is used in place, without a copy (its local key);
 *   <li>the user's own native memory is registered when it is long enough, and the registration
 *       kept (its local key);
 *   <li>all else, heap arrays and memory of confined arenas always (see {@link InPlace}), is copied
 *       through the bounce buffers ({@link #COPIED}).
 * </ul>
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 */
public final class LocalAccess {
  /** Answer for data that travel in the request. It is no local key: those have 32 bits. */
  public static final long INLINE = -2;

  /** Answer for data that are copied. */
  public static final long COPIED = -1;

  private final RegisteredRanges<Integer> ranges;
  private final RegistrationCache cache;
  private final long registerBytes;
  private final long maxMessageBytes;

  /**
   * @param ranges the local keys of memory that is registered already
   * @param cache registrations of the user's memory
   * @param registerBytes shortest unregistered native memory to register
   * @param maxMessageBytes the longest request that the device takes
   */
  public LocalAccess(
      RegisteredRanges<Integer> ranges,
      RegistrationCache cache,
      long registerBytes,
      long maxMessageBytes) {
    this.ranges = ranges;
    this.cache = cache;
    this.registerBytes = registerBytes;
    this.maxMessageBytes = maxMessageBytes;
  }

  /** Decides for a contiguous put; {@code inlineBytes} is the longest inline put. */
  public long ofPut(int inlineBytes, MemorySegment source, long offset, long sizeBytes) {
    return sizeBytes <= inlineBytes ? INLINE : key(source, offset, sizeBytes, sizeBytes, false);
  }

  /** Decides for a contiguous get. */
  public long ofGet(MemorySegment destination, long offset, long sizeBytes) {
    return key(destination, offset, sizeBytes, sizeBytes, true);
  }

  /** Decides for the put of a list; {@code inlineBytes} is the longest inline put. */
  public long ofPut(int inlineBytes, MemorySegment source, long offset, SegmentList list) {
    return longest(list) <= inlineBytes ? INLINE : ofList(source, offset, list, false);
  }

  /** Decides for the get of a list. */
  public long ofGet(MemorySegment destination, long offset, SegmentList list) {
    return ofList(destination, offset, list, true);
  }

  /**
   * Decides for a list whose segments are gathered or scattered in place. {@link #COPIED} means
   * that they cannot be, and another protocol is needed.
   */
  public long ofMessages(MemorySegment segment, long offset, SegmentList list, boolean write) {
    SegmentList.Side side = list.local();
    long spanBytes = side.endBytes() - side.startBytes();
    return key(segment, offset + side.startBytes(), spanBytes, list.sizeBytes(), write);
  }

  private long ofList(MemorySegment segment, long offset, SegmentList list, boolean write) {
    if (longest(list) > maxMessageBytes) {
      return COPIED; // copying takes segments that are longer than its pieces one by one
    }
    return ofMessages(segment, offset, list, write);
  }

  /**
   * Returns the local key in the lower 32 bits, or {@link #COPIED}. The upper bits are 0 where the
   * memory stays registered, else what {@link #release} needs.
   *
   * @param dataBytes bytes of the range that are transferred
   * @param write whether the device will write there
   */
  private long key(
      MemorySegment segment, long offset, long sizeBytes, long dataBytes, boolean write) {
    if (!InPlace.suits(segment)) {
      return COPIED;
    }
    Integer key = ranges.find(segment.address() + offset, sizeBytes);
    if (key != null) {
      return Integer.toUnsignedLong(key);
    }
    return dataBytes >= registerBytes ? cache.key(segment, offset, sizeBytes, write) : COPIED;
  }

  /**
   * Ends the use of an answer, when its requests are posted or will not be. The memory may be
   * deregistered once the posted requests are complete.
   *
   * @param answer of one of the methods here
   */
  public void release(long answer) {
    if (answer >> Integer.SIZE > 0) {
      cache.release(answer);
    }
  }

  private static long longest(SegmentList list) {
    long longest = 0;
    for (int run = 0; run < list.runs(); run++) {
      longest = Math.max(longest, list.lengthBytes(run));
    }
    return longest;
  }
}
