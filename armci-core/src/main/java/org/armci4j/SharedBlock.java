package org.armci4j;

import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.transport.Offer;
import org.armci4j.waiting.ShortWork;

/**
 * A block that this rank shares without a collective call. Other ranks {@linkplain Armci#attach
 * attach} by its {@link #address}.
 *
 * <p>Source: ARMCI's {@code ARMCI_Memget}.
 */
public final class SharedBlock implements AutoCloseable {
  private final RankRuntime runtime;
  private final Offer offer;
  private final BlockAddress address;
  private final GlobalMemory memory;
  private final AtomicBoolean closed = new AtomicBoolean();

  SharedBlock(RankRuntime runtime, Offer offer, BlockAddress address, GlobalMemory memory) {
    this.runtime = runtime;
    this.offer = offer;
    this.address = address;
    this.memory = memory;
  }

  /**
   * Returns the address by which other ranks attach.
   *
   * @return the address, valid until {@link #close}
   */
  public BlockAddress address() {
    return address;
  }

  /**
   * Returns the block as global memory in which only this rank has a block.
   *
   * @return the memory, for all operations of this rank
   */
  public GlobalMemory memory() {
    return memory;
  }

  /**
   * Ends the sharing: no rank can attach any more, and this rank's own access ends. Attached ranks
   * keep the memory until they {@linkplain Armci#detach detach}. Where a network joins the ranks,
   * the memory stays in any case until this rank's runtime closes. A second call does nothing, nor
   * does a call after the runtime's own close.
   */
  @Override
  public void close() {
    ShortWork.refuse("close"); // may wait for copies of other threads
    if (!closed.getAndSet(true) && !runtime.isClosed()) {
      offer.close();
      runtime.memories().retire(memory);
    }
  }
}
