package org.armci4j.lab.twins;

import java.util.List;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.benchmarks.collectives.PointBuffers;
import org.armci4j.benchmarks.collectives.PointCalls;

/**
 * Makes the calls of points over puts and over messages. All use the same buffers in global memory,
 * so that both mechanisms can write directly to the destination; or each call has {@linkplain
 * NewBufferCalls buffers of its own}, which long messages register.
 */
public final class TwinCalls implements AutoCloseable {
  private final Armci armci;
  private final GlobalMemory memory;
  private final PutExecution puts;
  private final MessageExecution messages;

  /** Allocates the buffers of all ranks, in global memory. Collective. */
  public TwinCalls(Armci armci, List<TwinPoint> points) {
    this(armci, points, false);
  }

  /**
   * Prepares the calls. Collective.
   *
   * @param points all that will be called
   * @param newBuffers whether each call has buffers of its own
   */
  TwinCalls(Armci armci, List<TwinPoint> points, boolean newBuffers) {
    this.armci = armci;
    this.memory =
        armci.allocate(
            points.stream()
                .mapToLong(one -> PointBuffers.sharedBytes(one.libraryPoint(), armci.size()))
                .max()
                .orElse(0));
    this.puts = new PutExecution(armci);
    this.messages = new MessageExecution(armci, newBuffers);
  }

  /** Returns the calls of a point, one of those that this was made for. */
  public PointCalls of(TwinPoint point) {
    return calls(point);
  }

  /** Returns the calls of a point, each with buffers of its own. */
  NewBufferCalls ofNewBuffers(TwinPoint point) {
    return new NewBufferCalls(armci, point.libraryPoint(), calls(point));
  }

  ScheduleCalls calls(TwinPoint point) {
    return new ScheduleCalls(armci, point, point.byMessages() ? messages : puts, buffers(point));
  }

  PointBuffers buffers(TwinPoint point) {
    return PointBuffers.shared(point.libraryPoint(), armci.size(), memory);
  }

  /** Frees the buffers of all ranks. Collective. */
  @Override
  public void close() {
    messages.close();
    puts.close();
    armci.free(memory);
  }
}
