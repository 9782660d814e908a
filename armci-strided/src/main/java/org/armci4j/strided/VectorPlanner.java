package org.armci4j.strided;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;

/**
 * Turns segments into a list of fewer and longer runs. Segments that continue each other on both
 * sides become one, and equally spaced segments of one length become runs. The order stays.
 * Allocates nothing.
 */
final class VectorPlanner {
  /** Shortest run; fewer equally spaced segments are faster in the loops for irregular ones. */
  private static final int SHORTEST_RUN = 8;

  private final SegmentList list;

  /** The last segment, which the next one may continue; without bytes before the first one. */
  private long local;

  private long remote;
  private long lengthBytes;

  /** The first of the segments before it that are equally long and equally spaced. */
  private long runLocal;

  private long runRemote;
  private long runLengthBytes;

  /** Distances of two of them on either side. */
  private long localStride;

  private long remoteStride;
  private int count;

  /**
   * @param list receives the runs
   */
  VectorPlanner(SegmentList list) {
    this.list = list;
  }

  /** Begins a list, whatever has become of the one before. */
  void begin() {
    list.clear();
    lengthBytes = 0;
    count = 0;
  }

  /** Adds a segment; one of no bytes is left out. */
  void append(long localOffset, long remoteOffset, long sizeBytes) {
    if (sizeBytes < 0) {
      throw new ArmciException(
          Text.format("a segment of a vector cannot have %d bytes", sizeBytes));
    }
    if (sizeBytes == 0) {
      return;
    }
    if (lengthBytes > 0
        && localOffset - local == lengthBytes
        && remoteOffset - remote == lengthBytes
        && lengthBytes <= Long.MAX_VALUE - sizeBytes) {
      lengthBytes += sizeBytes;
      return;
    }
    addToRun();
    local = localOffset;
    remote = remoteOffset;
    lengthBytes = sizeBytes;
  }

  /** Adds the last segment to the run before it, or begins another run with it. */
  private void addToRun() {
    if (lengthBytes == 0) {
      return;
    }
    if (count > 0 && lengthBytes == runLengthBytes) {
      long localStep = local - runLocal - (count - 1) * localStride;
      long remoteStep = remote - runRemote - (count - 1) * remoteStride;
      if (count == 1 || (localStep == localStride && remoteStep == remoteStride)) {
        localStride = localStep;
        remoteStride = remoteStep;
        count++;
        return;
      }
      if (count < SHORTEST_RUN) {
        addLone(count - 1);
        runLocal += (count - 1) * localStride;
        runRemote += (count - 1) * remoteStride;
        localStride = localStep;
        remoteStride = remoteStep;
        count = 2;
        return;
      }
    }
    endRun();
    runLocal = local;
    runRemote = remote;
    runLengthBytes = lengthBytes;
    count = 1;
  }

  private void endRun() {
    if (count < SHORTEST_RUN) {
      addLone(count);
    } else {
      list.addRun(runLocal, localStride, runRemote, remoteStride, runLengthBytes, count);
    }
  }

  /** Adds the first segments of a short run one by one. */
  private void addLone(int segments) {
    for (int i = 0; i < segments; i++) {
      list.add(runLocal + i * localStride, runRemote + i * remoteStride, runLengthBytes);
    }
  }

  /** Adds what is left to the list. */
  void end() {
    addToRun();
    endRun();
  }
}
