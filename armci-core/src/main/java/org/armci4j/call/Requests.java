package org.armci4j.call;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Finds the requests in this rank's block. Each serving thread has an object of its own. The
 * objects share the sequences taken, so that each request is served once. No thread waits for
 * another.
 */
final class Requests {
  private final CallMemory memory;
  private final CallLayout layout;
  private final Procedures procedures;

  /** The latest sequence taken, by origin and slot. */
  private final AtomicLongArray served;

  private final boolean onlyShort;

  /** Index at which the next search begins, so that every slot has its turn. */
  private int start;

  private boolean leftSome;
  private Procedure procedure;

  private Requests(
      CallMemory memory, Procedures procedures, AtomicLongArray served, boolean onlyShort) {
    this.memory = memory;
    this.layout = memory.layout();
    this.procedures = procedures;
    this.served = served;
    this.onlyShort = onlyShort;
  }

  /** Makes an object for the helper thread, which takes all requests. */
  static Requests all(CallMemory memory, Procedures procedures) {
    CallLayout layout = memory.layout();
    AtomicLongArray served = new AtomicLongArray(layout.ranks() * layout.allSlots());
    return new Requests(memory, procedures, served, false);
  }

  /** Makes an object for a further thread, which takes only requests for short handlers. */
  Requests ofShortHandlers() {
    return new Requests(memory, procedures, served, true);
  }

  /**
   * Takes a new request before its handler runs, so that neither a nested search nor another thread
   * finds it again. The procedure number is read before the request is taken. It is valid if the
   * request can then be taken, as the slot's next request comes only after this one's answer.
   * Sequences rise, but some may be missing if their origin could not send the request.
   *
   * @return the request's index, by origin and slot, or −1 if there is no request
   */
  int take() {
    leftSome = false;
    for (int i = 0; i < served.length(); i++) {
      int candidate = (start + i) % served.length();
      long latest = served.get(candidate);
      long requested = memory.own(layout.requested(origin(candidate), slot(candidate)));
      if (requested <= latest) {
        continue;
      }
      Procedure found = procedures.find((int) header(candidate));
      if (onlyShort && (found == null || !found.isShort())) {
        leftSome = true;
      } else if (served.compareAndSet(candidate, latest, requested)) {
        procedure = found;
        start = (candidate + 1) % served.length();
        return candidate;
      }
    }
    return -1;
  }

  /** Returns whether the latest search left a request for the helper thread. */
  boolean leftSome() {
    return leftSome;
  }

  /** Returns the procedure of the request taken last; null if it is not registered. */
  Procedure procedure() {
    return procedure;
  }

  /** Returns the rank that sent a request. */
  int origin(int request) {
    return request / layout.allSlots();
  }

  /** Returns the slot of a request among those of its origin. */
  int slot(int request) {
    return request % layout.allSlots();
  }

  /** Returns the sequence of a request that was taken and not yet answered. */
  long sequence(int request) {
    return served.get(request);
  }

  /** Returns the length of a request that was taken and not yet answered. */
  int requestBytes(int request) {
    return (int) (header(request) >>> 32);
  }

  private long header(int request) {
    return memory.own(layout.number(origin(request), slot(request)));
  }
}
