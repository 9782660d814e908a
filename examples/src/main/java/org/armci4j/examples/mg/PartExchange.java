package org.armci4j.examples.mg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;

/**
 * Swaps parts of grids with some partners, again and again, by one-sided puts.
 *
 * <p>Each rank's block holds, for each partner, a signal word and two buffers. In exchange number n
 * a rank puts its parts into buffer n mod 2 of its partners, each put followed by the signal n, and
 * then waits for their signals n in its own block.
 *
 * <p><b>Why nothing is overwritten before it is read.</b> Rank A puts part n + 2 into the buffer of
 * rank B that held A's part n. A starts exchange n + 2 only after exchange n + 1, in which it saw
 * B's signal n + 1. B signalled n + 1 only after it had finished exchange n, that is, after it had
 * copied A's part n out of the buffer. So B's reads come before B's signal (a release), the signal
 * before A's wait for it (an acquire), and the wait before A's put. The argument holds because
 * every exchange goes both ways between the same two ranks. It needs no barrier and no
 * acknowledgement.
 *
 * <p>Counters grow forever and the wait is for "at least", so a rank does not miss the signal of a
 * faster partner. By the same argument a partner is ahead by one exchange at most.
 *
 * <p><b>As messages</b>, to compare: at the beginning of an exchange a rank says that it is ready
 * to receive, as NPB's {@code ready} does with {@code MPI_Irecv}. A send waits for that word of its
 * receiver, so one buffer is enough.
 */
final class PartExchange {
  private static final int WORD_SPACING = 128; // a word per pair of cache lines: no false sharing
  private static final int WORDS = 2;

  private final Armci armci;
  private final Strided strided;
  private final GlobalMemory memory;
  private final MemorySegment inbox;
  private final boolean asMessages;
  private final int buffers;
  private final int[] partners;
  private final int[] placesThere;
  private final long bufferBytes;
  private long number;

  /** Says how a rank's exchanges are made. */
  record Kind(Armci armci, boolean asMessages) {
    /**
     * Allocates the buffers. Collective over all ranks of the job.
     *
     * @param partners the partners' ranks, equally many on each rank
     * @param placesThere this rank's place among the partners of each partner
     * @param elements of the largest part, equal on all ranks
     */
    PartExchange between(int[] partners, int[] placesThere, long elements) {
      return new PartExchange(this, partners, placesThere, elements * Double.BYTES);
    }
  }

  private PartExchange(Kind kind, int[] partners, int[] placesThere, long bufferBytes) {
    this.armci = kind.armci();
    this.asMessages = kind.asMessages();
    this.buffers = asMessages ? 1 : 2;
    this.strided = Strided.of(armci);
    this.partners = partners.clone();
    this.placesThere = placesThere.clone();
    this.bufferBytes = bufferBytes;
    this.memory = armci.allocate(partners.length * (WORDS * WORD_SPACING + buffers * bufferBytes));
    this.inbox = memory.local();
  }

  /** Begins the next exchange. */
  void begin() {
    number++;
    if (asMessages) {
      for (int partner = 0; partner < partners.length; partner++) {
        if (partners[partner] != armci.rank()) {
          armci.signal(memory, partners[partner], readyOffset(placesThere[partner]), number);
        }
      }
    }
  }

  /**
   * Sends a part; the source may be reused afterwards.
   *
   * @param partner the partner's place, from 0
   * @param source array that holds the part
   * @param first first element of the part
   * @param count number of elements
   */
  void send(int partner, double[] source, int first, int count) {
    awaitReceiver(partner);
    int place = placesThere[partner];
    armci.putSignal(
        MemorySegment.ofArray(source),
        (long) first * Double.BYTES,
        memory,
        partners[partner],
        bufferOffset(place),
        (long) count * Double.BYTES,
        memory,
        signalOffset(place),
        number);
  }

  /** Sends a part of any shape, which arrives packed. */
  void send(int partner, double[] source, Section part) {
    awaitReceiver(partner);
    int place = placesThere[partner];
    strided.putSignal(
        MemorySegment.ofArray(source),
        part,
        memory,
        partners[partner],
        part.packed(bufferOffset(place)),
        memory,
        signalOffset(place),
        number);
  }

  private void awaitReceiver(int partner) {
    if (asMessages && partners[partner] != armci.rank()) {
      armci.waitUntil(memory, readyOffset(partner), Comparison.GE, number);
    }
  }

  /**
   * Waits for a partner's part and copies it out.
   *
   * @param partner the partner's place, from 0
   * @param target array to copy to
   * @param first first element there
   * @param count number of elements
   */
  void receive(int partner, double[] target, int first, int count) {
    armci.waitUntil(memory, signalOffset(partner), Comparison.GE, number);
    MemorySegment.copy(inbox, ValueLayout.JAVA_DOUBLE, bufferOffset(partner), target, first, count);
  }

  /** Waits for a partner's part and copies it into a section of any shape. */
  void receive(int partner, double[] target, Section part) {
    armci.waitUntil(memory, signalOffset(partner), Comparison.GE, number);
    strided.get(
        memory,
        armci.rank(),
        part.packed(bufferOffset(partner)),
        MemorySegment.ofArray(target),
        part);
  }

  private static long signalOffset(int place) {
    return (long) place * WORDS * WORD_SPACING;
  }

  private static long readyOffset(int place) {
    return signalOffset(place) + WORD_SPACING;
  }

  private long bufferOffset(int place) {
    return signalOffset(partners.length)
        + ((long) place * buffers + number % buffers) * bufferBytes;
  }
}
