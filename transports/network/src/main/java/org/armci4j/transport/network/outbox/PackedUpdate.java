package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.PackedUpdates;
import org.armci4j.transport.network.helper.ReplyBuffers;

/**
 * Atomic updates of a list of words, which the target's helper thread makes. It answers each
 * message with the previous values.
 */
public final class PackedUpdate extends LandingOperation {
  private final UpdateList list;
  private int asked;

  /**
   * @param replies where the previous values land
   * @param address the base of the list's offsets
   * @param list the updates; must not change
   * @param results where the previous values belong
   * @param resultsOffset the base of the list's results there
   */
  public PackedUpdate(
      ReplyBuffers replies,
      long address,
      UpdateList list,
      MemorySegment results,
      long resultsOffset) {
    this(replies, address, list, results, resultsOffset, Gate.SHUT);
  }

  /** Creates the updates of a list that grows until a gate is shut. */
  PackedUpdate(
      ReplyBuffers replies,
      long address,
      UpdateList list,
      MemorySegment results,
      long resultsOffset,
      Gate gate) {
    super(HelperRequest.Kind.UPDATE_LIST, gate);
    become(
        PackedUpdates.code(list.change(), list.wordBytes()),
        replies,
        address,
        results,
        resultsOffset);
    this.list = list;
  }

  @Override
  public boolean hasMore() {
    return asked < list.count();
  }

  @Override
  long describe(ReplyBuffers.Piece piece, MemorySegment message, long begin, long end) {
    int wordBytes = list.wordBytes();
    int step = PackedUpdates.sizeBytes(list.change());
    long room = Math.min((end - begin) / step, piece.memory().byteSize() / wordBytes);
    int count = (int) Math.min(room, list.count() - asked);
    for (int i = 0; i < count; i++) {
      PackedUpdates.write(list, asked + i, message, begin + (long) i * step);
      piece.runs().add(list.resultOffset(asked + i), (long) i * wordBytes, wordBytes);
    }
    asked += count;
    return begin + (long) count * step;
  }
}
