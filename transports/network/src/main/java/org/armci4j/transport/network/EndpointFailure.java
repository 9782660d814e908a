package org.armci4j.transport.network;

import org.armci4j.error.ArmciException;
import org.armci4j.waiting.Waiter;

/** Holds the first failure of an endpoint. Any thread may set or read it. */
final class EndpointFailure {
  private final int rank;
  private final NetworkFailure failures;
  private final Waiter waiter;
  private volatile ArmciException first;

  /** When the endpoint failed; written before the failure, and read after it. */
  private long failedNanos;

  /** Whether both ranks are well: one of them has ended the connection, or refused a request. */
  private boolean bothAreWell;

  /**
   * @param rank the other side
   * @param failures learns of the failure
   * @param waiter knows whether the job goes on
   */
  EndpointFailure(int rank, NetworkFailure failures, Waiter waiter) {
    this.rank = rank;
    this.failures = failures;
    this.waiter = waiter;
  }

  boolean hasCome() {
    return first != null;
  }

  /** Returns whether the endpoint has failed though both ranks are well. */
  boolean isWithoutSuspect() {
    return first != null && bothAreWell;
  }

  /** Returns why the endpoint has failed. */
  String message() {
    return first.getMessage();
  }

  /** Throws where {@link EndpointProgress#check} does. */
  void check() {
    ArmciException seen = first;
    if (seen != null) {
      // A lost rank is the reason to report, whichever side has ended the connection.
      Waiter.requireWell(failures.lossOf(rank), this::awaited);
      if (bothAreWell) {
        waiter.requireGoingOn(this::awaited);
        failures.tell(seen, this::awaited);
      }
      failures.tell(rank, seen, failedNanos, this::awaited);
    }
  }

  private String awaited() {
    return "the end of an operation to or from rank " + rank;
  }

  /** Tells the network of the failure, then keeps it unless an earlier one stands. */
  void come(ArmciException failure, boolean areWell) {
    failures.failConnection(failure); // first: a thread that sees the failure waits for its news
    keep(failure, areWell);
  }

  /** Keeps the failure unless an earlier one stands. */
  synchronized void keep(ArmciException failure, boolean areWell) {
    if (first == null) {
      failedNanos = System.nanoTime();
      bothAreWell = areWell;
      first = failure;
    }
  }
}
