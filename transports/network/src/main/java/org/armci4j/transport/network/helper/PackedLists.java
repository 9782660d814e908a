package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Queue;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.shared.ListCopier;

/**
 * Puts and gets of lists whose segments travel together: those of a put are gathered here into
 * messages, which the target's helper thread scatters; those of a get are gathered by that thread,
 * written here into registered memory, and scattered here. Messages follow each other without
 * waiting, so that one is on its way while the next is gathered and the one before is scattered.
 *
 * <p>Source: the buffered protocol of "Host-Assisted Zero-Copy Remote Memory Access Communication
 * on InfiniBand", section 4. There the data of a put are written into buffers of the target before
 * the request; here they are part of the request, which needs no buffers beside those that receive
 * it.
 */
public final class PackedLists {
  private final Landings landings;

  /**
   * For {@link PackedRuns#pack}; guarded by the buffers of messages, which a body is written in.
   */
  private final SegmentList copies = new SegmentList();

  /**
   * @param memory for what gets bring
   * @param pieceBytes how much of it one message fills
   */
  public PackedLists(RegisteredMemory memory, int pieceBytes) {
    this.landings = new Landings(memory, pieceBytes);
  }

  /**
   * Puts a list. The source may be reused when this returns.
   *
   * @param target whose memory it is
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param address the base of the list's remote side
   * @param list which bytes
   */
  public void put(
      RemoteHelper target,
      MemorySegment source,
      long sourceOffset,
      long address,
      SegmentList list) {
    int room = (int) Math.min(target.roomBytes(), PackedRuns.roomBytes(list));
    RunCutter cutter = new RunCutter(list, room - PackedRuns.HEADER_BYTES);
    RemoteHelper.MessageBody runs =
        (message, begin, roomBytes) ->
            PackedRuns.pack(cutter, copies, source, sourceOffset, message, begin, roomBytes);
    while (cutter.hasMore()) {
      target.send(HelperRequest.Kind.PUT_LIST, address, 0, 0, room, runs);
    }
  }

  /**
   * Gets a list. Its data are there when this returns.
   *
   * @param target whose memory it is
   * @param address the base of the list's remote side
   * @param destination native or heap memory
   * @param destinationOffset the base of the list's local side
   * @param list which bytes
   */
  public void get(
      RemoteHelper target,
      long address,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list) {
    RunCutter cutter = new RunCutter(list, landings.pieceBytes());
    Queue<Landings.Piece> asked = new ArrayDeque<>();
    try {
      while (cutter.hasMore() || !asked.isEmpty()) {
        Landings.Piece piece = cutter.hasMore() ? take(target, asked.isEmpty()) : null;
        if (piece != null) {
          ask(target, address, cutter, piece);
          asked.add(piece);
        } else {
          target.awaitAnswer(asked.peek().number());
          scatter(asked.peek(), destination, destinationOffset);
          landings.giveBack(asked.remove());
        }
      }
    } catch (RuntimeException e) {
      // What is not answered may still be written to, and stays taken.
      asked.stream().filter(piece -> target.isOver(piece.number())).forEach(landings::giveBack);
      throw e;
    }
  }

  private Landings.Piece take(RemoteHelper target, boolean holdsNone) {
    return holdsNone ? landings.take(target.progress()) : landings.tryTake();
  }

  /** Asks for as much as the piece, and its description in the message, have room for. */
  private static void ask(
      RemoteHelper target, long address, RunCutter cutter, Landings.Piece piece) {
    piece.runs().clear();
    byte[] key = piece.key();
    RemoteHelper.MessageBody description =
        (message, begin, roomBytes) -> {
          MemorySegment.copy(key, 0, message, JAVA_BYTE, begin, key.length);
          long place = begin + PackedRuns.full(key.length);
          long end = begin + roomBytes;
          return (int) (PackedRuns.describe(cutter, piece, message, place, end) - begin);
        };
    long here = piece.memory().address();
    int room = target.roomBytes();
    piece.isFor(
        target.send(HelperRequest.Kind.GET_LIST, address, key.length, here, room, description));
  }

  private static void scatter(Landings.Piece piece, MemorySegment destination, long offset) {
    SegmentList runs = piece.runs();
    MemorySegment memory = piece.memory();
    ListCopier.between(memory, destination)
        .copy(runs, memory, 0, runs.remote(), destination, offset, runs.local());
  }
}
