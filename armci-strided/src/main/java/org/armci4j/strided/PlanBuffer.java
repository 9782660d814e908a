package org.armci4j.strided;

import java.util.Objects;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;

/**
 * Plans vector transfers that are used once, each in the memory of the one before: a program that
 * moves ever other segments of some number allocates nothing after its first transfers. For one
 * thread at a time.
 */
public final class PlanBuffer {
  private final SegmentList list = new SegmentList();
  private final VectorPlanner planner = new VectorPlanner(list);
  private final TransferPlan plan = new TransferPlan(list);

  /** Creates a buffer, which grows with its plans. */
  public PlanBuffer() {}

  /**
   * Plans a vector transfer of segments of one size, like {@link TransferPlan#ofSegments}.
   *
   * @param localOffsets where each segment begins in the local buffer
   * @param remoteOffsets where each segment begins in the remote block
   * @param from the first segment of the arrays that takes part
   * @param to the segment after the last one
   * @param sizeBytes the size of each, zero allowed
   * @return a plan for use until the next call; its transfers must be complete by then
   * @throws ArmciException when an offset does not fit 64 bits, or the size is negative
   * @throws IndexOutOfBoundsException when the arrays have no such segments
   */
  public TransferPlan plan(
      long[] localOffsets, long[] remoteOffsets, int from, int to, long sizeBytes) {
    Objects.requireNonNull(localOffsets, "localOffsets");
    Objects.requireNonNull(remoteOffsets, "remoteOffsets");
    Objects.checkFromToIndex(from, to, Math.min(localOffsets.length, remoteOffsets.length));
    planner.begin();
    plan.forgetOverlaps();
    if (sizeBytes > 0 && isScattered(remoteOffsets, from, to, sizeBytes)) {
      list.addAll(localOffsets, remoteOffsets, from, to, sizeBytes);
    } else {
      for (int i = from; i < to; i++) {
        planner.append(localOffsets[i], remoteOffsets[i], sizeBytes);
      }
      planner.end();
    }
    return plan;
  }

  /** Returns whether no segments follow each other, or are equally spaced on the remote side. */
  private static boolean isScattered(long[] offsets, int from, int to, long sizeBytes) {
    long step = sizeBytes;
    for (int i = from + 1; i < to; i++) {
      long next = offsets[i] - offsets[i - 1];
      if (next == step || next == sizeBytes) {
        return false;
      }
      step = next;
    }
    return true;
  }
}
