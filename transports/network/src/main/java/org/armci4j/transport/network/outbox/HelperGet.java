package org.armci4j.transport.network.outbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.helper.HelperRequest;
import org.armci4j.transport.network.helper.RemoteHelper;

/**
 * A contiguous get in which the target's helper thread writes to registered memory of the origin.
 * It suits networks whose writes are faster than reads, and targets that do not compute.
 *
 * <p>Source: "Host-Assisted Zero-Copy Remote Memory Access Communication on InfiniBand", section 5.
 */
public final class HelperGet extends HelperOperation {
  private final long address;
  private final MemorySegment destination;
  private final long here;
  private final byte[] key;
  private final int maxPieceBytes;
  private final long sizeBytes;
  private long asked;

  /** Number of the latest message. */
  private long last;

  private boolean answered;

  /**
   * @param address of the target's memory
   * @param destination native memory of this rank, referenced to keep an automatic arena alive
   * @param offset first byte there
   * @param key of the destination's registration
   * @param maxPieceBytes how much one message asks for
   * @param sizeBytes length of the get, at least 1
   */
  public HelperGet(
      long address,
      MemorySegment destination,
      long offset,
      byte[] key,
      int maxPieceBytes,
      long sizeBytes) {
    this.address = address;
    this.destination = destination;
    this.here = destination.address() + offset;
    this.key = key;
    this.maxPieceBytes = maxPieceBytes;
    this.sizeBytes = sizeBytes;
  }

  @Override
  public boolean hasMore() {
    return asked < sizeBytes;
  }

  @Override
  public long sendNext(RemoteHelper target) {
    int piece = (int) Math.min(maxPieceBytes, sizeBytes - asked);
    HelperRequest.Kind kind = HelperRequest.Kind.GET;
    last = target.send(kind, address + asked, key.length, here + asked, piece, key.length, this);
    asked += piece;
    return last;
  }

  @Override
  public int write(MemorySegment message, long begin, int roomBytes) {
    MemorySegment.copy(key, 0, message, JAVA_BYTE, begin, key.length);
    return key.length;
  }

  @Override
  boolean goesOn() {
    return true;
  }

  /** Messages are answered in order, so the last answer stands for all. */
  @Override
  boolean goOn(RankRoute route) {
    if (hasMore() || answered || !route.helper().hasAnswered(last)) {
      return false;
    }
    route.helper().requireDone(last);
    answered = true;
    return true;
  }

  @Override
  boolean isDone(RankRoute route) {
    return answered;
  }

  @Override
  public String toString() {
    return Text.format("get of %d bytes to memory of %d", sizeBytes, destination.byteSize());
  }
}
