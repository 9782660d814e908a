package org.armci4j.bootstrap.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;

/**
 * One exchange: the values of the ranks that have come. Once it has failed it stays, so that ranks
 * that come later learn why at once instead of waiting for others that have gone.
 */
final class Exchange {
  private final int[] members;
  private final int founder;

  /** The ranks that have come; a failed exchange keeps only their numbers. */
  private final Map<Integer, Arrival> arrivals = new LinkedHashMap<>();

  /** How often a rank has come. */
  private int came;

  /** Why it cannot complete, or null. */
  private String failure;

  /**
   * A rank that waits.
   *
   * @param seen how many had come when its time began to run
   */
  private record Arrival(byte[] part, ExchangeTable.Listener listener, int seen) {}

  private static final Arrival GONE = new Arrival(null, null, 0);

  Exchange(int[] members, int founder) {
    this.members = members.clone();
    this.founder = founder;
  }

  /** A rank comes; the last one to come completes it. */
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

  /** A rank's time is over, which runs anew if another rank has come meanwhile. */
  void overdue(int rank, String why) {
    Arrival waiting = arrivals.get(rank);
    if (failure != null || waiting.seen() == came) {
      giveUp(rank, why);
    } else {
      arrivals.put(rank, new Arrival(waiting.part(), waiting.listener(), came));
      waiting.listener().goesOn();
    }
  }

  /** A rank waits no longer. */
  void giveUp(int rank, String why) {
    fail(Text.format("rank %d %s; not arrived: ranks %s", rank, why, missing()));
  }

  /** Those that have come and wait hear what a member has refused, and wait no longer. */
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

  /** Whether all members have met. */
  boolean isComplete() {
    return failure == null && arrivals.size() == members.length;
  }

  /** Whether nobody has come, or those that had wait no longer. */
  boolean isEmpty() {
    return arrivals.isEmpty();
  }

  boolean hasArrived(int rank) {
    return arrivals.containsKey(rank);
  }

  /** The members that have not come. */
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

  /** Tells every rank that has come, and whichever comes later, unless it has failed already. */
  void fail(String reason) {
    if (failure == null) {
      failure = reason;
      for (Arrival arrival : arrivals.values()) {
        arrival.listener().failed(reason);
      }
      arrivals.replaceAll((rank, arrival) -> GONE);
    }
  }

  private void complete() {
    List<byte[]> parts = new ArrayList<>(members.length);
    for (int member : members) {
      parts.add(arrivals.get(member).part());
    }
    for (Arrival arrival : arrivals.values()) {
      arrival.listener().completed(parts);
    }
  }
}
