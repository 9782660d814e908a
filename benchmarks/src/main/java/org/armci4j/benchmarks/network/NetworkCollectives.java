package org.armci4j.benchmarks.network;

import org.armci4j.Armci;
import org.armci4j.benchmarks.collectives.CollectivePoint;
import org.armci4j.benchmarks.collectives.PointBuffers;
import org.armci4j.benchmarks.collectives.PointCalls;
import org.armci4j.benchmarks.collectives.PointForms;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;

/** Makes the calls of collectives from and to the moved data, whose arrival can be checked. */
final class NetworkCollectives implements AutoCloseable {
  private final MovedData data;
  private final int ranks;
  private final Collectives collectives;
  private final PointForms forms;

  /** Opens the collectives of all ranks. Collective. */
  NetworkCollectives(Armci armci, MovedData data) {
    this.data = data;
    this.ranks = armci.size();
    this.collectives = Collectives.of(armci);
    this.forms = new PointForms(collectives);
  }

  PointCalls calls(CollectivePoint point) {
    return forms.of(point, buffers(point));
  }

  /** Returns buffers of bytes; a reduction sums doubles. */
  private PointBuffers buffers(CollectivePoint point) {
    long sizeBytes = point.sizeBytes();
    return switch (point.operation()) {
      case BROADCAST -> {
        Elements all = data.taken(sizeBytes, ElementType.BYTE);
        yield PointBuffers.of(all, all);
      }
      case ALLREDUCE -> {
        long doubles = sizeBytes / Double.BYTES;
        yield PointBuffers.of(
            data.given(doubles, ElementType.DOUBLE), data.taken(doubles, ElementType.DOUBLE));
      }
      default ->
          PointBuffers.of(
              data.given(sizeBytes, ElementType.BYTE),
              data.taken(sizeBytes * ranks, ElementType.BYTE));
    };
  }

  /** Checks what the latest calls of a point have moved. */
  void check(CollectivePoint point) {
    switch (point.operation()) {
      case BROADCAST -> data.checkBroadcast(point.sizeBytes());
      case ALLREDUCE -> data.checkAllreduce(point.sizeBytes());
      case ALLGATHER -> data.checkAllgather(point.sizeBytes());
      default -> {
        // A barrier moves no data.
      }
    }
  }

  /** Closes the collectives of all ranks. Collective. */
  @Override
  public void close() {
    collectives.close();
  }
}
