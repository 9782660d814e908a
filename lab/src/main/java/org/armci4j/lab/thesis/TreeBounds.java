package org.armci4j.lab.thesis;

import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Cost;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.LogGP;

/**
 * The allreduce by a tree of some degree, with its least, its expected and its greatest time. In
 * each step up to k children write to one rank, which combines their data in the order of their
 * ranks, while the messages arrive in any order. At best the one that it waits for comes first, and
 * the others arrive while it combines. At worst that one comes last, and all others take the rank's
 * link before it. Each order is as likely as its reverse, so the expected time lies in the middle.
 *
 * <p>Source: Gupta (thesis, section 6.4), in the terms of {@link LogGP}.
 *
 * @param degree k
 * @param best the algorithm with its least time
 * @param expected the same algorithm with its expected time
 * @param worst the same algorithm with its greatest time
 */
public record TreeBounds(int degree, Algorithm best, Algorithm expected, Algorithm worst) {
  private static final double HALF = 0.5;

  /**
   * Returns the allreduce by a tree.
   *
   * @param degree one that {@link ThesisAlgorithms} has
   */
  public static TreeBounds of(int degree) {
    Algorithm best = ThesisAlgorithms.find(Operation.ALLREDUCE, "tree-" + degree);
    return new TreeBounds(
        degree, best, withLateness(best, degree, HALF), withLateness(best, degree, 1));
  }

  private static Algorithm withLateness(Algorithm best, int degree, double share) {
    Cost cost =
        (shape, machine) ->
            best.cost().nanos(shape, machine) + share * latenessNanos(shape, machine, degree);
    return new Algorithm(
        best.operation(),
        best.name(),
        best.order(),
        best.serves(),
        best.builder(),
        cost,
        best.source());
  }

  /** Returns how long the messages of all children but one take on a link, over all steps. */
  private static double latenessNanos(Shape shape, LogGP machine, int degree) {
    double others = 0;
    for (long step = 1; step < shape.size(); step *= degree + 1) {
      others += Math.min(degree, Math.ceilDiv(shape.size(), step) - 1) - 1;
    }
    return others * (machine.gapNanos() + shape.bytes() * machine.nanosPerByte());
  }
}
