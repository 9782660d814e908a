package org.armci4j.transport.network;

import org.armci4j.waiting.Condition;

/**
 * The helper thread's turn at an endpoint. That thread never waits. Where another thread uses the
 * endpoint or there is no room, it claims the next turn and tries again later. While a turn is
 * claimed, other threads start nothing; otherwise they could keep the helper thread out as long as
 * they have work.
 *
 * <p>Only the helper thread claims; any thread may check.
 */
public final class HelperTurn {
  private static final Condition<HelperTurn> OVER = (turn, _, _) -> turn.isOver();

  private final EndpointProgress progress;
  private volatile boolean claimed;

  /**
   * Creates a turn that is not claimed.
   *
   * @param progress progress of the endpoint, whose failure ends every turn
   */
  public HelperTurn(EndpointProgress progress) {
    this.progress = progress;
  }

  /** Claims the next turn, after a refusal. */
  public void claim() {
    claimed = true;
  }

  /** Returns whether the helper thread has claimed the next turn, and goes before all others. */
  public boolean isClaimed() {
    return claimed;
  }

  /** Ends the claim, as the helper thread has begun its turn. */
  public void take() {
    claimed = false;
  }

  /** Waits while a turn is claimed. The caller holds nothing that the helper thread needs. */
  public void letPass() {
    if (claimed) {
      progress.await(OVER, this, 0, 0, "a turn of the helper thread");
    }
  }

  private boolean isOver() {
    return !claimed || progress.hasFailed();
  }
}
