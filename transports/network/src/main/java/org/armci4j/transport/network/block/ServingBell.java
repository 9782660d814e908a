package org.armci4j.transport.network.block;

import org.armci4j.waiting.Doorbell;

/**
 * The bell of a rank that serves what comes in while it waits: its helper thread takes over before
 * it sleeps.
 */
final class ServingBell implements Doorbell {
  private final Doorbell bell;
  private final Runnable leave;

  /**
   * @param bell where the rank sleeps
   * @param leave tells the helper thread
   */
  ServingBell(Doorbell bell, Runnable leave) {
    this.bell = bell;
    this.leave = leave;
  }

  @Override
  public int announce() {
    int ticket = bell.announce();
    leave.run();
    return ticket;
  }

  @Override
  public void park(int ticket, long timeoutNanos) {
    bell.park(ticket, timeoutNanos);
  }

  @Override
  public void retract() {
    bell.retract();
  }

  @Override
  public void ring() {
    bell.ring();
  }
}
