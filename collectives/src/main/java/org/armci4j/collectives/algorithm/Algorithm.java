package org.armci4j.collectives.algorithm;

import java.util.function.Function;
import java.util.function.Predicate;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Schedule;

/**
 * One way to do a collective by puts with signals, on every transport.
 *
 * @param operation what it does
 * @param name by which it is forced
 * @param order in which it combines
 * @param serves which shapes it can do
 * @param builder a rank's part; it must fit together with the parts of all others
 * @param cost how long it takes
 * @param source where it comes from
 */
public record Algorithm(
    Operation operation,
    String name,
    OperandOrder order,
    Predicate<Shape> serves,
    Function<Shape, Schedule> builder,
    Cost cost,
    String source) {

  /**
   * Returns whether it can do a call.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public boolean fits(Shape shape, OperandOrder loosest) {
    return operation == shape.operation() && order.compareTo(loosest) <= 0 && serves.test(shape);
  }

  /** Returns the time of a call of that shape by the algorithm's own formula. */
  public double nanos(Shape shape, LogGP machine) {
    boolean idle = shape.size() == 1 || (shape.bytes() == 0 && operation != Operation.BARRIER);
    return machine.startNanos()
        + (idle ? 0 : cost.nanos(shape, machine.inPieces(shape.pieceBytes())));
  }
}
