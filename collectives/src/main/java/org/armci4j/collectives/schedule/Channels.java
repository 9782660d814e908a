package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.Lending;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.Words;

/**
 * How data moves between a group's ranks: through preregistered buffers, and straight to where it
 * is to be. In each rank's memory there are:
 *
 * <ul>
 *   <li>for every origin two rings of slots ({@link SlotRings}): one for pieces that lie in a line
 *       with their mark, which has many slots, so that a rank may be many short messages ahead and
 *       is seldom told that they are let go of; and one for longer pieces;
 *   <li>the collective buffers, and for every origin two words that say how often it has
 *       <em>written</em> elsewhere than to rings: to collective buffers, and to the target's
 *       destinations. The schedule says when it may; nothing is acknowledged.
 * </ul>
 *
 * <p>The words only rise. What is looked at is their distance from what this rank has done, which
 * is never more than a few. The collective buffers are those of Sur et al. (section 4.2), three
 * used in turn.
 */
public final class Channels implements AutoCloseable {
  /** Pieces of one origin, longer than a line, that may be at a target at once. */
  public static final int SLOTS = 4;

  /** Released pieces before the origin is told: the ring seems one slot shorter. */
  public static final int RELEASE_EVERY = 2;

  /** Longest piece of a large group: a multiple of every element's size, as all lengths are. */
  public static final long LEAST_PIECE_BYTES = 8192;

  /** Longest piece of any group. */
  private static final long MOST_PIECE_BYTES = 4 * LEAST_PIECE_BYTES;

  /** Memory that a rank gives for the slots of longer pieces, unless the group is large. */
  private static final long SLOTS_BYTES = 1 << 20;

  /** Longest piece that shares a line with its mark. */
  public static final long SHORT_BYTES = 56;

  /** Length of the address of a destination. */
  public static final long ADDRESS_BYTES = Addresses.RECORD_BYTES;

  /** Number of collective buffers. */
  public static final int BUFFERS = 3;

  /** Size of a collective buffer. */
  public static final long BUFFER_BYTES = 192 * 1024;

  private static final SlotRings.RingLayout SHORTS = new SlotRings.RingLayout(64, 16, 0);

  /** Rise of <em>written</em> that says that data will come through the ring instead. */
  private static final long DECLINED = 1L << 40;

  private static final int LANES = 2;
  private static final long LINE_BYTES = 128;

  private final Armci armci;
  private final Group group;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final int place;
  private final int size;
  private final long pieceBytes;
  private final SlotRings shorts;
  private final SlotRings longs;

  /** Number of writes to the buffers of each target; then to its destinations. */
  private final long[] wrote;

  /** Number of writes of each origin that this rank has noted, in the same order. */
  private final long[] seen;

  private final Handle[] sends;
  private int turn;

  /** Number of messages that schedules have sent and read, and their bytes. */
  private long messages;

  private long bytes;

  /** Collective over the group. */
  public Channels(Armci armci, Group group) {
    this(armci, group, 0);
  }

  /** The same with counters that begin at any number, the same on all ranks. */
  Channels(Armci armci, Group group, long first) {
    this.armci = armci;
    this.group = group;
    this.place = group.rank();
    this.size = group.size();
    this.pieceBytes = pieceBytes(size);
    this.memory = group.allocate(sizeBytes(size));
    this.own = memory.local();
    this.shorts = new SlotRings(armci, group, SHORTS, memory, rings(size), first);
    this.longs =
        new SlotRings(
            armci, group, longs(size), memory, rings(size) + SHORTS.sizeBytes(size), first);
    this.wrote = new long[LANES * size];
    this.seen = new long[LANES * size];
    this.sends = new Handle[size];
    if (first != 0) {
      begin(first);
    }
  }

  private void begin(long first) {
    Arrays.fill(wrote, first);
    Arrays.fill(seen, first);
    for (int lane = 0; lane < LANES * size; lane++) {
      Words.setRelease(own, written(lane), first);
    }
    group.barrier();
  }

  /**
   * Returns the length of the longest piece between ranks of a group. Each piece costs a message,
   * and a rank that sends longer ones is seldom told that slots are free; but each rank has slots
   * for all others.
   */
  public static long pieceBytes(int size) {
    long fair = Long.highestOneBit(SLOTS_BYTES / SLOTS / size);
    return Math.clamp(fair, LEAST_PIECE_BYTES, MOST_PIECE_BYTES);
  }

  /** Returns the length of the longest piece of these channels. */
  long pieceBytes() {
    return pieceBytes;
  }

  private static SlotRings.RingLayout longs(int size) {
    return new SlotRings.RingLayout(SLOTS, RELEASE_EVERY, pieceBytes(size));
  }

  /** Returns the bytes of memory that each rank of a group gives for the channels. */
  public static long sizeBytes(int size) {
    return buffers(size) + BUFFERS * BUFFER_BYTES;
  }

  private static long written(int lane) {
    return lane * LINE_BYTES;
  }

  /** Returns the index of a pair's writes to a region: {@link Region#BUFFER} or destinations. */
  private int lane(int other, Region region) {
    return region == Region.BUFFER ? other : size + other;
  }

  /** Returns the offset of the rings, behind the words. */
  private static long rings(int size) {
    return written(LANES * size);
  }

  /** Returns the offset of the collective buffers. */
  private static long buffers(int size) {
    return rings(size) + SHORTS.sizeBytes(size) + longs(size).sizeBytes(size);
  }

  private SlotRings ring(long sizeBytes) {
    return sizeBytes <= SHORT_BYTES ? shorts : longs;
  }

  /**
   * Returns by place whether memory is lent between that rank and this one: a network joins them.
   */
  boolean[] lendable(Lending lending) {
    boolean[] lendable = new boolean[size];
    for (int other = 0; other < size; other++) {
      lendable[other] = lending.isPossible() && memory.view(group.worldRank(other)) == null;
    }
    return lendable;
  }

  /** Returns whether {@code target} has room for a piece of that length. */
  boolean canPut(int target, long sizeBytes) {
    return ring(sizeBytes).canPut(target);
  }

  /** Starts to put a piece to {@code target}, which has room. */
  void put(int target, MemorySegment source, long offset, long sizeBytes) {
    count(sizeBytes);
    ring(sizeBytes).put(target, source, offset, sizeBytes, handle(target));
  }

  /** Returns whether the next piece of {@code origin}, which is that long, is here. */
  boolean canTake(int origin, long sizeBytes) {
    return ring(sizeBytes).canTake(origin);
  }

  /**
   * Returns this rank's memory, in which the next piece of {@code origin} begins at {@link #next}.
   */
  MemorySegment here() {
    return own;
  }

  /** Returns the offset of the next piece of {@code origin}, which is that long. */
  long next(int origin, long sizeBytes) {
    return ring(sizeBytes).next(origin, sizeBytes);
  }

  /** Lets go of the next piece of {@code origin}, which is that long: it may be overwritten. */
  void release(int origin, long sizeBytes) {
    ring(sizeBytes).release(origin);
  }

  /** Returns when the next piece of {@code origin}, which is that long, is here. */
  void awaitTake(int origin, long sizeBytes) {
    ring(sizeBytes).awaitTake(origin);
  }

  private void count(long sizeBytes) {
    messages++;
    bytes += sizeBytes;
  }

  /**
   * Returns how many messages this rank has sent and read as schedules say, each piece of a put as
   * one. What is said beside them is not counted: that pieces are let go of, or that a destination
   * cannot be written to.
   */
  public long messages() {
    return messages;
  }

  /** Returns the bytes of these messages. */
  public long bytes() {
    return bytes;
  }

  /** Goes on to the next collective buffer, at the beginning of a schedule that uses one. */
  void turn() {
    turn = turn + 1 == BUFFERS ? 0 : turn + 1;
  }

  /** Returns the offset of the collective buffer in every rank's memory. */
  long buffer() {
    return buffers(size) + turn * BUFFER_BYTES;
  }

  /** Starts a write to the collective buffer of {@code target}. */
  void write(int target, MemorySegment from, long fromOffset, long offset, long sizeBytes) {
    write(target, from, fromOffset, memory, buffer() + offset, sizeBytes, Region.BUFFER);
  }

  /** Starts a write to a destination of {@code target}. */
  void write(
      int target,
      MemorySegment from,
      long fromOffset,
      GlobalMemory to,
      long offset,
      long sizeBytes) {
    write(target, from, fromOffset, to, offset, sizeBytes, Region.DESTINATION);
  }

  /**
   * Starts a write to the collective buffer of {@code target}, which sees it there once it sees
   * what is put to it next: signals do not overtake.
   */
  void deposit(int target, MemorySegment from, long fromOffset, long offset, long sizeBytes) {
    count(sizeBytes);
    int rank = group.worldRank(target);
    long at = buffer() + offset;
    armci.nbPut(from, fromOffset, memory, rank, at, sizeBytes, handle(target));
  }

  /** A write of no bytes is a signal. */
  private void write(
      int target,
      MemorySegment from,
      long fromOffset,
      GlobalMemory to,
      long offset,
      long sizeBytes,
      Region region) {
    count(sizeBytes);
    int rank = group.worldRank(target);
    long word = written(lane(place, region));
    long count = ++wrote[lane(target, region)];
    if (sizeBytes > 0) {
      Handle handle = handle(target);
      armci.nbPutSignal(from, fromOffset, to, rank, offset, sizeBytes, memory, word, count, handle);
    } else {
      armci.signal(memory, rank, word, count);
    }
  }

  /** Says to {@code target} that this rank cannot write to its destination. */
  void decline(int target) {
    long word = written(lane(place, Region.DESTINATION));
    long count = wrote[lane(target, Region.DESTINATION)] += DECLINED;
    armci.signal(memory, group.worldRank(target), word, count);
  }

  /**
   * Returns whether {@code origin}, of which the first sign in this call can be seen, writes
   * straight to this rank's destination; takes note of it if not.
   */
  boolean seeStraight(int origin) {
    int lane = lane(origin, Region.DESTINATION);
    boolean declined = Words.getAcquire(own, written(lane)) - seen[lane] >= DECLINED;
    seen[lane] += declined ? DECLINED : 0;
    return !declined;
  }

  /** Starts to read from a destination of {@code target}, which settles like what is sent. */
  void read(
      int target, GlobalMemory from, long offset, MemorySegment to, long toOffset, long sizeBytes) {
    count(sizeBytes);
    int rank = group.worldRank(target);
    armci.nbGet(from, rank, offset, to, toOffset, sizeBytes, handle(target));
  }

  /** Returns the handle of what is on its way to {@code target}, or from there. */
  private Handle handle(int target) {
    if (sends[target] == null) {
      sends[target] = armci.newHandle();
    }
    return sends[target];
  }

  /**
   * Returns whether all that was put and written to {@code target} may be changed, and read is
   * here.
   */
  boolean isSettled(int target) {
    return sends[target] == null || sends[target].test();
  }

  /**
   * Returns when all that was put and written to {@code target} may be changed, and read is here.
   */
  void awaitSettled(int target) {
    handle(target).await();
  }

  /** In a job that has failed: when this returns, nothing uses what was being sent. */
  public void giveUp() {
    for (Handle send : sends) {
      if (send != null) {
        awaitOrGiveUp(send);
      }
    }
  }

  private static void awaitOrGiveUp(Handle send) {
    try {
      send.await();
    } catch (ArmciException over) {
      // So it is over: a wait that fails leaves nothing behind.
    }
  }

  /** Returns whether the next write of {@code origin} to the region is complete. */
  boolean canSee(int origin, Region region) {
    int lane = lane(origin, region);
    return Words.getAcquire(own, written(lane)) != seen[lane];
  }

  /** Takes note of the next write of {@code origin} to the region. */
  void see(int origin, Region region) {
    seen[lane(origin, region)]++;
  }

  /** Returns when the next write of {@code origin} to the region is complete. */
  void awaitSee(int origin, Region region) {
    int lane = lane(origin, region);
    group.waitUntil(memory, written(lane), Comparison.NE, seen[lane]);
  }

  @Override
  public void close() {
    group.freeLater(memory);
  }
}
