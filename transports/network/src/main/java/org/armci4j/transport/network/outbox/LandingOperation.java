package org.armci4j.transport.network.outbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.PackedRuns;
import org.armci4j.transport.network.helper.RemoteHelper;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.shared.ListCopier;

/**
 * An operation whose data the target's helper thread writes into registered memory here, from which
 * they are scattered. As many messages are under way at once as there are free reply buffers. So
 * one piece is on its way while the next is gathered and the previous one is scattered.
 *
 * <p>Source: the buffered protocol of "Host-Assisted Zero-Copy Remote Memory Access Communication
 * on InfiniBand", section 4.
 */
abstract class LandingOperation extends HelperOperation {
  private final HelperRequest.Kind kind;
  private final Gate gate;
  private final Runnable landing = this::land;
  private long second;
  private ReplyBuffers replies;
  private long address;
  private MemorySegment destination;
  private long destinationOffset;

  /** Pieces that have been requested and not answered, oldest first. */
  private final Queue<ReplyBuffers.Piece> asked = new ArrayDeque<>();

  /** Reply buffer for the next message; null if none is taken. */
  private ReplyBuffers.Piece next;

  /** Says when a list that grows may be sent. */
  @FunctionalInterface
  interface Gate {
    /** Of a list that is complete from the beginning. */
    Gate SHUT = underWay -> true;

    /**
     * Returns whether the list grows no more: nothing is added once this has returned true. Never
     * waits.
     *
     * @param underWay number of operations on the target whose answers have not come
     */
    boolean isShut(int underWay);

    /** Called when all data are where they belong. */
    default void isAnswered() {}
  }

  /**
   * @param kind what the messages ask for
   * @param gate says when the operation may be started
   */
  LandingOperation(HelperRequest.Kind kind, Gate gate) {
    this.kind = kind;
    this.gate = gate;
  }

  /**
   * Becomes the operation of a call.
   *
   * @param operand second operand of the messages
   * @param buffers where the data land
   * @param there the base of the operation at the target
   * @param memory where the data belong
   * @param offset the base of the data there
   */
  final void become(
      long operand, ReplyBuffers buffers, long there, MemorySegment memory, long offset) {
    renew();
    second = operand;
    replies = buffers;
    address = there;
    destination = memory;
    destinationOffset = offset;
  }

  /** Drops the caller's memory; the operation is over. */
  @Override
  void forget() {
    destination = null;
  }

  /**
   * Describes as much as the reply buffer, and the message, have room for.
   *
   * @param piece receives the data; its empty list receives the runs that land there
   * @param message receives the description
   * @param begin first byte there, a multiple of 8
   * @param end end of the room there
   * @return end of the description
   */
  abstract long describe(ReplyBuffers.Piece piece, MemorySegment message, long begin, long end);

  @Override
  final boolean stays(int underWay) {
    return !gate.isShut(underWay);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the one gate of lists that are shut from the start
  final boolean hasTicket() {
    return gate == Gate.SHUT;
  }

  @Override
  final boolean mayBeSent(RemoteHelper target) {
    if (next == null) {
      next = replies.tryTake(target.rank());
    }
    return next != null;
  }

  @Override
  public final long sendNext(RemoteHelper target) {
    next.runs().clear();
    long here = next.memory().address();
    int keyBytes = next.key().length;
    long number = target.send(kind, address, keyBytes, here, second, target.roomBytes(), this);
    next.isFor(number);
    asked.add(next);
    next = null;
    return number;
  }

  @Override
  public final int write(MemorySegment message, long begin, int roomBytes) {
    byte[] key = next.key();
    MemorySegment.copy(key, 0, message, JAVA_BYTE, begin, key.length);
    long place = begin + PackedRuns.full(key.length);
    return (int) (describe(next, message, place, begin + roomBytes) - begin);
  }

  @Override
  final boolean goesOn() {
    return true;
  }

  @Override
  final boolean goOn(RankRoute route) {
    RemoteHelper target = route.helper();
    boolean any = false;
    while (!asked.isEmpty() && target.hasAnswered(asked.peek().number())) {
      target.requireDone(asked.peek().number());
      scatter(target, asked.peek());
      replies.giveBack(asked.remove());
      any = true;
    }
    if (any && isDone(route)) {
      gate.isAnswered();
    }
    return any;
  }

  private void scatter(RemoteHelper target, ReplyBuffers.Piece piece) {
    if (destination.isAccessibleBy(Thread.currentThread())) {
      target.progress().place(destination, landing); // without an object for each piece
    } else { // only the confined arena's thread may write, when the piece may hold other data
      MemorySegment aside = MemorySegment.ofArray(piece.memory().toArray(JAVA_BYTE));
      SegmentList same = copyOf(piece.runs());
      MemorySegment to = destination;
      long offset = destinationOffset;
      target.progress().place(to, () -> copy(aside, same, to, offset));
    }
  }

  /** Copies the oldest piece to its destination. */
  private void land() {
    ReplyBuffers.Piece piece = asked.peek();
    copy(piece.memory(), piece.runs(), destination, destinationOffset);
  }

  private static void copy(MemorySegment data, SegmentList runs, MemorySegment to, long offset) {
    ListCopier.between(data, to).copy(runs, data, 0, runs.remote(), to, offset, runs.local());
  }

  private static SegmentList copyOf(SegmentList list) {
    SegmentList copy = new SegmentList();
    for (int run = 0; run < list.runs(); run++) {
      copy.addRun(
          list.local().offset(run),
          list.local().stride(run),
          list.remote().offset(run),
          list.remote().stride(run),
          list.lengthBytes(run),
          list.count(run));
    }
    return copy;
  }

  @Override
  final boolean isDone(RankRoute route) {
    return asked.isEmpty() && !hasMore();
  }

  /** The target may live on and still write to the pieces that were asked for. */
  @Override
  final void end() {
    if (next != null) {
      replies.giveBack(next);
      next = null;
    }
    asked.forEach(replies::replace);
    asked.clear();
  }
}
