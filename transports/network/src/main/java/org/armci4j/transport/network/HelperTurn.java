package org.armci4j.transport.network;

import org.armci4j.waiting.OpenCondition;

/**
 * The helper thread's turn at an endpoint. That thread never waits: it tries to begin, and tries
 * again later where another thread is at the endpoint or there is no room. Once it has been
 * refused, other threads start nothing more until it has had its turn; otherwise they could keep it
 * out for as long as they have work.
 *
 * <p>One helper thread claims; any thread looks.
 */
public final class HelperTurn {
  private static final OpenCondition<HelperTurn> OVER = (turn, _, _) -> turn.isOver();

  private final EndpointProgress progress;
  private volatile boolean claimed;

  /**
   * Nobody has claimed it.
   *
   * @param progress of the endpoint: its failure ends every turn
   */
  public HelperTurn(EndpointProgress progress) {
    this.progress = progress;
  }

  /** The helper thread was refused. */
  public void claim() {
    claimed = true;
  }

  /** Whether the helper thread was refused, and goes before all others. */
  public boolean isClaimed() {
    return claimed;
  }

  /** The helper thread has begun, and waits for nothing any more. */
  public void take() {
    claimed = false;
  }

  /** Waits while the turn is claimed. The caller holds nothing that the helper thread needs. */
  public void letPass() {
    if (claimed) {
      progress.await(OVER, this, 0, 0, "a turn of the helper thread");
    }
  }

  private boolean isOver() {
    return !claimed || progress.hasFailed();
  }
}
