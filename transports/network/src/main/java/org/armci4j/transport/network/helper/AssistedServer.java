package org.armci4j.transport.network.helper;

import java.lang.foreign.MemorySegment;
import java.util.function.IntFunction;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.ScatterLine;

/**
 * The target's side of {@link AssistedLists}: posts receives for puts and sends the data of gets.
 * It never waits. Only the helper thread uses it.
 *
 * <p>Order: the messages of one origin take effect in the order of their sending, although their
 * data still move after the request is answered. So a get waits in the {@link Backlog} until all
 * earlier puts are in place. A put waits until the data of all earlier gets are delivered. All
 * other messages of that origin wait for both.
 */
final class AssistedServer {
  private final IntFunction<ScatterLine> lines;

  /**
   * @param lines finds the line of an origin by its rank; null if that rank has none
   */
  AssistedServer(IntFunction<ScatterLine> lines) {
    this.lines = lines;
  }

  /** Returns whether all transfers that the message must follow are complete. */
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
   * Carries out a request within a turn, and acknowledges it.
   *
   * @param memory the block
   * @param offset the base of the list's local side there
   * @param list the bytes to transfer
   * @return false if there is no room yet; then nothing has happened
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
