package org.armci4j.profile.flight;

import org.armci4j.profile.recording.CallEvents;
import org.armci4j.profile.recording.CollectiveKind;

/** Tells the Flight Recorder of the runs of one nonblocking collective, by one event for all. */
final class FlightCall implements CallEvents {
  private final NonblockingEvent event = new NonblockingEvent();
  private boolean begun;

  /**
   * @param rank its rank
   */
  FlightCall(int rank) {
    event.rank = rank;
  }

  @Override
  public void begin() {
    begun = event.isEnabled();
    if (begun) {
      event.begin();
    }
  }

  @Override
  public void end(CollectiveKind kind, long call, int root, long bytes, String algorithm) {
    if (FlightEvents.isWanted(begun ? event : null)) {
      event.set(kind, call, root, bytes, algorithm);
      event.commit();
    }
  }
}
