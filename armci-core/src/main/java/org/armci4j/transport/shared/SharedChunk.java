package org.armci4j.transport.shared;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.transport.Offer;
import org.armci4j.transport.RemoteBlock;

/**
 * Shared memory of this rank, of which blocks are parts. Its user keeps track of the used parts.
 */
public final class SharedChunk implements AutoCloseable {
  private final int rank;
  private final Offer offer;
  private final Mapping mapping;
  private final MemorySegment memory;
  private final HostRank owner;

  SharedChunk(int rank, Offer offer, Mapping mapping, HostRank owner) {
    this.rank = rank;
    this.offer = offer;
    this.mapping = mapping;
    this.memory = mapping.memory().asSlice(ChunkUsers.HEAD_BYTES);
    this.owner = owner;
  }

  /**
   * Returns the whole chunk, at the address where this rank's blocks lie.
   *
   * @return zeroed at first; open until {@link #close}
   */
  public MemorySegment memory() {
    return memory;
  }

  /** Returns whether a rank of this host is attached to the part at this offset. */
  boolean isUsed(long offset) {
    return ChunkUsers.any(mapping.memory(), offset);
  }

  /**
   * Returns the descriptor that other ranks need for {@link HostTransport#attachPart}.
   *
   * @return some bytes, of use until {@link #endOffer}
   */
  public byte[] descriptor() {
    return offer.descriptor();
  }

  /**
   * Returns this rank's direct access to a part.
   *
   * @param offset where the part begins, at a page
   * @param sizeBytes size of the part
   * @return the block; once it is detached, nobody reaches memory through it
   */
  public RemoteBlock part(long offset, long sizeBytes) {
    Arena arena = Arena.ofShared();
    MemorySegment part = NativeMemory.of(memory.asSlice(offset, sizeBytes), arena);
    return new DirectBlock(rank, new Mapping(part, () -> Mapping.close(arena)), owner);
  }

  /** Ends the offer: no rank can attach to a part after this. Attached ranks stay so. */
  public void endOffer() {
    offer.close();
  }

  /** Gives the memory back, as far as this rank holds it. This rank must use no part of it. */
  @Override
  public void close() {
    offer.close();
    if (!mapping.release().getAsBoolean()) {
      throw new IllegalStateException("a copy uses a chunk of which no part is in use");
    }
  }
}
