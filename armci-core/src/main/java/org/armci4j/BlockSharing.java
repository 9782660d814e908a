package org.armci4j;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Offer;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.ShortWork;

/**
 * Makes global memory in which one rank alone has a block, without a collective call: shared by
 * this rank, or attached to or borrowed from another rank.
 */
final class BlockSharing {
  private final RankRuntime runtime;
  private final long opening;
  private final AtomicLong attached = new AtomicLong();

  /**
   * Creates an object without shared blocks.
   *
   * @param opening the number of this opening of the job, the same on all ranks
   */
  BlockSharing(RankRuntime runtime, long opening) {
    this.runtime = runtime;
    this.opening = opening;
  }

  SharedBlock share(long sizeBytes) {
    runtime.requireOpen("share");
    Offer offer;
    try {
      offer = runtime.transport().allocateShared(RankRuntime.requireSize(sizeBytes));
      reserve(offer, sizeBytes);
    } catch (ArmciException e) {
      throw new ArmciException(Text.format("share: rank %d %s", runtime.rank(), e.getMessage()), e);
    }
    BlockAddress address = new BlockAddress(opening, runtime.rank(), sizeBytes, offer.descriptor());
    String ending = Text.format("rank %d shares it: close its SharedBlock", runtime.rank());
    GlobalMemory memory = attach(address, new GlobalMemory.Origin(offer, ending));
    return new SharedBlock(runtime, offer, address, memory);
  }

  private static void reserve(Offer offer, long sizeBytes) {
    try {
      offer.reserve(sizeBytes);
    } catch (ArmciException e) {
      offer.close();
      throw e;
    }
  }

  GlobalMemory attach(BlockAddress address) {
    return attach(address, new GlobalMemory.Origin(this, "it was attached: detach it"));
  }

  private GlobalMemory attach(BlockAddress address, GlobalMemory.Origin origin) {
    runtime.requireOpen("attach");
    if (address.runtime() != opening) {
      throw new ArmciException(
          Text.format(
                  "attach by rank %d: the address is that of a block of another job, or of an"
                      + " earlier opening",
                  runtime.rank())
              + " of this one; share the block in this runtime");
    }
    int owner = address.rank();
    if (owner >= runtime.size()) {
      throw new ArmciException(
          Text.format(
              "attach by rank %d: the address names rank %d, ranks are 0 to %d",
              runtime.rank(), owner, runtime.size() - 1));
    }
    RemoteBlock block;
    try {
      block = runtime.transport().attachShared(owner, address.sizeBytes(), address.descriptor());
    } catch (ArmciException e) {
      throw new ArmciException(
          Text.format(
              "attach by rank %d to a block of rank %d: %s", runtime.rank(), owner, e.getMessage()),
          e);
    }
    return memory(
        Text.format("shared by %d, %d", owner, attached.incrementAndGet()), owner, origin, block);
  }

  /** Returns memory in which only one rank has a block, which that rank lends. */
  GlobalMemory borrow(String name, int owner, Supplier<RemoteBlock> block) {
    runtime.requireOpen("borrow");
    GlobalMemory.Origin origin = new GlobalMemory.Origin(this, "it was borrowed: give it back");
    return memory(name, owner, origin, block.get());
  }

  private GlobalMemory memory(
      String name, int owner, GlobalMemory.Origin origin, RemoteBlock block) {
    RemoteBlock[] blocks = new RemoteBlock[runtime.size()];
    blocks[owner] = block;
    return runtime
        .memories()
        .kept(new GlobalMemory(name, runtime.rank(), origin, runtime.tickets(), blocks));
  }

  void detach(GlobalMemory memory) {
    ShortWork.refuse("detach"); // may wait for copies of other threads
    runtime.requireEndedBy("detach", memory, this);
    runtime.memories().free(memory);
  }
}
