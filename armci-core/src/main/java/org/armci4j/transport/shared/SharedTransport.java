package org.armci4j.transport.shared;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
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
  private static final Capabilities CAPABILITIES =
      new Capabilities(true, true, true, Integer.MAX_VALUE, Long.MAX_VALUE, false);
  private static final Mapping NO_BYTES = new Mapping(MemorySegment.NULL, () -> true);

  /** Nobody copies words: a thread that looks at them does so for an instant. */
  private static final long CLOSE_NANOS = 1_000_000_000;

  private final String name;
  private final MemorySource source;
  private final int rank;
  private final HostRank[] ranks;

  /**
   * Collective over the job: makes this rank's words and reaches those of its host's ranks. Blocks
   * of other hosts' ranks cannot be attached.
   */
  SharedTransport(
      String name,
      MemorySource source,
      Bootstrap bootstrap,
      Settings settings,
      List<Place> places) {
    this.name = name;
    this.source = source;
    this.rank = bootstrap.rank();
    this.ranks = exchangeWords(source, bootstrap, settings, places);
  }

  private static HostRank[] exchangeWords(
      MemorySource source, Bootstrap bootstrap, Settings settings, List<Place> places) {
    long timeoutNanos = settings.get(BootstrapSettings.EXCHANGE_TIMEOUT).toNanos();
    Waiter lockWaiter = lockWaiter(bootstrap, settings, places);
    String host = places.get(bootstrap.rank()).hostId();
    int[] everyone = IntStream.range(0, bootstrap.size()).toArray();
    Futex futex = LinuxFutex.forThisMachine();
    HostRank[] ranks = new HostRank[everyone.length];
    try (Offer own = source.create(RankWords.SIZE_BYTES)) {
      own.reserve(RankWords.SIZE_BYTES);
      List<byte[]> descriptors =
          bootstrap.exchange("words", everyone, own.descriptor(), timeoutNanos);
      for (int other = 0; other < ranks.length; other++) {
        if (!places.get(other).hostId().equals(host)) {
          continue;
        }
        Mapping words = source.open(descriptors.get(other), RankWords.SIZE_BYTES);
        ranks[other] = HostRank.of(words, futex, lockWaiter);
      }
      bootstrap.exchange("words-attached", everyone, new byte[0], timeoutNanos);
    }
    return ranks;
  }

  /**
   * The rank that holds a lock computes: nobody rings for it, and no progress of this rank frees
   * it.
   */
  private static Waiter lockWaiter(Bootstrap bootstrap, Settings settings, List<Place> places) {
    int ranksHere = Place.ranksOnHostOf(places, bootstrap.rank());
    int cores = Runtime.getRuntime().availableProcessors();
    return Waiter.forTransfers(bootstrap, () -> false, WaitPolicy.of(settings, ranksHere, cores));
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
    return sizeBytes == 0 ? EmptyOffer.INSTANCE : source.create(sizeBytes);
  }

  @Override
  public SharedChunk allocateChunk(long sizeBytes) {
    Offer offer = source.create(sizeBytes);
    try {
      offer.reserve(sizeBytes);
      Mapping mapping = source.open(offer.descriptor(), sizeBytes);
      return new SharedChunk(rank, offer, mapping, ranks[rank]);
    } catch (RuntimeException e) {
      offer.close();
      throw e;
    }
  }

  @Override
  public RemoteBlock attach(int owner, long sizeBytes, byte[] descriptor) {
    return attachPart(owner, descriptor, sizeBytes, 0, sizeBytes);
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
    Mapping mapping =
        sizeBytes == 0 ? NO_BYTES : source.open(descriptor, chunkBytes, offset, sizeBytes);
    return new DirectBlock(owner, mapping, ranks[owner]);
  }

  @Override
  public boolean isComplete(int target, long ticket) {
    return true;
  }

  /**
   * Every write was done when its call returned; what may be left is this CPU's store buffer. The
   * full fence empties it before any later load, so that "put, fence, get" by two ranks in opposite
   * directions cannot both miss the other's put.
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
    List<Mapping> words = Stream.of(ranks).filter(Objects::nonNull).map(HostRank::words).toList();
    List<Mapping> inUse = Release.all(words, one -> one.release().getAsBoolean(), CLOSE_NANOS);
    if (!inUse.isEmpty()) {
      throw new ArmciException(
          Text.format(
              "close by rank %d: the words of %d ranks are still in use", rank, inUse.size()));
    }
  }

  /** An offer of no bytes: no file, no table entry. */
  private enum EmptyOffer implements Offer {
    INSTANCE;

    @Override
    public byte[] descriptor() {
      return new byte[0];
    }

    @Override
    public void close() {
      // There is nothing to give up.
    }
  }
}
