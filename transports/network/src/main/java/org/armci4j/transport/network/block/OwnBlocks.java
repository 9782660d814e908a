package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.armci4j.ArmciException;
import org.armci4j.transport.Offer;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.network.RegisteredRanges;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.network.helper.HelperServer;
import org.armci4j.waiting.Release;

/**
 * The blocks of this rank: shared memory of its host that is registered with the network as well.
 *
 * <p>When the job has failed, blocks that are released stay until {@link #close}, when nobody can
 * reach this rank any more: a rank that has not heard of the failure would report that the block is
 * gone.
 */
final class OwnBlocks implements HelperServer.BlockFinder, AutoCloseable {
  /** How long close waits for copies that other threads are making. */
  private static final long CLOSE_NANOS = 2_000_000_000L;

  private final int rank;
  private final Transport host;
  private final Function<MemorySegment, Registration> registrar;
  private final BooleanSupplier jobFailed;

  /** By address: for zero copy, and for the helper thread. */
  private final RegisteredRanges<OwnBlock> ranges = new RegisteredRanges<>();

  /** Offered and not yet attached by this rank itself, by address. */
  private final Map<Long, OwnBlock> offered = new ConcurrentHashMap<>();

  /** Those that can still be attached to, by address. */
  private final Map<Long, OwnBlock> openOffers = new ConcurrentHashMap<>();

  /** Released after the job had failed. */
  private final Queue<OwnBlock> left = new ConcurrentLinkedQueue<>();

  /**
   * @param host makes the shared memory
   * @param registrar registers it
   * @param jobFailed whether it has
   */
  OwnBlocks(
      int rank,
      Transport host,
      Function<MemorySegment, Registration> registrar,
      BooleanSupplier jobFailed) {
    this.rank = rank;
    this.host = host;
    this.registrar = registrar;
    this.jobFailed = jobFailed;
  }

  @Override
  public RemoteBlock find(long address, long lengthBytes) {
    OwnBlock own = containing(address, lengthBytes);
    return own == null ? null : own.direct();
  }

  /** The block that holds all of the bytes, or null. */
  OwnBlock containing(long address, long lengthBytes) {
    return ranges.find(address, lengthBytes);
  }

  @Override
  public boolean isOffered(long address, byte[] key) {
    OwnBlock block = openOffers.get(address);
    return block != null && block.registration() != null && Arrays.equals(block.key(), key);
  }

  /** See {@link Transport#allocate}. */
  Offer allocate(long sizeBytes) {
    Offer shared = host.allocate(sizeBytes);
    try {
      OwnBlock own = register(host.attach(rank, sizeBytes, shared.descriptor()));
      offered.put(own.address(), own);
      openOffers.put(own.address(), own);
      return new OwnOffer(shared, own);
    } catch (RuntimeException e) {
      shared.close();
      throw e;
    }
  }

  private OwnBlock register(RemoteBlock direct) {
    if (direct.sizeBytes() == 0) {
      return new OwnBlock(direct, null);
    }
    try {
      Registration registration = register(direct.view());
      OwnBlock own = new OwnBlock(direct, registration);
      ranges.add(own.address(), direct.sizeBytes(), own);
      return own;
    } catch (RuntimeException e) {
      Release.all(List.of(direct), RemoteBlock::detach, 0); // nobody knows of it yet
      throw e;
    }
  }

  private Registration register(MemorySegment memory) {
    try {
      return registrar.apply(memory);
    } catch (ArmciException e) {
      throw new ArmciException(
          "cannot register its block of %d bytes: %s".formatted(memory.byteSize(), e.getMessage()),
          e);
    }
  }

  /** This rank's own way to a block that it offers; once more if it has one already. */
  OwnBlock attach(BlockDescriptor descriptor, long sizeBytes) {
    OwnBlock own = offered.remove(descriptor.address());
    return own != null ? own : new OwnBlock(host.attach(rank, sizeBytes, descriptor.host()), null);
  }

  /** Ends what {@link #attach} began; false as {@link RemoteBlock#detach} says. */
  boolean release(OwnBlock own) {
    if (jobFailed.getAsBoolean()) {
      left.add(own);
      return true;
    }
    return end(own);
  }

  private boolean end(OwnBlock own) {
    if (own.registration() != null && ranges.remove(own.address())) {
      own.registration().close();
    }
    return own.direct().detach();
  }

  @Override
  public void close() {
    List<OwnBlock> inUse = Release.all(left, this::end, CLOSE_NANOS);
    if (!inUse.isEmpty()) {
      throw new ArmciException(
          "close by rank %d: copies by other threads still use %d of its blocks"
              .formatted(rank, inUse.size()));
    }
  }

  private final class OwnOffer implements Offer {
    private final Offer shared;
    private final OwnBlock own;

    OwnOffer(Offer shared, OwnBlock own) {
      this.shared = shared;
      this.own = own;
    }

    @Override
    public byte[] descriptor() {
      return new BlockDescriptor(shared.descriptor(), own.address(), own.key()).encode();
    }

    @Override
    public void close() {
      openOffers.remove(own.address(), own);
      if (offered.remove(own.address(), own)) {
        Release.all(List.of(own), OwnBlocks.this::release, 0); // nobody is attached
      }
      shared.close();
    }
  }
}
