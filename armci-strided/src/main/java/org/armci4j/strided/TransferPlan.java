package org.armci4j.strided;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;

/**
 * A transfer that is not contiguous, planned once and carried out any number of times. It says
 * which bytes of a local buffer belong to which bytes of a remote block, in as few runs as their
 * layouts allow. The same plan serves put, get and accumulate, any rank, any memory, and any two
 * base offsets. Immutable, unless it is a {@link PlanBuffer}'s; any thread may use it.
 */
public final class TransferPlan {
  private static final int PRINTED_RUNS = 8;

  private final SegmentList list;

  /**
   * Result of {@link Overlap#find} for each side, null before the first check. Plain: two threads
   * that check at once find the same text.
   */
  private String localOverlap;

  private String remoteOverlap;

  /**
   * @param list the segments; another transfer's after {@link #forgetOverlaps}
   */
  TransferPlan(SegmentList list) {
    this.list = list;
  }

  /**
   * Plans a strided transfer between two sections of the same counts.
   *
   * @param local the section of the local buffer
   * @param remote the section of the remote block
   * @return the plan, whose offsets include those of the sections
   * @throws ArmciException when the counts differ, or an offset does not fit 64 bits
   */
  public static TransferPlan of(Section local, Section remote) {
    Objects.requireNonNull(local, "local");
    Objects.requireNonNull(remote, "remote");
    return of(local, local.offset(), remote, remote.offset());
  }

  /** Plans the same from given offsets, whatever those of the sections are. */
  static TransferPlan of(Section local, long localOffset, Section remote, long remoteOffset) {
    SegmentList list = new SegmentList();
    StridedPlanner.plan(local, localOffset, remote, remoteOffset, list);
    return new TransferPlan(list);
  }

  /**
   * Plans a vector transfer of segments of one size.
   *
   * @param localOffsets where each segment begins in the local buffer
   * @param remoteOffsets where each segment begins in the remote block; equally many
   * @param sizeBytes the size of each, zero allowed
   * @return the plan
   * @throws ArmciException when the numbers of offsets differ, or one does not fit 64 bits
   */
  public static TransferPlan ofSegments(long[] localOffsets, long[] remoteOffsets, long sizeBytes) {
    Objects.requireNonNull(localOffsets, "localOffsets");
    Objects.requireNonNull(remoteOffsets, "remoteOffsets");
    requireSame("remote offsets", remoteOffsets.length, localOffsets.length);
    return new PlanBuffer().plan(localOffsets, remoteOffsets, 0, localOffsets.length, sizeBytes);
  }

  /**
   * Plans a vector transfer of segments of several sizes.
   *
   * @param localOffsets where each segment begins in the local buffer
   * @param remoteOffsets where each segment begins in the remote block; equally many
   * @param sizesBytes the size of each, zero allowed
   * @return the plan
   * @throws ArmciException when the numbers of offsets and sizes differ, or one does not fit 64
   *     bits
   */
  public static TransferPlan ofSegments(
      long[] localOffsets, long[] remoteOffsets, long[] sizesBytes) {
    Objects.requireNonNull(localOffsets, "localOffsets");
    Objects.requireNonNull(remoteOffsets, "remoteOffsets");
    requireSame("remote offsets", remoteOffsets.length, localOffsets.length);
    Objects.requireNonNull(sizesBytes, "sizesBytes");
    requireSame("sizes", sizesBytes.length, localOffsets.length);
    SegmentList list = new SegmentList();
    VectorPlanner planner = new VectorPlanner(list);
    for (int i = 0; i < localOffsets.length; i++) {
      planner.append(localOffsets[i], remoteOffsets[i], sizesBytes[i]);
    }
    planner.end();
    return new TransferPlan(list);
  }

  private static void requireSame(String what, int count, int segments) {
    if (count != segments) {
      throw new ArmciException(
          Text.format(
              "a vector of %d local offsets has as many %s, not %d", segments, what, count));
    }
  }

  /**
   * Returns how many bytes the transfer moves.
   *
   * @return from 0
   */
  public long sizeBytes() {
    return list.sizeBytes();
  }

  /**
   * Returns how many contiguous segments are left after merging.
   *
   * @return from 0
   */
  public long segments() {
    return list.segments();
  }

  SegmentList list() {
    return list;
  }

  /** Forgets what has been found in a list that has changed. */
  void forgetOverlaps() {
    localOverlap = null;
    remoteOverlap = null;
  }

  /** Refuses an operation whose local side is written and overlaps itself. */
  void requireDisjointLocal(String operation) {
    if (localOverlap == null) {
      localOverlap = Overlap.find(list, list.local());
    }
    requireNone(operation, localOverlap, "the local buffer");
  }

  /** Refuses an operation whose remote side is written and overlaps itself. */
  void requireDisjointRemote(String operation) {
    if (remoteOverlap == null) {
      remoteOverlap = Overlap.find(list, list.remote());
    }
    requireNone(operation, remoteOverlap, "the remote block");
  }

  private static void requireNone(String operation, String overlap, String where) {
    if (!overlap.isEmpty()) {
      throw new ArmciException(
          Text.format(
                  "%s: two segments overlap in %s, %s after its base offset; which of them would be"
                      + " there",
                  operation, where, overlap)
              + " at the end is undefined");
    }
  }

  /** Returns the plan for people: totals, then its runs, of which at most the first eight. */
  @Override
  public String toString() {
    String runs =
        IntStream.range(0, Math.min(PRINTED_RUNS, list.runs()))
            .mapToObj(run -> "\n  " + list.describe(run))
            .collect(Collectors.joining());
    String more =
        list.runs() > PRINTED_RUNS
            ? Text.format("\n  and %d runs more", list.runs() - PRINTED_RUNS)
            : "";
    return Text.format(
        "%d bytes in %d segments, %d runs:%s%s",
        list.sizeBytes(), list.segments(), list.runs(), runs, more);
  }
}
