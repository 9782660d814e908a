package org.armci4j.transport.network.outbox;

/** A helper thread that only counts what is asked of it. */
final class RecordingHelper implements OwnHelper {
  private int wakes;
  private int attends;
  private boolean seesAnswers;

  int wakes() {
    return wakes;
  }

  int attends() {
    return attends;
  }

  void seeAnswers() {
    seesAnswers = true;
  }

  @Override
  public void wake() {
    wakes++;
  }

  @Override
  public boolean seesAnswers() {
    return seesAnswers;
  }

  @Override
  public boolean attend() {
    attends++;
    return false;
  }
}
