package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Offer;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.Transport;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.network.helper.HelperServer;
import org.armci4j.transport.network.ranges.RegisteredRanges;
import org.armci4j.transport.shared.BlockChunks;
import org.armci4j.transport.shared.HostTransport;
import org.armci4j.waiting.Release;

/**
 * The blocks of this rank: shared memory of its host that is registered with the network as well.
 *
 * <p>After the job has failed, released blocks stay until {@link #close}, when nobody can reach
 * this rank any more. Otherwise a rank that has not heard of the failure would report a missing
 * block.
 */
final class OwnBlocks implements HelperServer.BlockFinder, AutoCloseable {
  /** Longest wait of close for copies that other threads are making. */
  private static final long CLOSE_NANOS = 2_000_000_000L;

  private final int rank;
  private final HostTransport host;
  private final BlockChunks<Registration> chunks;
  private final BooleanSupplier jobFailed;

  /** Blocks by address range: for transfers in place, and for the helper thread. */
  private final RegisteredRanges<OwnBlock> ranges = new RegisteredRanges<>();

  /** Blocks offered and not yet attached by this rank itself, by address. */
  private final Map<Long, OwnBlock> offered = new ConcurrentHashMap<>();

  /** Blocks to which other ranks can still attach, by address. */
  private final Map<Long, OwnBlock> openOffers = new ConcurrentHashMap<>();

  /** Blocks released after the job had failed. */
  private final Queue<OwnBlock> left = new ConcurrentLinkedQueue<>();

  /**
   * @param host makes the shared memory
   * @param registrar registers the memory with the network
   * @param jobFailed returns whether the job has failed
   */
  OwnBlocks(
      int rank,
      HostTransport host,
      Function<MemorySegment, Registration> registrar,
      BooleanSupplier jobFailed) {
    this.rank = rank;
    this.host = host;
    this.chunks =
        new BlockChunks<>(host, memory -> register(registrar, memory), Registration::close);
    this.jobFailed = jobFailed;
  }

  private static Registration register(
      Function<MemorySegment, Registration> registrar, MemorySegment memory) {
    try {
      return registrar.apply(memory);
    } catch (ArmciException e) {
      throw new ArmciException(
          Text.format(
              "cannot register its block of %d bytes: %s", memory.byteSize(), e.getMessage()),
          e);
    }
  }

  @Override
  public RemoteBlock find(long address, long lengthBytes) {
    OwnBlock own = containing(address, lengthBytes);
    return own == null ? null : own.direct();
  }

  /** Returns the block that holds all of the bytes, or null. */
  OwnBlock containing(long address, long lengthBytes) {
    return ranges.find(address, lengthBytes);
  }

  @Override
  public boolean isOffered(long address, byte[] key) {
    OwnBlock block = openOffers.get(address);
    return block != null && block.hasKey(key);
  }

  /** Makes a block as {@link Transport#allocate} does. */
  Offer allocate(long sizeBytes) {
    return offer(sizeBytes, chunks::take);
  }

  /** Makes a block as {@link Transport#allocateShared} does, in memory that ends with the block. */
  Offer allocateShared(long sizeBytes) {
    return offer(sizeBytes, chunks::takeAlone);
  }

  private Offer offer(long sizeBytes, LongFunction<BlockChunks<Registration>.BlockPart> memory) {
    OwnBlock own = sizeBytes == 0 ? empty() : known(memory.apply(sizeBytes));
    offered.put(own.address(), own);
    openOffers.put(own.address(), own);
    return new OwnOffer(own);
  }

  private OwnBlock empty() {
    return new OwnBlock(host.attachPart(rank, new byte[0], 0, 0, 0), null);
  }

  private OwnBlock known(BlockChunks<Registration>.BlockPart part) {
    OwnBlock own = new OwnBlock(part.direct(), part);
    ranges.add(own.address(), own.direct().sizeBytes(), own);
    return own;
  }

  /** Returns this rank's access to a block that it offers; a further one if it has one already. */
  OwnBlock attach(BlockDescriptor descriptor, long sizeBytes) {
    OwnBlock own = offered.remove(descriptor.address());
    return own != null ? own : new OwnBlock(attachHere(rank, descriptor, sizeBytes), null);
  }

  /** Returns access by loads and stores to a block of a rank of this host. */
  RemoteBlock attachHere(int owner, BlockDescriptor descriptor, long sizeBytes) {
    return host.attachPart(
        owner, descriptor.host(), descriptor.chunkBytes(), descriptor.offset(), sizeBytes);
  }

  /** Ends what {@link #attach} began; returns false where {@link RemoteBlock#detach} does. */
  boolean release(OwnBlock own) {
    if (jobFailed.getAsBoolean()) {
      left.add(own);
      return true;
    }
    return end(own);
  }

  private boolean end(OwnBlock own) {
    BlockChunks<Registration>.BlockPart part = own.part();
    if (part != null) {
      boolean _ = ranges.remove(own.address()); // before another block can get the memory
    }
    boolean detached = own.direct().detach();
    if (detached && part != null) {
      part.giveBack();
    }
    return detached;
  }

  @Override
  public void close() {
    List<OwnBlock> inUse = Release.all(left, this::end, CLOSE_NANOS);
    chunks.close();
    if (!inUse.isEmpty()) {
      throw new ArmciException(
          Text.format(
              "close by rank %d: copies by other threads still use %d of its blocks",
              rank, inUse.size()));
    }
  }

  private final class OwnOffer implements Offer {
    private final OwnBlock own;
    private final byte[] descriptor;

    OwnOffer(OwnBlock own) {
      this.own = own;
      this.descriptor = own.descriptor().encode();
    }

    @Override
    public byte[] descriptor() {
      return descriptor.clone();
    }

    @Override
    public void close() {
      openOffers.remove(own.address(), own);
      if (own.part() != null) {
        own.part().endOffer();
      }
      if (offered.remove(own.address(), own)) {
        Release.all(List.of(own), OwnBlocks.this::release, 0); // nobody is attached
      }
    }
  }
}
