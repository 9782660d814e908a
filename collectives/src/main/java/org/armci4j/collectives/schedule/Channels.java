package org.armci4j.collectives.schedule;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;

/**
 * How data moves between a group's ranks: through preregistered buffers, and straight to where it
 * is to be. In each rank's memory there are, for every origin, a ring of slots and three words, and
 * the collective buffers.
 *
 * <ul>
 *   <li>The <em>mark</em> at the end of a slot: the number of the piece that the origin has put
 *       there, and how many pieces of the target it has let go of. Its signal follows the data, so
 *       who sees the number sees the data. A short piece lies right before the mark and in the same
 *       line, so that a network carries both as one message.
 *   <li><em>released</em>, at the origin: how many pieces the target has let go of. The origin puts
 *       piece k only when it knows from here or from the target's marks that k − {@link #SLOTS}
 *       pieces are released, so no slot is written before its reader is done, however far one rank
 *       is ahead of another, and no call needs a barrier before or after it. The target writes the
 *       word when {@link #RELEASE_EVERY} pieces are released of which no mark has told: between
 *       ranks that exchange pieces it never does.
 *   <li><em>written</em>, at the target: how often the origin has written elsewhere, one word for
 *       collective buffers and one for the target's destinations. When it may, the schedule says;
 *       nothing is acknowledged.
 * </ul>
 *
 * <p>All only rise. What is looked at is their distance from what this rank has done, which is
 * never more than a few, so that they could not be mistaken even after a wrap. Source: Gupta
 * (thesis, chapters 3 and 5), who notifies the sender before the first block is reused, with
 * counters of one byte; the collective buffers are those of Sur et al. (section 4.2), three used in
 * turn.
 */
public final class Channels implements AutoCloseable {
  /** How many pieces of one origin may be at a target at once. */
  public static final int SLOTS = 4;

  /** How many pieces are let go of before the origin is told: the ring seems one slot shorter. */
  public static final int RELEASE_EVERY = 2;

  /** How long a piece is at most: a multiple of every element's size. */
  public static final long PIECE_BYTES = 8192;

  /** Up to this length a piece shares a line with its mark. */
  public static final long SHORT_BYTES = 56;

  /** How many collective buffers there are. */
  public static final int BUFFERS = 3;

  /** How large a collective buffer is. */
  public static final long BUFFER_BYTES = 192 * 1024;

  private static final int WORDS = 3;
  private static final long LINE_BYTES = 128;
  private static final long SLOT_BYTES = PIECE_BYTES + LINE_BYTES;
  private static final int NUMBER_SHIFT = 32;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Armci armci;
  private final Group group;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final int place;
  private final int size;
  private final long[] sent;

  /** By target, how many pieces it is known to have let go of. */
  private final long[] free;

  private final long[] taken;

  /** By origin, how many released pieces it has been told of. */
  private final long[] told;

  /** By slot, the mark that was there before the piece that comes next. */
  private final long[] marks;

  /** By target, how often this rank has written to its buffers; then to its destinations. */
  private final long[] wrote;

  /** By origin the same: how many of its writes this rank has taken note of. */
  private final long[] seen;

  private final Handle[] sends;
  private int turn;

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
    this.memory = group.allocate(buffers() + BUFFERS * BUFFER_BYTES);
    this.own = memory.local();
    this.sent = new long[size];
    this.free = new long[size];
    this.taken = new long[size];
    this.told = new long[size];
    this.marks = new long[size * SLOTS];
    this.wrote = new long[2 * size];
    this.seen = new long[2 * size];
    this.sends = new Handle[size];
    if (first != 0) {
      begin(first);
    }
  }

  private void begin(long first) {
    for (long[] counters : new long[][] {sent, free, taken, told, wrote, seen}) {
      Arrays.fill(counters, first);
    }
    for (int word = 0; word < WORDS * size; word++) {
      LONG.setRelease(own, word * LINE_BYTES, first);
    }
    group.barrier();
  }

  private long released(int target) {
    return target * LINE_BYTES;
  }

  private long written(int lane) {
    return ((long) size + lane) * LINE_BYTES;
  }

  /** The index of a pair's writes to a region: {@link Region#BUFFER} or destinations. */
  private int lane(int other, Region region) {
    return region == Region.BUFFER ? other : size + other;
  }

  /** Which of all slots is that of a piece. */
  private static int slot(int origin, long piece) {
    return origin * SLOTS + (int) Math.floorMod(piece, (long) SLOTS);
  }

  private long start(int slot) {
    return (long) WORDS * size * LINE_BYTES + slot * SLOT_BYTES;
  }

  /** Where the mark of a slot is: the last word of its last line. */
  private long mark(int slot) {
    return start(slot + 1) - Long.BYTES;
  }

  /** Where in a slot a piece of that length begins. */
  private long data(int slot, long sizeBytes) {
    return sizeBytes <= SHORT_BYTES ? mark(slot) - sizeBytes : start(slot);
  }

  /** Where the collective buffers begin. */
  private long buffers() {
    return start(size * SLOTS);
  }

  /** Whether a slot at {@code target} is free. */
  boolean canPut(int target) {
    if (sent[target] - free[target] < SLOTS) {
      return true;
    }
    learn(target);
    return sent[target] - free[target] < SLOTS;
  }

  /** Finds out how many pieces a target has let go of: from its word, and from marks not taken. */
  private void learn(int target) {
    long count = (long) LONG.getAcquire(own, released(target));
    if (count - free[target] > 0) {
      free[target] = count;
    }
    for (long piece = taken[target]; piece < taken[target] + SLOTS; piece++) {
      int slot = slot(target, piece);
      long mark = (long) LONG.getAcquire(own, mark(slot));
      if (mark == marks[slot]) {
        break;
      }
      learn(target, mark);
    }
  }

  private void learn(int target, long mark) {
    int more = (int) mark - (int) free[target];
    if (more > 0) {
      free[target] += more;
    }
  }

  /** Starts to put the next piece to {@code target}, where a slot is free. */
  void put(int target, MemorySegment source, long offset, long sizeBytes) {
    int rank = group.worldRank(target);
    int slot = slot(place, sent[target]);
    long number = ++sent[target];
    long mark = (number << NUMBER_SHIFT) | (taken[target] & 0xffff_ffffL);
    told[target] = taken[target];
    long to = data(slot, sizeBytes);
    long at = mark(slot);
    Handle handle = handle(target);
    armci.nbPutSignal(source, offset, memory, rank, to, sizeBytes, memory, at, mark, handle);
  }

  /** Whether the next piece of {@code origin} is here. */
  boolean canTake(int origin) {
    int slot = slot(origin, taken[origin]);
    return (long) LONG.getAcquire(own, mark(slot)) != marks[slot];
  }

  /** This rank's memory, in which the next piece of {@code origin} begins at {@link #next}. */
  MemorySegment here() {
    return own;
  }

  /** Where the next piece of {@code origin} is, which is that long. */
  long next(int origin, long sizeBytes) {
    return data(slot(origin, taken[origin]), sizeBytes);
  }

  /** Lets go of the next piece of {@code origin}: it may be overwritten. */
  void release(int origin) {
    int slot = slot(origin, taken[origin]);
    marks[slot] = (long) LONG.getAcquire(own, mark(slot));
    learn(origin, marks[slot]);
    long count = ++taken[origin];
    if (count - told[origin] >= RELEASE_EVERY) {
      told[origin] = count;
      armci.signal(memory, group.worldRank(origin), released(place), count);
    }
  }

  /** Returns when the next piece of {@code origin} is here. */
  void awaitTake(int origin) {
    int slot = slot(origin, taken[origin]);
    armci.waitUntil(memory, mark(slot), Comparison.NE, marks[slot]);
  }

  /** Goes on to the next collective buffer, at the beginning of a schedule that uses one. */
  void turn() {
    turn = turn + 1 == BUFFERS ? 0 : turn + 1;
  }

  /** Where in every rank's memory the collective buffer is. */
  long buffer() {
    return buffers() + turn * BUFFER_BYTES;
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

  /** No bytes are a signal. */
  private void write(
      int target,
      MemorySegment from,
      long fromOffset,
      GlobalMemory to,
      long offset,
      long sizeBytes,
      Region region) {
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

  /** Starts to read from a destination of {@code target}, which settles like what is sent. */
  void read(
      int target, GlobalMemory from, long offset, MemorySegment to, long toOffset, long sizeBytes) {
    int rank = group.worldRank(target);
    armci.nbGet(from, rank, offset, to, toOffset, sizeBytes, handle(target));
  }

  /** Of what is on its way to {@code target}, or from there. */
  private Handle handle(int target) {
    if (sends[target] == null) {
      sends[target] = armci.newHandle();
    }
    return sends[target];
  }

  /** Whether all that was put and written to {@code target} may be changed, and read is here. */
  boolean isSettled(int target) {
    return sends[target] == null || sends[target].test();
  }

  /**
   * Returns when all that was put and written to {@code target} may be changed, and read is here.
   */
  void awaitSettled(int target) {
    handle(target).await();
  }

  /** Whether the next write of {@code origin} to the region is complete. */
  boolean canSee(int origin, Region region) {
    int lane = lane(origin, region);
    return (long) LONG.getAcquire(own, written(lane)) != seen[lane];
  }

  /** Takes note of the next write of {@code origin} to the region. */
  void see(int origin, Region region) {
    seen[lane(origin, region)]++;
  }

  /** Returns when the next write of {@code origin} to the region is complete. */
  void awaitSee(int origin, Region region) {
    int lane = lane(origin, region);
    armci.waitUntil(memory, written(lane), Comparison.NE, seen[lane]);
  }

  @Override
  public void close() {
    group.free(memory);
  }
}
