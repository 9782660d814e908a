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
  private final boolean[] left;
  private final Map<String, Exchange> exchanges = new HashMap<>();
  private final Refusals refusals;

  /** Learns once whether the exchange of a rank was completed or has failed. */
  public interface Listener {
    /**
     * Says that all members have come. All of them share {@code parts}, which is in the order of
     * the members.
     */
    void completed(List<byte[]> parts);

    /** Says that the exchange cannot complete. */
    void failed(String reason);

    /** Answers {@link #overdue} while other ranks still come: the exchange is still under way. */
    void waitExtended();
  }

  /** Makes a table for a job of {@code size} ranks. */
  public ExchangeTable(int size) {
    this.left = new boolean[size];
    this.refusals = new Refusals(size);
  }

  /**
   * Brings a rank to the exchange {@code key}.
   *
   * @param members as {@link ExchangeArguments#check} allows
   * @param part the rank's value; kept, not copied
   * @param listener is told at once or by a later call
   */
  public void contribute(String key, int[] members, int rank, byte[] part, Listener listener) {
    FailedAttempts refused = refusals.of(key);
    String news = refused == null ? null : refused.hear(rank, members);
    if (news != null) {
      listener.failed(news);
      return;
    }
    Exchange exchange = exchanges.computeIfAbsent(key, any -> new Exchange(members, rank));
    exchange.arrive(rank, members, part, listener);
    if (refused != null && exchange.isComplete()) {
      refused.agree(members);
    }
    failIfDeserted(exchange);
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
    Exchange exchange = exchanges.get(key);
    if (exchange != null && exchange.hasArrived(rank)) {
      exchange.overdue(rank, why);
    }
  }

  /** Takes a rank out of all exchanges, now and later. */
  public void leave(int rank) {
    left[rank] = true;
    for (String key : List.copyOf(exchanges.keySet())) {
      Exchange exchange = exchanges.get(key);
      failIfDeserted(exchange);
      forgetIfOver(key, exchange);
    }
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

  private void failIfDeserted(Exchange exchange) {
    for (int rank : exchange.missing()) {
      if (left[rank]) {
        exchange.fail("rank " + rank + " has left the job");
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
      if (!left[rank]) {
        return;
      }
    }
    exchanges.remove(key);
  }
}
