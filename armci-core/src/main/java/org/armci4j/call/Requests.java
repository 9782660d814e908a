package org.armci4j.call;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Finds the requests in this rank's block. Each thread that serves looks by an object of its own;
 * what all have taken up they share, so that each request is served once. None waits for another.
 */
final class Requests {
  private final CallMemory memory;
  private final CallLayout layout;
  private final Procedures procedures;

  /** The latest sequence that was taken up, by origin and slot. */
  private final AtomicLongArray served;

  private final boolean onlyShort;

  /** Where the next look begins, so that every slot has its turn. */
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

  /** For the thread that takes whatever there is. */
  static Requests all(CallMemory memory, Procedures procedures) {
    CallLayout layout = memory.layout();
    AtomicLongArray served = new AtomicLongArray(layout.ranks() * layout.allSlots());
    return new Requests(memory, procedures, served, false);
  }

  /** For a thread beside that one, which takes calls of short handlers alone. */
  Requests ofShortHandlers() {
    return new Requests(memory, procedures, served, true);
  }

  /**
   * Takes up a new request, before its handler runs: neither a nested look nor another thread must
   * find it again. Its number is read before it is taken, which is right if it then can be taken:
   * the slot's next request comes only after this one's answer. Numbers rise, but one may never
   * come, where its origin could not send the request.
   *
   * @return where it is, or -1 when there is none
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

  /** Whether the latest look has passed by a request that others must serve. */
  boolean leftSome() {
    return leftSome;
  }

  /** What the request is for that was taken last; null when there is no such procedure. */
  Procedure procedure() {
    return procedure;
  }

  int origin(int place) {
    return place / layout.allSlots();
  }

  int slot(int place) {
    return place % layout.allSlots();
  }

  /** The number of a request that was taken and not yet answered. */
  long sequence(int place) {
    return served.get(place);
  }

  /** The length of such a request. */
  int requestBytes(int place) {
    return (int) (header(place) >>> 32);
  }

  private long header(int place) {
    return memory.own(layout.number(origin(place), slot(place)));
  }
}
