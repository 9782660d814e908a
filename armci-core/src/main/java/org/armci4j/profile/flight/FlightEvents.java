package org.armci4j.profile.flight;

import jdk.jfr.Event;
import org.armci4j.profile.recording.CallEvents;
import org.armci4j.profile.recording.CollectiveKind;
import org.armci4j.profile.recording.ThreadEvents;

/**
 * Tells the Flight Recorder what one thread of a rank does, while a recording wants to know it.
 * Uses its events again and again, as a commit copies them.
 */
public final class FlightEvents implements ThreadEvents {
  private final TransferEvent transfer = new TransferEvent();
  private final WaitEvent wait = new WaitEvent();
  private final CollectiveEvent collective = new CollectiveEvent();

  /** What is under way and wanted, or null. */
  private Event begunTransfer;

  private Event begunWait;
  private Event begunCollective;

  /**
   * Makes the events of one thread.
   *
   * @param rank its rank
   */
  public FlightEvents(int rank) {
    transfer.rank = rank;
    wait.rank = rank;
    collective.rank = rank;
  }

  private static Event begun(Event event) {
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  /** Ends an event; returns whether it is to be committed. */
  static boolean isWanted(Event event) {
    if (event == null) {
      return false;
    }
    event.end();
    return event.shouldCommit();
  }

  @Override
  public void beginTransfer() {
    begunTransfer = begun(transfer);
  }

  @Override
  public boolean endTransfer(String operation, int target, long bytes, int calls) {
    boolean isWanted = isWanted(begunTransfer);
    if (isWanted) {
      transfer.operation = operation;
      transfer.target = target;
      transfer.bytes = bytes;
      transfer.calls = calls;
      transfer.commit();
    }
    begunTransfer = null;
    return isWanted;
  }

  @Override
  public void beginWait() {
    begunWait = begun(wait);
  }

  @Override
  public boolean endWait(String cause, int source, int calls) {
    boolean isWanted = isWanted(begunWait);
    if (isWanted) {
      wait.cause = cause;
      wait.source = source;
      wait.calls = calls;
      wait.commit();
    }
    begunWait = null;
    return isWanted;
  }

  @Override
  public void beginCollective() {
    begunCollective = begun(collective);
  }

  @Override
  public void endCollective(
      CollectiveKind kind, long call, int root, long bytes, String algorithm) {
    if (isWanted(begunCollective)) {
      collective.set(kind, call, root, bytes, algorithm);
      collective.commit();
    }
    begunCollective = null;
  }

  @Override
  public CallEvents newCall() {
    return new FlightCall(collective.rank);
  }
}
