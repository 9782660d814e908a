package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.outbox.HelperGet;

/**
 * Contiguous gets that the target's helper thread makes. It writes data for this rank's global
 * memory in place. All other data arrive like a packed list of one segment.
 */
final class HelperGets {
  private final OwnBlocks blocks;
  private final ReplyBuffers replies;
  private final int maxPieceBytes;

  /**
   * @param blocks the blocks of this rank
   * @param replies where data land that cannot be written in place
   * @param maxMessageBytes length of the longest transfer that the network does not cut
   */
  HelperGets(OwnBlocks blocks, ReplyBuffers replies, long maxMessageBytes) {
    this.blocks = blocks;
    this.replies = replies;
    this.maxPieceBytes = (int) Math.min(maxMessageBytes, 1 << 30);
  }

  /**
   * Starts a get from an address of the owner's memory.
   *
   * @return a ticket
   */
  long start(
      ConnectedRank owner, long remote, MemorySegment destination, long offset, long sizeBytes) {
    OwnBlock block =
        InPlace.suits(destination)
            ? blocks.containing(destination.address() + offset, sizeBytes)
            : null;
    if (block != null) {
      byte[] key = block.part().registration().key();
      return owner.call(new HelperGet(remote, destination, offset, key, maxPieceBytes, sizeBytes));
    }
    SegmentList all = new SegmentList();
    all.add(0, 0, sizeBytes);
    return owner.start(owner.begin().packedGet().become(replies, remote, destination, offset, all));
  }
}
