package org.armci4j.collectives.lanes;

import org.armci4j.Group;
import org.armci4j.collectives.running.PlannedCall;
import org.armci4j.profile.recording.CallInFlight;
import org.armci4j.profile.recording.RecordedOperation;

/** A request that tells when it begins and ends; waits find in it what they are for. */
public final class RecordingRequest extends CollectiveRequest implements RecordedOperation {
  private final CallInFlight recorded;

  /** A request that records into {@code recorded}. */
  public RecordingRequest(Group group, Lanes lanes, PlannedCall call, CallInFlight recorded) {
    super(group, lanes, call);
    this.recorded = recorded;
  }

  @Override
  public CallInFlight recorded() {
    return recorded;
  }

  @Override
  void begin(long startNumber, Lane into) {
    recorded.begin();
    super.begin(startNumber, into);
  }

  /** Records the end before the handle completes: then a thread may start the request again. */
  @Override
  void end(Throwable cause) {
    recorded.end();
    super.end(cause);
  }
}
