package org.armci4j.bootstrap.exchange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One exchange: the values of the ranks that have come. Once it has failed it stays, so that ranks
 * that come later learn why at once instead of waiting for others that have gone.
 */
final class Exchange {
  private final int[] members;
  private final int founder;

  /** The ranks that have come; a failed exchange keeps only their numbers. */
  private final Map<Integer, Arrival> arrivals = new LinkedHashMap<>();

  /** Why it cannot complete, or null. */
  private String failure;

  /** The attempt of its folder that failed by a refusal, or 0. */
  private int refusedAttempt;

  private record Arrival(byte[] part, ExchangeTable.Listener listener) {}

  private static final Arrival GONE = new Arrival(null, null);

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
      arrivals.put(rank, new Arrival(part, listener));
      if (!Arrays.equals(members, itsMembers)) {
        fail(
            "members disagree: rank %d says %s, rank %d says %s"
                .formatted(founder, Arrays.toString(members), rank, Arrays.toString(itsMembers)));
      } else if (arrivals.size() == members.length) {
        complete();
      }
    }
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

  /**
   * What members have refused ends it for those that have come; it does not wait for any that has
   * failed in the same attempt.
   *
   * @param attempts those of its folder, or null
   */
  void hear(FailedAttempts attempts) {
    if (attempts == null) {
      return;
    }
    if (arrivals.size() == members.length && failure == null) {
      attempts.agree(members);
      return;
    }
    if (failure == null) {
      failIfRefused(attempts);
    }
    if (refusedAttempt > 0) {
      arrivals.keySet().forEach(rank -> attempts.fail(rank, refusedAttempt));
      missing().stream()
          .filter(rank -> attempts.hasFailed(rank, refusedAttempt))
          .forEach(rank -> arrivals.put(rank, GONE));
    }
  }

  private void failIfRefused(FailedAttempts attempts) {
    for (int from : missing()) {
      for (int rank : arrivals.keySet()) {
        String news = attempts.news(rank, from);
        if (news != null) {
          refusedAttempt = attempts.attempt(rank);
          fail("rank %d does not come: %s".formatted(from, news));
          return;
        }
      }
    }
  }

  String describe(String key) {
    return failure == null
        ? "exchange '%s' waits for ranks %s".formatted(key, missing())
        : "exchange '%s' has failed: %s".formatted(key, failure);
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
