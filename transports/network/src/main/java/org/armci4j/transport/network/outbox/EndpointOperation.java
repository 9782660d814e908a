package org.armci4j.transport.network.outbox;

/**
 * An operation that the network carries out. Its parts start one after another, each in a turn at
 * the endpoint.
 */
abstract class EndpointOperation extends RankOperation {
  @Override
  final boolean start(RankRoute route) {
    while (!isWhole()) {
      int begun = route.tryBegin(operations(), reads());
      if (begun == 0) {
        return false;
      }
      try {
        if (!startPart(route, begun)) {
          return false;
        }
        route.hasStepped();
      } finally {
        route.end();
      }
    }
    return true;
  }

  /** Returns whether all parts have been started. */
  abstract boolean isWhole();

  /** Returns how many of the endpoint's operations the next part would use. */
  abstract int operations();

  /** Returns whether the next part reads at the target. */
  boolean reads() {
    return false;
  }

  /**
   * Starts the next part, or as much of it as there is room for.
   *
   * @param begun how many of the endpoint's operations it may use
   * @return whether anything has been started
   */
  abstract boolean startPart(RankRoute route, int begun);
}
