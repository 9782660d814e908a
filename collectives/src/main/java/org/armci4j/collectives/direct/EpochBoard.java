package org.armci4j.collectives.direct;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.kernel.Words;

/**
 * A board on which every rank of a host pins what the others are to read. All ranks count the same
 * <em>epochs</em>; in an epoch a rank may publish once, into slot (epoch mod slots) of its own
 * block, and reads what it wants of the others' slots where they lie.
 *
 * <pre>
 *   0          128                 128 + stride
 *   +----------+--------+------+--------+------+ …
 *   | finished | number | data | number | data |      the slots, one after the other
 *   +----------+--------+------+--------+------+ …
 * </pre>
 *
 * <ul>
 *   <li><em>number</em> of a slot: the epoch whose data it holds, stored with release after the
 *       data; a reader loads it with acquire and so sees the data. Up to 56 bytes of data lie on
 *       the same cache line.
 *   <li><em>finished</em>: an epoch up to which this rank has read all it wants, at most a quarter
 *       of the slots behind the latest, stored with release after the reads. A rank writes a slot
 *       again only when all have finished the epoch that used it before. So ranks may be {@code
 *       slots} epochs apart, a root need not wait for its readers, and calls follow each other with
 *       nothing between.
 * </ul>
 *
 * <p>Both numbers are 64 bits and only rise, and are waited for as "this or later". A rank that has
 * seen everyone's number of an epoch knows that all have finished the one before, as each publishes
 * after that; then it need not look at their words.
 */
final class EpochBoard implements AutoCloseable {
  private static final long LINE_BYTES = 128;

  /** Looks without a pause between them, before the wait that all waits of a rank share. */
  private static final int QUICK_LOOKS = 8;

  private final Armci armci;
  private final Group group;
  private final GlobalMemory memory;
  private final int size;
  private final int place;
  private final int slots;
  private final long strideBytes;
  private final long dataBytes;
  private final long slotsOffset;
  private final MemorySegment[] views;
  private final int[] ranks;
  private final MemorySegment own;
  private long epoch;
  private long allFinished;

  /** Value of this rank's word of finished epochs. */
  private long finishedShown;

  /** Rank, offset and number that the present wait is for. */
  private int awaitedPlace;

  private long awaitedOffset;
  private long awaitedNumber;
  private final BooleanSupplier isHere = this::isHere;
  private final Supplier<String> what = this::describe;

  /**
   * Collective over the group, whose ranks are on one host.
   *
   * @param slots a power of two
   * @param slotBytes how much data a slot holds
   * @param wide whether data begins on a cache line of its own
   */
  EpochBoard(Armci armci, Group group, int slots, long slotBytes, boolean wide) {
    this.armci = armci;
    this.group = group;
    this.size = group.size();
    this.place = group.rank();
    this.slots = slots;
    this.dataBytes = wide ? LINE_BYTES : Long.BYTES;
    this.strideBytes = dataBytes + slotBytes;
    this.slotsOffset = LINE_BYTES;
    this.memory = group.allocate(slotsOffset + slots * strideBytes);
    this.ranks = group.ranks();
    this.views = new MemorySegment[size];
    for (int i = 0; i < size; i++) {
      views[i] = memory.view(ranks[i]);
    }
    this.own = views[place];
  }

  /** Returns whether loads and stores reach every rank's block; the same on all ranks. */
  boolean isInReach() {
    return Arrays.stream(views).allMatch(Objects::nonNull);
  }

  int size() {
    return size;
  }

  int place() {
    return place;
  }

  /** Returns the bytes of data that a slot holds. */
  long slotBytes() {
    return strideBytes - dataBytes;
  }

  /** Another rank's block. */
  MemorySegment view(int of) {
    return views[of];
  }

  /** Returns this rank's block. */
  MemorySegment own() {
    return own;
  }

  /** Enters the next epoch; returns where in every block its data is. */
  long enter() {
    epoch++;
    return data(epoch);
  }

  private long number(long of) {
    return slotsOffset + (of & slots - 1) * strideBytes;
  }

  private long data(long of) {
    return number(of) + dataBytes;
  }

  /** Returns when this rank may write its slot of this epoch. */
  void claim() {
    claim(epoch);
  }

  /**
   * Returns when this rank may write its slot of the next epoch; the result is where its data is.
   */
  long claimNext() {
    claim(epoch + 1);
    return nextData();
  }

  /** Returns the offset of the data of the next epoch. */
  long nextData() {
    return data(epoch + 1);
  }

  /** Returns whether this rank may write its slot of this epoch now. */
  boolean canClaim() {
    return canClaim(epoch);
  }

  /** Returns whether this rank may write its slot of the next epoch now. */
  boolean canClaimNext() {
    return canClaim(epoch + 1);
  }

  private boolean canClaim(long of) {
    if (of - slots > allFinished) {
      allFinished = lowestFinished();
    }
    return of - slots <= allFinished;
  }

  private void claim(long of) {
    if (of - slots > allFinished) {
      allFinished = lowestFinished();
      if (of - slots > allFinished) {
        awaitFinished(of - Math.max(1, slots / 2));
      }
    }
  }

  /** Returns the latest epoch that all others say they have finished. */
  private long lowestFinished() {
    long lowest = Long.MAX_VALUE;
    for (int rank = 0; rank < size; rank++) {
      if (rank != place) {
        lowest = Math.min(lowest, Words.getAcquire(views[rank], 0L));
      }
    }
    return lowest;
  }

  /**
   * With all slots in use, waits until half of them are free: a root that is faster than its
   * readers looks at their words once for so many epochs, and where ranks share a core it is not
   * called back for each.
   */
  private void awaitFinished(long number) {
    for (int rank = 0; rank < size; rank++) {
      if (rank != place) {
        await(rank, 0, number);
      }
    }
    allFinished = number;
  }

  /** Shows the others what this rank has written to its slot. */
  void publish() {
    Words.setRelease(own, number(epoch), epoch);
    for (int i = 0; i < size; i++) {
      if (i != place) {
        armci.signals().wake(memory, ranks[i]);
      }
    }
  }

  /** Returns when a rank has published in this epoch: then its data can be read. */
  void await(int of) {
    if (of != place) {
      await(of, number(epoch), epoch);
    }
  }

  /** Returns whether a rank has published in this epoch: then its data can be read. */
  boolean isPublished(int of) {
    return of == place || Words.getAcquire(views[of], number(epoch)) >= epoch;
  }

  /** Returns when all have published in this epoch. */
  void awaitAll() {
    for (int rank = 0; rank < size; rank++) {
      await(rank);
    }
    heardAll();
  }

  /** Says that this rank has awaited everyone in this epoch. */
  void heardAll() {
    allFinished = Math.max(allFinished, epoch - 1);
  }

  /** Returns the smallest of the values that all ranks give: all agree on it. Takes an epoch. */
  long smallest(long value) {
    long slot = enter();
    claim();
    Words.set(own, slot, value);
    publish();
    awaitAll();
    long smallest = value;
    for (int rank = 0; rank < size; rank++) {
      smallest = Math.min(smallest, Words.get(views[rank], slot));
    }
    finish();
    return smallest;
  }

  /**
   * Lets go of what the others have published in this epoch, and all before it. They are told once
   * in a quarter of the slots, and wait for no more than half of them, so that their wait ends.
   */
  void finish() {
    if (epoch - finishedShown >= Math.max(1, slots / 4)) {
      finishedShown = epoch;
      Words.setRelease(own, 0L, epoch);
    }
  }

  private void await(int of, long offset, long number) {
    MemorySegment view = views[of];
    for (int look = 0; look < QUICK_LOOKS; look++) {
      if (Words.getAcquire(view, offset) >= number) {
        return;
      }
    }
    awaitedPlace = of;
    awaitedOffset = offset;
    awaitedNumber = number;
    group.await(isHere, what);
  }

  private boolean isHere() {
    return Words.getAcquire(views[awaitedPlace], awaitedOffset) >= awaitedNumber;
  }

  private String describe() {
    return Text.format(
        "collective of %s, epoch %d, waiting for rank %d %s",
        group, epoch, ranks[awaitedPlace], awaitedOffset == 0 ? "to finish" : "to publish");
  }

  @Override
  public void close() {
    group.freeLater(memory);
  }
}
