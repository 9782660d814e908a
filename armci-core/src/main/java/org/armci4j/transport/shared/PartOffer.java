package org.armci4j.transport.shared;

import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.transport.Offer;

/** Offers a block in a chunk, whose space is reserved with the chunk's. */
final class PartOffer implements Offer {
  private final BlockChunks<?>.BlockPart part;
  private final AtomicBoolean offered = new AtomicBoolean(true);

  PartOffer(BlockChunks<?>.BlockPart part) {
    this.part = part;
  }

  @Override
  public byte[] descriptor() {
    return new HostBlockDescriptor(part.chunk(), part.chunkBytes(), part.offset()).encode();
  }

  /** Gives the part back. The owner is attached like other ranks, and counted like them. */
  @Override
  public void close() {
    if (offered.compareAndSet(true, false)) {
      part.giveBack();
    }
  }
}
