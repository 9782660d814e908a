package org.armci4j.bootstrap.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;

/**
 * One exchange: the values of the ranks that have come. A failed exchange stays, so that ranks that
 * come later learn the reason at once and do not wait for ranks that have gone.
 */
final class Exchange {
  private final int[] members;
  private final int founder;
  private final boolean survey;

  /** Ranks that have come; a failed exchange keeps only their numbers. */
  private final Map<Integer, Arrival> arrivals = new LinkedHashMap<>();

  /** Number of arrivals so far. */
  private int came;

  /** Why the exchange cannot complete, or null. */
  private String failure;

  /**
   * Holds a rank that waits.
   *
   * @param seen number of arrivals when the rank's time began to run
   */
  private record Arrival(byte[] part, ExchangeTable.Listener listener, int seen) {}

  private static final Arrival GONE = new Arrival(null, null, 0);

  /**
   * Makes an exchange to which nobody has come yet.
   *
   * @param survey whether it is complete without members that are lost or have left
   */
  Exchange(int[] members, int founder, boolean survey) {
    this.members = members.clone();
    this.founder = founder;
    this.survey = survey;
  }

  boolean isSurvey() {
    return survey;
  }

  /** Takes in a rank; the last member's arrival completes the exchange. */
  void arrive(int rank, int[] itsMembers, byte[] part, ExchangeTable.Listener listener) {
    if (failure != null) {
      arrivals.put(rank, GONE);
      listener.failed(failure);
    } else if (arrivals.containsKey(rank)) {
      listener.failed("rank " + rank + " is at this exchange already, on another thread");
    } else {
      arrivals.put(rank, new Arrival(part, listener, ++came));
      if (!Arrays.equals(members, itsMembers)) {
        fail(
            Text.format(
                "members disagree: rank %d says %s, rank %d says %s",
                founder, Arrays.toString(members), rank, Arrays.toString(itsMembers)));
      } else if (arrivals.size() == members.length) {
        complete();
      }
    }
  }

  /**
   * Ends the exchange at the end of a rank's time, unless another rank has come since that time
   * began, or is known to come; then the time starts again.
   */
  void overdue(int rank, String why, boolean patient) {
    Arrival waiting = arrivals.get(rank);
    if (failure != null || (waiting.seen() == came && !patient)) {
      giveUp(rank, why);
    } else {
      arrivals.put(rank, new Arrival(waiting.part(), waiting.listener(), came));
      waiting.listener().waitExtended();
    }
  }

  /** Fails the exchange, as a rank stops waiting. */
  void giveUp(int rank, String why) {
    fail(Text.format("rank %d %s; not arrived: ranks %s", rank, why, missing()));
  }

  /** Tells the waiting ranks what a member has refused; they wait no longer. */
  void hear(FailedAttempts attempts) {
    if (failure != null) {
      return;
    }
    for (int rank : List.copyOf(arrivals.keySet())) {
      String news = attempts.hear(rank, members);
      if (news != null) {
        arrivals.remove(rank).listener().failed(news);
      }
    }
  }

  /** Returns whether all members have met. */
  boolean isComplete() {
    return failure == null && arrivals.size() == members.length;
  }

  /** Returns whether no rank has come, or all that came wait no longer. */
  boolean isEmpty() {
    return arrivals.isEmpty();
  }

  boolean hasArrived(int rank) {
    return arrivals.containsKey(rank);
  }

  /** Returns the members that have not come. */
  List<Integer> missing() {
    List<Integer> missing = new ArrayList<>();
    for (int member : members) {
      if (!hasArrived(member)) {
        missing.add(member);
      }
    }
    return missing;
  }

  String describe(String key) {
    return failure == null
        ? Text.format("exchange '%s' waits for ranks %s", key, missing())
        : Text.format("exchange '%s' has failed: %s", key, failure);
  }

  /**
   * Fails the exchange, unless it has failed already, for the ranks that have come and for later
   * ones.
   */
  void fail(String reason) {
    if (failure == null) {
      failure = reason;
      for (Arrival arrival : arrivals.values()) {
        arrival.listener().failed(reason);
      }
      arrivals.replaceAll((rank, arrival) -> GONE);
    }
  }

  /** Completes a survey whose missing members are gone, unless it has failed before. */
  void completeWithoutTheMissing() {
    if (failure == null) {
      complete();
    }
  }

  /** Tells all that have come the values; members that have not come have none. */
  private void complete() {
    List<byte[]> parts = new ArrayList<>(members.length);
    for (int member : members) {
      Arrival arrival = arrivals.get(member);
      parts.add(arrival == null ? null : arrival.part());
    }
    for (Arrival arrival : arrivals.values()) {
      arrival.listener().completed(parts);
    }
  }
}
