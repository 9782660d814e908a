package org.armci4j.collectives.model;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Visits every state that any interleaving of some ranks can reach. A model gives the successors of
 * a state, one for each rank that can take a step, and throws when a state is wrong.
 *
 * @param <S> a state, with equality by content
 */
final class Explorer<S> {
  /** What is explored. */
  interface Model<S> {
    /** Where it begins. */
    S start();

    /** All states one step further, of any rank. */
    List<S> next(S state);

    /** Whether all ranks are at their ends. */
    boolean isEnd(S state);
  }

  /** What was wrong in some interleaving. */
  static final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String message) {
      super(message);
    }
  }

  /** Visits all states; how many there are. */
  int explore(Model<S> model) {
    Set<S> seen = new HashSet<>();
    ArrayDeque<S> open = new ArrayDeque<>();
    seen.add(model.start());
    open.add(model.start());
    while (!open.isEmpty()) {
      S state = open.removeLast();
      List<S> next = model.next(state);
      if (next.isEmpty() && !model.isEnd(state)) {
        throw new Violation("deadlock in " + state);
      }
      for (S successor : next) {
        if (seen.add(successor)) {
          open.add(successor);
        }
      }
    }
    return seen.size();
  }
}
