package org.armci4j.transport.shared;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.transport.Capabilities;
import org.armci4j.transport.Offer;
import org.armci4j.transport.Place;
import org.armci4j.transport.ProcessMemory;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.Release;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.Waiter;

/**
 * The transport between ranks that address the same memory: threads of one JVM ({@code local}) or
 * processes of one host ({@code shm}). Data moves by loads, stores and CPU atomics in {@link
 * DirectBlock}; the transport itself only makes and finds memory.
 */
final class SharedTransport implements HostTransport {
  private static final Capabilities CAPABILITIES = new Capabilities(true, false, true);
  private static final Mapping NO_BYTES = new Mapping(MemorySegment.NULL, () -> true);

  /** Longest wait for threads that use the words. They only look for an instant and never copy. */
  private static final long CLOSE_NANOS = 1_000_000_000;

  /** How long the launcher may take to notice that a process has ended. */
  private static final long NEWS_NANOS = 1_000_000_000;

  private final String name;
  private final MemorySource source;
  private final int rank;
  private final HostRank[] ranks;
  private final AttachedChunks attached;

  /** Chunks that hold short blocks; null where a short block needs no mapping of its own. */
  private final BlockChunks<Optional<Void>> chunks;

  /**
   * Makes this rank's words and reaches those of its host's ranks. Collective over the job. Blocks
   * of other hosts' ranks cannot be attached.
   */
  SharedTransport(
      String name,
      MemorySource source,
      boolean inChunks,
      Bootstrap bootstrap,
      Settings settings,
      List<Place> places) {
    this.name = name;
    this.source = source;
    this.rank = bootstrap.rank();
    this.attached = new AttachedChunks(source);
    this.chunks = inChunks ? new BlockChunks<>(this, _ -> Optional.empty(), _ -> {}) : null;
    this.ranks = new HostRank[bootstrap.size()];
    try {
      exchangeWords(bootstrap, settings, places);
    } catch (RuntimeException e) {
      // A rank that opens again after another one's failure would leak a mapping each time.
      List<Mapping> _ = unmapWords();
      throw e;
    }
  }

  private void exchangeWords(Bootstrap bootstrap, Settings settings, List<Place> places) {
    long timeoutNanos = settings.get(BootstrapSettings.EXCHANGE_TIMEOUT).toNanos();
    Waiter lockWaiter = lockWaiter(bootstrap, settings, places);
    String host = places.get(bootstrap.rank()).hostId();
    int[] everyone = IntStream.range(0, bootstrap.size()).toArray();
    Futex futex = LinuxFutex.forThisMachine();
    try (Offer own = source.create(RankWords.SIZE_BYTES)) {
      own.reserve(RankWords.SIZE_BYTES);
      List<byte[]> descriptors =
          bootstrap.exchange("words", everyone, own.descriptor(), timeoutNanos);
      for (int other = 0; other < ranks.length; other++) {
        if (!places.get(other).hostId().equals(host)) {
          continue;
        }
        try {
          Mapping words = source.open(descriptors.get(other), RankWords.SIZE_BYTES);
          ranks[other] = HostRank.of(words, futex, lockWaiter, bootstrap);
        } catch (ArmciException e) {
          throw missing(other, e, bootstrap, lockWaiter);
        }
      }
      bootstrap.exchange("words-attached", everyone, new byte[0], timeoutNanos);
    }
  }

  /** Unmaps the words of all ranks, once no thread uses them. Returns those still in use. */
  private List<Mapping> unmapWords() {
    List<Mapping> words = Stream.of(ranks).filter(Objects::nonNull).map(HostRank::words).toList();
    return Release.all(words, one -> one.release().getAsBoolean(), CLOSE_NANOS);
  }

  /**
   * Returns the exception for words that are not there. Those of a process end with it, and sooner
   * than the launcher knows.
   *
   * @throws org.armci4j.error.RankFailedException when the news of the rank's end comes
   */
  private static ArmciException missing(
      int rank, ArmciException e, Bootstrap bootstrap, Waiter waiter) {
    if (e.getCause() instanceof NoSuchFileException) {
      try {
        waiter.await(
            () -> bootstrap.lost().of(rank) != null,
            NEWS_NANOS,
            () -> Text.format("news of rank %d, whose memory is gone", rank));
      } catch (ArmciTimeoutException well) {
        return e;
      }
      Waiter.requireWell(
          bootstrap.lost().of(rank), () -> Text.format("the memory of rank %d", rank));
    }
    return e;
  }

  /**
   * Returns the waiter for accumulate locks. A rank that holds a lock computes: nobody rings when
   * it is free, and this rank's own progress does not free it.
   */
  private static Waiter lockWaiter(Bootstrap bootstrap, Settings settings, List<Place> places) {
    int ranksHere = Place.ranksOnHostOf(places, bootstrap.rank());
    int cores = Runtime.getRuntime().availableProcessors();
    return Waiter.forTransfers(bootstrap, () -> false, WaitPolicy.of(settings, ranksHere, cores))
        .among(); // no rank: the lock itself looks whether its holder is lost
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  @Override
  public Offer allocate(long sizeBytes) {
    if (chunks == null || sizeBytes == 0 || sizeBytes > BlockChunks.LONGEST_PART_BYTES) {
      return allocateShared(sizeBytes);
    }
    return new PartOffer(chunks.take(sizeBytes));
  }

  @Override
  public Offer allocateShared(long sizeBytes) {
    if (sizeBytes == 0) {
      return EmptyOffer.INSTANCE;
    }
    if (chunks != null) {
      chunks.collect(); // freed blocks may be the missing memory
    }
    return new WholeOffer(source.create(sizeBytes));
  }

  @Override
  public SharedChunk allocateChunk(long sizeBytes) {
    long withHead = ChunkUsers.HEAD_BYTES + sizeBytes;
    Offer offer = source.create(withHead);
    try {
      offer.reserve(withHead);
      Mapping mapping = source.open(offer.descriptor(), withHead);
      return new SharedChunk(rank, offer, mapping, ranks[rank]);
    } catch (RuntimeException e) {
      offer.close();
      throw e;
    }
  }

  @Override
  public RemoteBlock attach(int owner, long sizeBytes, byte[] descriptor) {
    if (sizeBytes == 0) {
      return attachPart(owner, descriptor, 0, 0, 0);
    }
    HostBlockDescriptor block = HostBlockDescriptor.decode(descriptor);
    return block.chunkBytes() == 0
        ? new DirectBlock(owner, source.open(block.memory(), sizeBytes), ranks[owner])
        : attachPart(owner, block.memory(), block.chunkBytes(), block.offset(), sizeBytes);
  }

  @Override
  public RemoteBlock attachPart(
      int owner, byte[] descriptor, long chunkBytes, long offset, long sizeBytes) {
    if (offset < 0 || sizeBytes < 0 || offset > chunkBytes - sizeBytes) {
      throw new ArmciException(
          Text.format(
              "%d bytes at %d are not in a chunk of %d bytes of shared memory",
              sizeBytes, offset, chunkBytes));
    }
    return new DirectBlock(
        owner, openPart(descriptor, chunkBytes, offset, sizeBytes), ranks[owner]);
  }

  /**
   * Maps a part. A part that fills its chunk has a mapping of its own: no other part could share
   * it.
   */
  private Mapping openPart(byte[] descriptor, long chunkBytes, long offset, long sizeBytes) {
    if (sizeBytes == 0) {
      return NO_BYTES;
    }
    return sizeBytes == chunkBytes
        ? source.open(
            descriptor, ChunkUsers.HEAD_BYTES + chunkBytes, ChunkUsers.HEAD_BYTES, sizeBytes)
        : attached.open(descriptor, chunkBytes, offset, sizeBytes);
  }

  @Override
  public RemoteBlock adapt(RemoteBlock block, DeviceWords words, BooleanSupplier release) {
    DirectBlock direct = (DirectBlock) block;
    return words == null
        ? new DirectBlock(direct, release)
        : new DeviceWordsBlock(direct, words, release);
  }

  @Override
  public boolean isComplete(int target, long ticket) {
    return true;
  }

  /**
   * Waits for this CPU's store buffer. Every write was done when its call returned, but may still
   * be in that buffer. The full fence empties it before any later load. So "put, fence, get" by two
   * ranks in opposite directions cannot both miss the other's put.
   */
  @Override
  public void flush(int target) {
    VarHandle.fullFence();
  }

  @Override
  public void flushAll() {
    VarHandle.fullFence();
  }

  @Override
  public boolean progress() {
    return false;
  }

  @Override
  public Doorbell doorbell() {
    return ranks[rank].waits();
  }

  @Override
  public Doorbell helperDoorbell() {
    return ranks[rank].helper();
  }

  @Override
  public Optional<ProcessMemory> newProcessMemory() {
    return LinuxProcessMemory.link();
  }

  @Override
  public void close() {
    if (chunks != null) {
      chunks.close();
    }
    List<Mapping> inUse = unmapWords();
    if (!inUse.isEmpty()) {
      throw new ArmciException(
          Text.format(
              "close by rank %d: the words of %d ranks are still in use", rank, inUse.size()));
    }
  }
}
