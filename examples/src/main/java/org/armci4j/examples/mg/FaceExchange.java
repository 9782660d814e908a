package org.armci4j.examples.mg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;

/**
 * Swaps faces with the two neighbours along one direction by one-sided puts.
 *
 * <p>Each rank's block holds, for the lower and for the upper neighbour, a signal word and two face
 * buffers. In exchange number n a rank puts its faces into buffer n mod 2 of its neighbours, each
 * put followed by the signal n, and then waits for both signals n in its own block.
 *
 * <p><b>Why no face is overwritten before it is read.</b> Rank A puts face n + 2 into the buffer of
 * rank B that held A's face n. A starts exchange n + 2 only after exchange n + 1, in which it saw
 * B's signal n + 1. B signalled n + 1 only after it had finished exchange n, that is, after it had
 * copied A's face n out of the buffer. So B's reads come before B's signal (which is a release), it
 * comes before A's wait for it (which is an acquire), and that before A's put. The argument holds
 * because every exchange goes both ways between the same two ranks, and it needs no barrier and no
 * acknowledgement.
 *
 * <p>Counters grow forever and the wait is for "at least", so a signal that overtakes the waiter is
 * not missed: a neighbour can be ahead by one exchange at most, by the same argument.
 */
final class FaceExchange {
  private static final int LOWER = 0;
  private static final int UPPER = 1;
  private static final int SIGNAL_SPACING = 128; // a word per pair of cache lines: no false sharing

  private final Armci armci;
  private final Strided strided;
  private final GlobalMemory memory;
  private final MemorySegment inbox;
  private final int lower;
  private final int upper;
  private final long faceBytes;
  private long sequence;

  /**
   * Allocates the buffers. Collective over all ranks of the job.
   *
   * @param armci the runtime
   * @param lower the neighbour at the side of cell 1
   * @param upper the neighbour at the side of cell n
   * @param faceElements elements of the largest face, equal on all ranks
   */
  FaceExchange(Armci armci, int lower, int upper, long faceElements) {
    this.armci = armci;
    this.strided = Strided.of(armci);
    this.lower = lower;
    this.upper = upper;
    faceBytes = faceElements * Double.BYTES;
    memory = armci.allocate(2 * SIGNAL_SPACING + 4 * faceBytes);
    inbox = memory.local();
  }

  /**
   * Sends a face to each neighbour; the source may be reused afterwards.
   *
   * @param source where the faces are
   * @param lowerFace index of the face for the lower neighbour
   * @param upperFace index of the face for the upper neighbour
   * @param count elements of each face
   */
  void send(double[] source, int lowerFace, int upperFace, int count) {
    sequence++;
    // My lower neighbour sees me above itself, and the other way round.
    sendOne(source, lowerFace, count, lower, UPPER);
    sendOne(source, upperFace, count, upper, LOWER);
  }

  private void sendOne(double[] source, int face, int count, int neighbour, int side) {
    armci.putSignal(
        MemorySegment.ofArray(source),
        (long) face * Double.BYTES,
        memory,
        neighbour,
        bufferOffset(side),
        (long) count * Double.BYTES,
        memory,
        signalOffset(side),
        sequence);
  }

  /**
   * Sends a face of any shape to each neighbour, where it arrives packed.
   *
   * @param source where the faces are
   * @param lowerFace the face for the lower neighbour
   * @param upperFace the face for the upper neighbour, of the same counts
   */
  void send(double[] source, Section lowerFace, Section upperFace) {
    sequence++;
    sendOne(source, lowerFace, lower, UPPER);
    sendOne(source, upperFace, upper, LOWER);
  }

  private void sendOne(double[] source, Section face, int neighbour, int side) {
    strided.putSignal(
        MemorySegment.ofArray(source),
        face,
        memory,
        neighbour,
        face.packed(bufferOffset(side)),
        memory,
        signalOffset(side),
        sequence);
  }

  /**
   * Waits for both neighbours' faces and copies them to where they belong.
   *
   * @param target where to
   * @param lowerFace where the face from the lower neighbour goes
   * @param upperFace where the face from the upper neighbour goes, of the same counts
   */
  void receive(double[] target, Section lowerFace, Section upperFace) {
    receiveOne(target, lowerFace, LOWER);
    receiveOne(target, upperFace, UPPER);
  }

  private void receiveOne(double[] target, Section face, int side) {
    armci.waitUntil(memory, signalOffset(side), Comparison.GE, sequence);
    strided.get(
        memory, armci.rank(), face.packed(bufferOffset(side)), MemorySegment.ofArray(target), face);
  }

  /**
   * Waits for both neighbours' faces and copies them out.
   *
   * @param target where to
   * @param lowerFace index for the face from the lower neighbour
   * @param upperFace index for the face from the upper neighbour
   * @param count elements of each face
   */
  void receive(double[] target, int lowerFace, int upperFace, int count) {
    receiveOne(target, lowerFace, count, LOWER);
    receiveOne(target, upperFace, count, UPPER);
  }

  private void receiveOne(double[] target, int face, int count, int side) {
    armci.waitUntil(memory, signalOffset(side), Comparison.GE, sequence);
    MemorySegment.copy(inbox, ValueLayout.JAVA_DOUBLE, bufferOffset(side), target, face, count);
  }

  private static long signalOffset(int side) {
    return (long) side * SIGNAL_SPACING;
  }

  private long bufferOffset(int side) {
    return 2 * SIGNAL_SPACING + (2L * side + (sequence & 1)) * faceBytes;
  }
}
