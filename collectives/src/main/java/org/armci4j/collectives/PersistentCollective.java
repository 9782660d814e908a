package org.armci4j.collectives;

import org.armci4j.Handle;
import org.armci4j.collectives.lanes.CollectiveRequest;

/**
 * A collective operation that is planned once and started as often as wanted, each time on what its
 * source then holds; made by {@link Collectives#persistent}. Starting it allocates nothing. Source:
 * MPI 4.1, section 6.13.
 */
public final class PersistentCollective {
  private final CollectivesEngine engine;
  private final CollectiveRequest request;

  PersistentCollective(CollectivesEngine engine, CollectiveRequest request) {
    this.engine = engine;
    this.request = request;
  }

  /**
   * Starts it. All members start it, in the same order as all other operations of the group that do
   * not wait.
   *
   * @return the same handle at every call, of the latest start
   * @throws org.armci4j.error.ArmciException when it is under way, or these collectives or the
   *     runtime are closed
   */
  public Handle start() {
    return engine.start(request);
  }

  @Override
  public String toString() {
    return "persistent, " + request;
  }
}
