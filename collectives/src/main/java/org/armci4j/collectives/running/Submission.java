package org.armci4j.collectives.running;

import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.Shape;

/**
 * Says what becomes of a call whose arguments have been checked.
 *
 * @param <R> what the call returns
 */
@FunctionalInterface
public interface Submission<R> {
  /** Runs, starts or notes the call. */
  R call(Shape shape, Elements source, Elements destination, Reduction reduction);
}
