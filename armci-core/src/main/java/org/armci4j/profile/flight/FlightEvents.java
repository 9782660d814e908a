package org.armci4j.profile.flight;

import jdk.jfr.Event;
import org.armci4j.profile.recording.ThreadEvents;

/** Tells the Flight Recorder what one thread of a rank does, while a recording wants to know it. */
public final class FlightEvents implements ThreadEvents {
  private final int rank;

  /** What is under way and wanted, or null. */
  private TransferEvent transfer;

  private WaitEvent wait;
  private CollectiveEvent collective;

  /**
   * Makes the events of one thread.
   *
   * @param rank its rank
   */
  public FlightEvents(int rank) {
    this.rank = rank;
  }

  private static <E extends Event> E begun(E event) {
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return event;
  }

  /** Ends an event; returns whether it is to be committed. */
  private static boolean isWanted(Event event) {
    if (event == null) {
      return false;
    }
    event.end();
    return event.shouldCommit();
  }

  @Override
  public void beginTransfer() {
    transfer = begun(new TransferEvent());
  }

  @Override
  public void endTransfer(String operation, int target, long bytes) {
    if (isWanted(transfer)) {
      transfer.rank = rank;
      transfer.operation = operation;
      transfer.target = target;
      transfer.bytes = bytes;
      transfer.commit();
    }
    transfer = null;
  }

  @Override
  public void beginWait() {
    wait = begun(new WaitEvent());
  }

  @Override
  public void endWait(String cause, int source) {
    if (isWanted(wait)) {
      wait.rank = rank;
      wait.cause = cause;
      wait.source = source;
      wait.commit();
    }
    wait = null;
  }

  @Override
  public void beginCollective() {
    collective = begun(new CollectiveEvent());
  }

  @Override
  public void endCollective(String name, int root) {
    if (isWanted(collective)) {
      collective.rank = rank;
      collective.operation = name;
      collective.root = root;
      collective.commit();
    }
    collective = null;
  }
}
