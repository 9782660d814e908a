package org.armci4j.transport.network.block;

import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which protocol a list takes. Packed, each byte is copied twice and the target's helper thread
 * works; direct, each segment costs a request of the network. So short segments are packed where
 * there are many.
 *
 * <p>Source: several protocols side by side, of which shape and size choose: "Host-Assisted
 * Zero-Copy Remote Memory Access Communication on InfiniBand", section 4.
 *
 * @param protocol forced, or {@link ListProtocol#AUTO}
 * @param packedBytes segments that are shorter on average are packed
 */
public record ListChoice(ListProtocol protocol, long packedBytes) {
  private static final Logger LOG = LoggerFactory.getLogger(ListChoice.class);

  /** Fewer segments than these are not worth the helper thread's work. */
  private static final int MIN_SEGMENTS = 8;

  /** Whether a list is packed; told in the log at debug level with its reason. */
  boolean packs(SegmentList list) {
    if (list.runs() == 0) {
      return false;
    }
    boolean packs =
        switch (protocol) {
          case DIRECT -> false;
          case PACKED -> true;
          case AUTO ->
              list.segments() >= MIN_SEGMENTS && list.sizeBytes() / list.segments() < packedBytes;
        };
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{} segments of {} bytes in all go {} ({}; packed from {} segments below {} bytes each)",
          list.segments(),
          list.sizeBytes(),
          packs ? "packed" : "directly",
          protocol,
          MIN_SEGMENTS,
          packedBytes);
    }
    return packs;
  }
}
