package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.ScatterLine;

/**
 * The target's part in {@link AssistedLists}: posts receives for what is put, sends what is got,
 * and waits for neither. Only the helper thread uses it.
 *
 * <p>Order: the messages of one origin take effect in the order of their sending, although data
 * move on when a request has been answered. So what is got waits, kept in the {@link Backlog},
 * until what was put before it is in place, and what is put until all that was got before it has
 * been delivered. All other messages of that origin wait for both.
 */
final class AssistedServer {
  private final IntFunction<ScatterLine> lines;

  /**
   * @param lines those of which the origin is another rank, by its number; null where none is
   */
  AssistedServer(IntFunction<ScatterLine> lines) {
    this.lines = lines;
  }

  /** Whether what the message must follow is over. */
  boolean isInOrder(HelperRequest request) {
    ScatterLine line = lines.apply(request.origin());
    if (line == null) {
      return true;
    }
    boolean mayReceive = request.is(HelperRequest.Kind.ASSISTED_PUT) || !line.receives();
    boolean maySend = request.is(HelperRequest.Kind.ASSISTED_GET) || !line.sends();
    return mayReceive && maySend;
  }

  /**
   * Carries a request out and acknowledges it, in a turn.
   *
   * @param memory the block
   * @param offset the base of the list's local side there
   * @param list which bytes
   * @return false if there is no room now: nothing has happened
   */
  boolean tryServe(
      ReplySlots origin,
      HelperRequest request,
      MemorySegment memory,
      long offset,
      SegmentList list) {
    ScatterLine line = lines.apply(request.origin());
    boolean put = request.is(HelperRequest.Kind.ASSISTED_PUT);
    long key = line == null ? ScatterLine.NO_KEY : line.localKey(memory, offset, list, put);
    if (key == ScatterLine.NO_KEY) {
      throw new ArmciException(Text.format("rank %d has no line for its lists", request.origin()));
    }
    long base = memory.address() + offset;
    long last = put ? line.tryReceive(base, key, list) : line.trySend(base, key, list);
    if (last == 0) {
      return false;
    }
    if (put) {
      origin.acknowledge(request.number(), line);
    } else {
      origin.acknowledge(request.number(), ReplySlots.DONE);
    }
    return true;
  }
}
