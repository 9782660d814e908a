package org.armci4j.transport.network.block;

import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Chooses the protocol of a list. Direct: each segment costs a request of the network. Packed: each
 * byte is copied twice, and the target's helper thread works. Assisted: nothing is copied and many
 * segments share a request, but first a message goes to the target and back. So very short segments
 * are packed where there are many. Longer ones are assisted where there are enough to pay for the
 * messages.
 *
 * <p>Source: several protocols side by side, chosen by shape and size: "Host-Assisted Zero-Copy
 * Remote Memory Access Communication on InfiniBand", section 4.
 *
 * @param protocol the forced protocol, or {@link ListProtocol#AUTO}
 * @param packedBytes segments that are shorter on average are packed
 * @param assistedBytes segments that are not packed, and are shorter than this on average, are
 *     assisted
 */
public record ListChoice(ListProtocol protocol, long packedBytes, long assistedBytes) {
  private static final Logger LOG = LoggerFactory.getLogger(ListChoice.class);

  /** Fewer segments than these are not worth the helper thread's work. */
  private static final int MIN_PACKED_SEGMENTS = 8;

  /** Fewer segments than these are not worth two messages before the data. */
  private static final int MIN_ASSISTED_SEGMENTS = 16;

  /** Returns the protocol of a list that is not empty; logs it at debug level with its reason. */
  ListProtocol of(SegmentList list) {
    ListProtocol chosen = protocol == ListProtocol.AUTO ? suited(list) : protocol;
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{} segments of {} bytes in all go {} ({}; packed from {} segments below {} bytes each,"
              + " assisted from {} below {})",
          list.segments(),
          list.sizeBytes(),
          chosen,
          protocol,
          MIN_PACKED_SEGMENTS,
          packedBytes,
          MIN_ASSISTED_SEGMENTS,
          assistedBytes);
    }
    return chosen;
  }

  private ListProtocol suited(SegmentList list) {
    long average = list.sizeBytes() / list.segments();
    if (list.segments() >= MIN_PACKED_SEGMENTS && average < packedBytes) {
      return ListProtocol.PACKED;
    }
    return list.segments() >= MIN_ASSISTED_SEGMENTS && average < assistedBytes
        ? ListProtocol.ASSISTED
        : ListProtocol.DIRECT;
  }

  /**
   * Returns the protocol of a list whose local data must be copied, as their memory is not
   * registered.
   */
  ListProtocol withCopies(SegmentList list) {
    boolean packs =
        list.segments() >= MIN_PACKED_SEGMENTS && list.sizeBytes() / list.segments() < packedBytes;
    ListProtocol chosen = packs ? ListProtocol.PACKED : ListProtocol.DIRECT;
    LOG.debug("they go {}, as their memory here is not registered", chosen);
    return chosen;
  }
}
