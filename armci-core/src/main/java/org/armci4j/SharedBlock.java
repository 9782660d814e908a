package org.armci4j;

import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.transport.Offer;
import org.armci4j.waiting.ShortWork;

/**
 * A block that this rank shares on its own, with no other taking part. Others {@linkplain
 * Armci#attach attach} by its {@link #address}.
 *
 * <p>Source: ARMCI's {@code ARMCI_Memget}.
 */
public final class SharedBlock implements AutoCloseable {
  private final Job job;
  private final Offer offer;
  private final BlockAddress address;
  private final GlobalMemory memory;
  private final AtomicBoolean closed = new AtomicBoolean();

  SharedBlock(Job job, Offer offer, BlockAddress address, GlobalMemory memory) {
    this.job = job;
    this.offer = offer;
    this.address = address;
    this.memory = memory;
  }

  /**
   * What others need to attach.
   *
   * @return valid until {@link #close}
   */
  public BlockAddress address() {
    return address;
  }

  /**
   * The block as global memory in which only this rank has one.
   *
   * @return for all operations of this rank
   */
  public GlobalMemory memory() {
    return memory;
  }

  /**
   * Ends the sharing: nobody can attach any more, and this rank's own access ends. Ranks that are
   * attached keep the memory until they {@linkplain Armci#detach detach}; where a network joins
   * them, it stays in any case until this rank's runtime closes. A second call does nothing, nor
   * does any behind the runtime's own close.
   */
  @Override
  public void close() {
    ShortWork.refuse("close"); // it waits for copies of other threads
    if (!closed.getAndSet(true) && !job.isClosed()) {
      offer.close();
      job.retire(memory);
    }
  }
}
