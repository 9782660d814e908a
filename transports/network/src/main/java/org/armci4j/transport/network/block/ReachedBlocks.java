package org.armci4j.transport.network.block;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.Network;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.connection.Connections;
import org.armci4j.transport.shared.HostTransport;
import org.armci4j.waiting.Release;

/**
 * Makes the objects by which a rank reaches blocks: in shared memory on its host, through the
 * network elsewhere, or in shared memory with words that the network updates.
 */
final class ReachedBlocks {
  private final RankReach reach;
  private final HostTransport host;
  private final Network network;
  private final OwnBlocks blocks;
  private final Connections connections;

  /** Null where the network gets by itself. */
  private final HelperGets helperGets;

  private final NetworkLists lists;

  ReachedBlocks(
      RankReach reach,
      HostTransport host,
      Network network,
      OwnBlocks blocks,
      Connections connections,
      HelperGets helperGets,
      NetworkLists lists) {
    this.reach = reach;
    this.host = host;
    this.network = network;
    this.blocks = blocks;
    this.connections = connections;
    this.helperGets = helperGets;
    this.lists = lists;
  }

  /**
   * Returns memory that its owner lends. Leaves everything to the network, as the owner's helper
   * thread does not know the memory.
   */
  RemoteBlock borrow(int owner, long sizeBytes, byte[] bytes) {
    BlockDescriptor descriptor = BlockDescriptor.decode(bytes);
    return overNetwork(owner, sizeBytes, descriptor, null, true, () -> true);
  }

  /** Returns a block that its owner has allocated for all. */
  RemoteBlock attach(int owner, long sizeBytes, byte[] bytes) {
    BlockDescriptor descriptor = BlockDescriptor.decode(bytes);
    if (owner == reach.rank()) {
      return attachOwn(descriptor, sizeBytes);
    }
    if (!reach.sharesMemory(owner)) {
      return overNetwork(owner, sizeBytes, descriptor, null, false, () -> true);
    }
    RemoteBlock shared = blocks.attachHere(owner, descriptor, sizeBytes);
    return reach.networkWords() ? onHost(shared, descriptor, shared::detach) : shared;
  }

  private RemoteBlock attachOwn(BlockDescriptor descriptor, long sizeBytes) {
    OwnBlock own = blocks.attach(descriptor, sizeBytes);
    BooleanSupplier release = () -> blocks.release(own);
    return reach.sharedOnHost()
        ? onHost(own.direct(), descriptor, release)
        : overNetwork(reach.rank(), sizeBytes, descriptor, own.direct(), false, release);
  }

  private RemoteBlock onHost(
      RemoteBlock shared, BlockDescriptor descriptor, BooleanSupplier release) {
    if (!reach.networkWords()) {
      return host.adapt(shared, null, release);
    }
    int owner = shared.rank();
    RemoteKey key = network.importKey(owner, descriptor.key());
    return host.adapt(
        shared,
        new NetworkWords(connections, owner, descriptor.address(), key),
        () -> end(owner, key, release));
  }

  private RemoteBlock overNetwork(
      int owner,
      long sizeBytes,
      BlockDescriptor descriptor,
      RemoteBlock own,
      boolean lent,
      BooleanSupplier release) {
    RemoteKey key = network.importKey(owner, descriptor.key());
    return new NetworkBlock(
        owner,
        sizeBytes,
        descriptor.address(),
        key,
        own,
        connections,
        lent ? null : helperGets,
        lent ? null : lists,
        () -> end(owner, key, release));
  }

  private boolean end(int owner, RemoteKey key, BooleanSupplier release) {
    boolean released = release.getAsBoolean();
    if (released) {
      ConnectedRank connected = connections.existing(owner);
      if (connected == null) {
        key.close();
      } else {
        connected.close(key);
      }
    }
    return released;
  }

  /**
   * Returns a block that its owner offers to anyone. Asks the owner whether the block is still
   * offered. Attaching cannot tell: the memory of other hosts is not mapped here.
   */
  RemoteBlock attachShared(int owner, long sizeBytes, byte[] bytes) {
    RemoteBlock block = attach(owner, sizeBytes, bytes);
    BlockDescriptor descriptor = BlockDescriptor.decode(bytes);
    boolean offered = false;
    try {
      offered =
          !(block instanceof NetworkBlock)
              || owner == reach.rank()
              || sizeBytes == 0
              || connections.to(owner).words().isOffered(descriptor.address(), descriptor.key());
    } finally {
      if (!offered) {
        Release.all(List.of(block), RemoteBlock::detach, 0); // nobody knows of it yet
      }
    }
    if (!offered) {
      throw new ArmciException(Text.format("rank %d has closed the block at this address", owner));
    }
    return block;
  }
}
