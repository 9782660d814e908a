package org.armci4j.benchmarks.collectives;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.collectives.CollectivePoint.Kind;
import org.armci4j.benchmarks.collectives.twins.MessageCollectives;
import org.armci4j.collectives.Collectives;

/**
 * Makes the calls of points over puts and over messages, all with the same buffers in global
 * memory, so that both mechanisms can write straight to where data is to be.
 */
final class TwinCalls implements AutoCloseable {
  private final Armci armci;
  private final Collectives collectives;
  private final GlobalMemory memory;
  private final MessageCollectives messages;

  /** Collective. */
  TwinCalls(Armci armci, Collectives collectives, List<CollectivePoint> points) {
    this.armci = armci;
    this.collectives = collectives;
    long most =
        points.stream()
            .filter(point -> point.kind() != Kind.LIBRARY)
            .mapToLong(point -> PointBuffers.sharedBytes(point, armci.size()))
            .max()
            .orElse(0);
    this.memory = armci.allocate(most);
    this.messages = new MessageCollectives(armci);
  }

  PointCalls of(CollectivePoint point) {
    PointBuffers buffers = buffers(point);
    return point.kind() == Kind.MESSAGES
        ? new MessageCalls(point, messages, buffers)
        : new LibraryCalls(point, collectives, buffers);
  }

  PointBuffers buffers(CollectivePoint point) {
    return PointBuffers.shared(point, armci.size(), memory);
  }

  /** Collective. */
  @Override
  public void close() {
    messages.close();
    armci.free(memory);
  }
}
