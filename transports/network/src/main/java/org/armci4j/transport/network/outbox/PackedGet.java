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
import org.armci4j.transport.network.helper.RunCutter;
import org.armci4j.transport.shared.ListCopier;

/**
 * The get of a list whose segments the target's helper thread gathers. That thread writes them into
 * registered memory here, from which they are scattered. As many pieces are requested at once as
 * there are free reply buffers. So one piece is on its way while the next is gathered and the
 * previous one is scattered.
 *
 * <p>Source: the buffered protocol of "Host-Assisted Zero-Copy Remote Memory Access Communication
 * on InfiniBand", section 4.
 */
public final class PackedGet extends HelperOperation {
  private final ReplyBuffers replies;
  private final long address;
  private final MemorySegment destination;
  private final long destinationOffset;
  private final RunCutter cutter;

  /** Pieces that have been requested and not answered, oldest first. */
  private final Queue<ReplyBuffers.Piece> asked = new ArrayDeque<>();

  /** Reply buffer for the next message; null if none is taken. */
  private ReplyBuffers.Piece next;

  /**
   * @param replies where the data land
   * @param address the base of the list's remote side
   * @param destination where the data belong
   * @param destinationOffset the base of the list's local side
   * @param list the bytes to get; must not change
   */
  public PackedGet(
      ReplyBuffers replies,
      long address,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    this.replies = replies;
    this.address = address;
    this.destination = destination;
    this.destinationOffset = destinationOffset;
    this.cutter = new RunCutter().begin(list, replies.pieceBytes(), 1);
  }

  @Override
  public boolean hasMore() {
    return cutter.hasMore();
  }

  @Override
  boolean mayBeSent(RemoteHelper target) {
    if (next == null) {
      next = replies.tryTake(target.rank());
    }
    return next != null;
  }

  /** Requests as much as the reply buffer, and the description in the message, have room for. */
  @Override
  public long sendNext(RemoteHelper target) {
    next.runs().clear();
    HelperRequest.Kind kind = HelperRequest.Kind.GET_LIST;
    long here = next.memory().address();
    long number = target.send(kind, address, next.key().length, here, 0, target.roomBytes(), this);
    next.isFor(number);
    asked.add(next);
    next = null;
    return number;
  }

  @Override
  public int write(MemorySegment message, long begin, int roomBytes) {
    byte[] key = next.key();
    MemorySegment.copy(key, 0, message, JAVA_BYTE, begin, key.length);
    long place = begin + PackedRuns.full(key.length);
    long end = begin + roomBytes;
    return (int) (PackedRuns.describe(cutter, next, message, place, end) - begin);
  }

  @Override
  boolean goesOn() {
    return true;
  }

  @Override
  boolean goOn(RankRoute route) {
    RemoteHelper target = route.helper();
    boolean any = false;
    while (!asked.isEmpty() && target.hasAnswered(asked.peek().number())) {
      target.requireDone(asked.peek().number());
      scatter(target, asked.peek());
      replies.giveBack(asked.remove());
      any = true;
    }
    return any;
  }

  private void scatter(RemoteHelper target, ReplyBuffers.Piece piece) {
    MemorySegment memory = piece.memory();
    SegmentList runs = piece.runs();
    if (destination.isAccessibleBy(Thread.currentThread())) {
      target.progress().place(destination, () -> copy(memory, runs));
    } else { // only the confined arena's thread may write, when the piece may hold other data
      MemorySegment aside = MemorySegment.ofArray(memory.toArray(JAVA_BYTE));
      SegmentList same = copyOf(runs);
      target.progress().place(destination, () -> copy(aside, same));
    }
  }

  private void copy(MemorySegment data, SegmentList runs) {
    ListCopier.between(data, destination)
        .copy(runs, data, 0, runs.remote(), destination, destinationOffset, runs.local());
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
  boolean isDone(RankRoute route) {
    return asked.isEmpty() && !hasMore();
  }

  @Override
  void end() {
    if (next != null) {
      replies.giveBack(next);
      next = null;
    }
    asked.forEach(replies::giveBack);
    asked.clear();
  }
}
