package org.armci4j.bootstrap.exchange;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.ExchangeArguments;

/**
 * Holds the exchanges under way in a job: the arrived ranks, their values, and the missing ranks.
 * Each meeting place has one table for each epoch. Not thread-safe: the owner must serialise the
 * calls.
 */
public final class ExchangeTable {
  /** By rank: why it will not come any more; null for ranks that may. */
  private final String[] gone;

  private final Map<String, Exchange> exchanges = new HashMap<>();
  private final Refusals refusals;

  /** Learns once whether the exchange of a rank was completed or has failed. */
  public interface Listener {
    /**
     * Says that all members have come. All of them share {@code parts}, which is in the order of
     * the members; in a survey null for members that are gone.
     */
    void completed(List<byte[]> parts);

    /** Says that the exchange cannot complete. */
    void failed(String reason);

    /** Answers {@link #overdue} while other ranks still come: the exchange is still under way. */
    void waitExtended();
  }

  /** Makes a table for a job of {@code size} ranks. */
  public ExchangeTable(int size) {
    this.gone = new String[size];
    this.refusals = new Refusals(size);
  }

  /**
   * Brings a rank to the exchange {@code key}.
   *
   * @param survey whether the exchange is complete without members that are lost or have left; the
   *     same at all members, as another kind has another key
   * @param members as {@link ExchangeArguments#check} allows
   * @param part the rank's value; kept, not copied
   * @param listener is told at once or by a later call
   */
  public void contribute(
      String key, boolean survey, int[] members, int rank, byte[] part, Listener listener) {
    FailedAttempts refused = refusals.of(key);
    String news = refused == null ? null : refused.hear(rank, members);
    if (news != null) {
      listener.failed(news);
      return;
    }
    Exchange exchange = exchanges.computeIfAbsent(key, any -> new Exchange(members, rank, survey));
    exchange.arrive(rank, members, part, listener);
    if (refused != null && exchange.isComplete()) {
      refused.agree(members);
    }
    endIfDeserted(exchange);
    forgetIfOver(key, exchange);
  }

  /**
   * Notes that a rank will not come to an exchange of a folder, as {@link
   * org.armci4j.bootstrap.Bootstrap#refuse} describes.
   */
  public void refuse(String folder, int rank, String reason) {
    refusals.add(folder, rank, reason);
    for (String key : List.copyOf(exchanges.keySet())) {
      if (key.startsWith(folder)) {
        Exchange exchange = exchanges.get(key);
        exchange.hear(refusals.of(key));
        forgetIfOver(key, exchange);
      }
    }
  }

  /** Fails an exchange for all its members, as a rank stops waiting. */
  public void giveUp(String key, int rank, String why) {
    Exchange exchange = exchanges.get(key);
    if (exchange != null && exchange.hasArrived(rank)) {
      exchange.giveUp(rank, why);
    }
  }

  /**
   * Handles the end of a rank's time. If another rank has come since that time began, the time
   * starts again; else this acts as {@link #giveUp}. So an exchange goes on while ranks still come,
   * however slowly they start. It ends all the same, as the number of ranks is limited.
   */
  public void overdue(String key, int rank, String why) {
    overdue(key, rank, why, false);
  }

  /**
   * Does the same for an owner that may know more.
   *
   * @param patient whether the time starts again in any case, as ranks are known to come
   */
  public void overdue(String key, int rank, String why, boolean patient) {
    Exchange exchange = exchanges.get(key);
    if (exchange != null && exchange.hasArrived(rank)) {
      exchange.overdue(rank, why, patient);
    }
  }

  /** Takes a rank out of all exchanges, now and later. */
  public void leave(int rank) {
    leave(rank, "has left the job");
  }

  /**
   * Takes a rank out of all exchanges, now and later.
   *
   * @param why the second half of a sentence about the rank
   */
  public void leave(int rank, String why) {
    gone[rank] = why;
    for (String key : List.copyOf(exchanges.keySet())) {
      Exchange exchange = exchanges.get(key);
      endIfDeserted(exchange);
      forgetIfOver(key, exchange);
    }
  }

  /** Returns whether a rank has been taken out. */
  boolean isGone(int rank) {
    return gone[rank] != null;
  }

  /** Returns the exchanges under way and their missing ranks, a line each. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    exchanges.forEach((key, exchange) -> text.append(exchange.describe(key)).append('\n'));
    return text.toString();
  }

  /** Returns the number of exchanges that are remembered. */
  int remembered() {
    return exchanges.size();
  }

  /** Ends an exchange that waits for ranks that are gone: a survey when it waits for no other. */
  private void endIfDeserted(Exchange exchange) {
    List<Integer> missing = exchange.missing();
    if (exchange.isSurvey()) {
      if (!missing.isEmpty() && missing.stream().allMatch(rank -> gone[rank] != null)) {
        exchange.completeWithoutTheMissing();
      }
      return;
    }
    for (int rank : missing) {
      if (gone[rank] != null) {
        exchange.fail("rank " + rank + " " + gone[rank]);
      }
    }
  }

  /** Forgets an exchange that no rank can come to any more, or that is empty. */
  private void forgetIfOver(String key, Exchange exchange) {
    if (exchange.isEmpty()) {
      exchanges.remove(key);
      return;
    }
    for (int rank : exchange.missing()) {
      if (gone[rank] == null) {
        return;
      }
    }
    exchanges.remove(key);
  }
}
