package org.armci4j.transport.network;

/**
 * Joins two kinds of transfers that are under way beside an endpoint's operations.
 *
 * @param first transfers of one kind
 * @param second transfers of the other kind
 */
record BesideBoth(Beside first, Beside second) implements Beside {
  @Override
  public boolean isOver(long ticket) {
    return first.isOver(ticket) && second.isOver(ticket);
  }

  @Override
  public boolean isIdle() {
    return first.isIdle() && second.isIdle();
  }

  @Override
  public void end() {
    first.end();
    second.end();
  }

  @Override
  public String describe() {
    return first.isIdle() ? second.describe() : first.describe();
  }
}
