package org.armci4j.strided;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.strided.RankPlans.RankPlan;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;

/**
 * What one call of {@link IndexedTransfers} does with each rank's elements. An object serves one
 * call after the other, so that none is made in a call.
 */
final class IndexedCall {
  /** The kind of a call. */
  enum ElementMove {
    PUT,
    GET,
    ACCUMULATE,
    UPDATE
  }

  private final Armci armci;
  private final Strided strided;
  private final RankOrder order;
  private final Handle handle;
  private ElementMove move;
  private int elementBytes;

  /** Bytes from one element of the list to the next in the local memory. */
  private int step;

  private Accumulation sum;
  private WordChange change;

  /** The local memory of a transfer; receives the previous values of an update. */
  private MemorySegment buffer;

  /** The first byte of the first element there. */
  private long at;

  /** Operands of an update. */
  private MemorySegment operands;

  /** New values of a compare-and-swap; else null. */
  private MemorySegment values;

  IndexedCall(Armci armci, RankOrder order, Handle handle) {
    this.armci = armci;
    this.strided = Strided.of(armci);
    this.order = order;
    this.handle = handle;
  }

  /**
   * Becomes a transfer.
   *
   * @param accumulation of an accumulate; else null
   */
  void move(
      ElementMove what, Accumulation accumulation, int bytes, MemorySegment segment, long offset) {
    begin(what, bytes, segment, offset);
    sum = accumulation;
    if (what != ElementMove.GET && isOne(segment)) {
      at = 0;
      step = 0;
    }
  }

  /** Becomes an update of words. */
  void update(
      WordChange kind,
      int bytes,
      MemorySegment given,
      MemorySegment newValues,
      MemorySegment results,
      long offset) {
    begin(ElementMove.UPDATE, bytes, results, offset);
    change = kind;
    operands = given;
    values = newValues;
  }

  private void begin(ElementMove what, int bytes, MemorySegment segment, long offset) {
    move = what;
    elementBytes = bytes;
    step = bytes;
    buffer = segment;
    at = offset;
  }

  /** Throws unless memory has a word for each element of the list, or one for all. */
  void requireWords(
      String operation, String name, MemorySegment words, long offset, int count, int wordBytes) {
    InPlace.requireUsable(operation, name, Objects.requireNonNull(words, name));
    long length = words.byteSize();
    boolean inside = offset >= 0 && (long) count * wordBytes <= length - offset;
    if (length != wordBytes && !inside) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: the %s of %d bytes has not %d words of %d bytes from byte %d on",
              operation, armci.rank(), name, length, count, wordBytes, offset));
    }
  }

  /** Forgets the caller's memory. */
  void end() {
    buffer = null;
    operands = null;
    values = null;
  }

  /** Returns whether memory has one element, which serves for the whole list. */
  private boolean isOne(MemorySegment source) {
    return source.byteSize() == elementBytes;
  }

  int step() {
    return step;
  }

  /** Starts the operation of a rank that has some of the elements. */
  void start(GlobalMemory memory, int rank, RankPlan plan) {
    int from = order.from(rank);
    int to = order.to(rank);
    if (move == ElementMove.UPDATE) {
      UpdateList list = plan.updates;
      fill(list, from, to);
      armci.lists().update(memory, rank, 0, list, buffer, at, handle);
      return;
    }
    TransferPlan segments = plan.segments.plan(order.local, order.remote, from, to, elementBytes);
    switch (move) {
      case PUT -> strided.nbPut(buffer, at, memory, rank, 0, segments, handle);
      case GET -> strided.nbGet(memory, rank, 0, buffer, at, segments, handle);
      default -> strided.nbAccumulate(sum, buffer, at, memory, rank, 0, segments, handle);
    }
  }

  private void fill(UpdateList list, int from, int to) {
    int shift = Integer.numberOfTrailingZeros(elementBytes);
    list.begin(change, elementBytes, to - from);
    for (int k = from; k < to; k++) {
      long place = order.local[k];
      int number = (int) (place >> shift);
      if (values == null) {
        list.add(order.remote[k], word(operands, place), number);
      } else {
        list.add(order.remote[k], word(operands, place), word(values, place), number);
      }
    }
  }

  private long word(MemorySegment words, long place) {
    long offset = isOne(words) ? 0 : at + place;
    return elementBytes == Long.BYTES
        ? words.get(JAVA_LONG_UNALIGNED, offset)
        : words.get(JAVA_INT_UNALIGNED, offset);
  }
}
