package org.armci4j.bootstrap.exchange;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.ExchangeArguments;

/**
 * The exchanges under way in a job: who has come, with what, and who is still missing. Where all
 * ranks meet there is one table. Not safe for several threads: its owner sees to that.
 */
public final class ExchangeTable {
  private final boolean[] left;
  private final Map<String, Exchange> exchanges = new HashMap<>();
  private final Refusals refusals;

  /** Is told how an exchange that a rank has come to went: it is completed or failed, once. */
  public interface Listener {
    /** All have come; {@code parts} is in the order of the members and shared by all of them. */
    void completed(List<byte[]> parts);

    /** It cannot complete. */
    void failed(String reason);

    /** The answer to {@link #overdue} while other ranks still come: it is under way. */
    void goesOn();
  }

  /** A table for a job of {@code size} ranks. */
  public ExchangeTable(int size) {
    this.left = new boolean[size];
    this.refusals = new Refusals(size);
  }

  /**
   * A rank comes to the exchange {@code key}.
   *
   * @param members as {@link ExchangeArguments#check} allows
   * @param part its value; kept, not copied
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
   * A rank will not come to an exchange of a folder, as {@link
   * org.armci4j.bootstrap.Bootstrap#refuse} tells.
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

  /** A rank waits no longer, which ends the exchange for all its members. */
  public void giveUp(String key, int rank, String why) {
    Exchange exchange = exchanges.get(key);
    if (exchange != null && exchange.hasArrived(rank)) {
      exchange.giveUp(rank, why);
    }
  }

  /**
   * A rank has waited as long as it may. It waits as long again if another rank has come since it
   * came itself, or was last told so; else as {@link #giveUp}. So no exchange fails to which ranks
   * still come, however slowly they start, and none lasts forever: there are only so many.
   */
  public void overdue(String key, int rank, String why) {
    Exchange exchange = exchanges.get(key);
    if (exchange != null && exchange.hasArrived(rank)) {
      exchange.overdue(rank, why);
    }
  }

  /** A rank takes part in nothing any more. */
  public void leave(int rank) {
    left[rank] = true;
    for (String key : List.copyOf(exchanges.keySet())) {
      Exchange exchange = exchanges.get(key);
      failIfDeserted(exchange);
      forgetIfOver(key, exchange);
    }
  }

  /** The exchanges under way and who has not come to them, a line each. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    exchanges.forEach((key, exchange) -> text.append(exchange.describe(key)).append('\n'));
    return text.toString();
  }

  /** Number of exchanges that are remembered. */
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

  /** When nobody can come to it any more, or nobody is there. */
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
