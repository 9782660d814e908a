package org.armci4j.collectives.schedule;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;

/**
 * Preregistered buffers between all pairs of a group's ranks: in each rank's memory a ring of slots
 * for every origin, two words with it.
 *
 * <ul>
 *   <li><em>arrived</em>, at the target: how many pieces the origin has put. Its signal follows the
 *       data, so who sees the count sees the data.
 *   <li><em>released</em>, at the origin: how many pieces the target has let go of. The origin puts
 *       piece k only when k − {@link #SLOTS} pieces are released, so no slot is written before its
 *       reader is done, however far one rank is ahead of another, and no call needs a barrier
 *       before or after it.
 * </ul>
 *
 * <p>Both are 64 bits and only rise; they are waited for as "this or later", so they cannot be
 * mistaken after a wrap: there is none. Source: Gupta (thesis, chapters 3 and 5), who notifies the
 * sender before the first block is reused, with counters of one byte.
 */
public final class Channels implements AutoCloseable {
  /** How many pieces of one origin may be at a target at once. */
  public static final int SLOTS = 4;

  /** How long a piece is at most: a multiple of every element's size. */
  public static final long PIECE_BYTES = 8192;

  private static final long LINE_BYTES = 128;
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  private final Armci armci;
  private final Group group;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final int place;
  private final int size;
  private final long[] sent;
  private final long[] taken;

  /** Collective over the group. */
  public Channels(Armci armci, Group group) {
    this.armci = armci;
    this.group = group;
    this.place = group.rank();
    this.size = group.size();
    this.memory = group.allocate(size * (2 * LINE_BYTES + SLOTS * PIECE_BYTES));
    this.own = memory.local();
    this.sent = new long[size];
    this.taken = new long[size];
  }

  private long arrived(int origin) {
    return origin * LINE_BYTES;
  }

  private long released(int target) {
    return (size + target) * LINE_BYTES;
  }

  private long slot(int origin, long piece) {
    long index = (long) origin * SLOTS + piece % SLOTS;
    return 2L * size * LINE_BYTES + index * PIECE_BYTES;
  }

  /** Whether a slot at {@code target} is free. */
  boolean canPut(int target) {
    return sent[target] - (long) LONG.getAcquire(own, released(target)) < SLOTS;
  }

  /** Puts the next piece to {@code target}, where a slot is free. */
  void put(int target, MemorySegment source, long offset, long sizeBytes) {
    int rank = group.worldRank(target);
    long piece = sent[target]++;
    if (sizeBytes == 0) {
      armci.signal(memory, rank, arrived(place), piece + 1);
    } else {
      long to = slot(place, piece);
      long word = arrived(place);
      armci.putSignal(source, offset, memory, rank, to, sizeBytes, memory, word, piece + 1);
    }
  }

  /** Whether the next piece of {@code origin} is here. */
  boolean canTake(int origin) {
    return (long) LONG.getAcquire(own, arrived(origin)) > taken[origin];
  }

  /** This rank's memory, in which the next piece of {@code origin} begins at {@link #next}. */
  MemorySegment here() {
    return own;
  }

  /** Where the next piece of {@code origin} is. */
  long next(int origin) {
    return slot(origin, taken[origin]);
  }

  /** Lets go of the next piece of {@code origin}: it may be overwritten. */
  void release(int origin) {
    long count = ++taken[origin];
    armci.signal(memory, group.worldRank(origin), released(place), count);
  }

  /** Returns when a slot at {@code target} is free. */
  void awaitPut(int target) {
    armci.waitUntil(memory, released(target), Comparison.GT, sent[target] - SLOTS);
  }

  /** Returns when the next piece of {@code origin} is here. */
  void awaitTake(int origin) {
    armci.waitUntil(memory, arrived(origin), Comparison.GT, taken[origin]);
  }

  @Override
  public void close() {
    group.free(memory);
  }
}
