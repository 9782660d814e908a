package org.armci4j.lab.twins;

import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.selection.Selection;

/**
 * Runs the twins of the collectives: the same algorithms and schedules over two-sided messages. A
 * collective and its twin differ only in the mechanism.
 */
final class MessageCollectives implements AutoCloseable {
  private final Group group;
  private final Messages messages;
  private final MessageExecution execution;

  /**
   * Allocates the message layer. Collective over all ranks.
   *
   * @param armci an open runtime
   */
  MessageCollectives(Armci armci) {
    this.group = armci.world();
    this.messages = new Messages(armci, group);
    this.execution = new MessageExecution(armci, messages);
  }

  /**
   * Returns the schedule of this rank's part of a call.
   *
   * @param count as in {@link Shape}
   */
  Schedule schedule(Operation operation, String algorithm, int root, long count, int elementBytes) {
    Algorithm found = Selection.find(operation, algorithm);
    Shape shape = new Shape(operation, group.rank(), group.size(), root, count, elementBytes);
    return found.builder().apply(shape);
  }

  /**
   * Makes a call. Collective.
   *
   * @param reduction for operations that reduce, else null
   */
  void run(Schedule schedule, Elements source, Elements destination, Reduction reduction) {
    execution.run(
        schedule,
        source,
        destination,
        reduction == null ? null : reduction.combiner(source.type()));
  }

  /** Frees the message layer. Collective. */
  @Override
  public void close() {
    messages.close();
  }
}
