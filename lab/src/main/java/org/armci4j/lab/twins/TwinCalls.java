package org.armci4j.lab.twins;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.collectives.LibraryCalls;
import org.armci4j.benchmarks.collectives.PointBuffers;
import org.armci4j.benchmarks.collectives.PointCalls;
import org.armci4j.collectives.Collectives;

/**
 * Makes the calls of points over puts and over messages. All use the same buffers in global memory,
 * so that both mechanisms can write directly to the destination.
 */
final class TwinCalls implements AutoCloseable {
  private final Armci armci;
  private final Collectives collectives;
  private final GlobalMemory memory;
  private final MessageCollectives messages;

  /** Allocates the buffers of all ranks. Collective. */
  TwinCalls(Armci armci, Collectives collectives, List<TwinPoint> points) {
    this.armci = armci;
    this.collectives = collectives;
    this.memory =
        armci.allocate(
            points.stream()
                .mapToLong(one -> PointBuffers.sharedBytes(one.libraryPoint(), armci.size()))
                .max()
                .orElse(0));
    this.messages = new MessageCollectives(armci);
  }

  PointCalls of(TwinPoint point) {
    PointBuffers buffers = buffers(point);
    return point.byMessages()
        ? new MessageCalls(point, messages, buffers)
        : new LibraryCalls(point.libraryPoint(), collectives, buffers);
  }

  PointBuffers buffers(TwinPoint point) {
    return PointBuffers.shared(point.libraryPoint(), armci.size(), memory);
  }

  /** Frees the buffers of all ranks. Collective. */
  @Override
  public void close() {
    messages.close();
    armci.free(memory);
  }
}
