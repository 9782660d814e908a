package org.armci4j.testkit.conformance.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.collectives.CollectiveCalls;
import org.armci4j.collectives.Collectives;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.PersistentCollective;
import org.armci4j.collectives.Reduction;
import org.armci4j.testkit.conformance.trial.Trial;

/** Holds one group of this rank, its collectives in all forms, and its persistent operations. */
public final class FlightGroup implements AutoCloseable {
  /** Persistent operations of a group. */
  public static final int PERSISTENT = 3;

  private final Trial trial;
  private final Group group;
  private final Collectives collectives;
  private final CollectiveCalls<Handle> nonblocking;
  private final List<CollectiveFlight> flights = new ArrayList<>();
  private final List<PersistentCollective> persistent = new ArrayList<>();

  /** Makes the collectives. Collective over the group. */
  public FlightGroup(Trial trial, Group group, boolean checks) {
    this.trial = trial;
    this.group = group;
    this.collectives =
        checks ? Collectives.checked(trial.armci(), group) : Collectives.of(trial.armci(), group);
    this.nonblocking = collectives.nonblocking();
  }

  /** Plans the persistent operations. */
  public void plan(
      SplittableRandom common, SplittableRandom own, GlobalMemory memory, long offset) {
    for (int i = 0; i < PERSISTENT; i++) {
      CollectiveFlight flight =
          draw(common.split(), own, memory, offset + i * CollectiveFlight.ROOM_BYTES);
      flights.add(flight);
      persistent.add(flight.call(collectives.persistent()));
    }
  }

  private CollectiveFlight draw(
      SplittableRandom common, SplittableRandom own, GlobalMemory memory, long offset) {
    return new CollectiveFlight(
        new CollectiveModel(common, group.size()), group.rank(), own, memory, offset);
  }

  /** Draws an operation and starts it. */
  public CollectiveFlight start(
      SplittableRandom common, SplittableRandom own, GlobalMemory memory, long offset) {
    CollectiveFlight flight = draw(common, own, memory, offset);
    flight.fill();
    flight.started(flight.call(nonblocking));
    return flight;
  }

  /** Starts a persistent operation, after completing it if it is under way. */
  public CollectiveFlight startAgain(int index, boolean tests) {
    CollectiveFlight flight = flights.get(index);
    if (flight.isUnderWay()) {
      flight.complete(trial, tests);
    }
    flight.fill();
    flight.started(persistent.get(index).start());
    return flight;
  }

  /** Makes a blocking call. */
  public void block(SplittableRandom common) {
    long number = common.nextLong();
    int root = common.nextInt(group.size());
    switch (common.nextInt(3)) {
      case 0 -> collectives.barrier();
      case 1 -> {
        long sum = collectives.allreduce(number, Reduction.SUM);
        trial.requireEqual(group.size() * number, sum, () -> "blocking allreduce of " + group);
      }
      default -> {
        long[] data = {group.rank() == root ? number : 0};
        collectives.broadcast(Elements.of(data), root);
        trial.requireEqual(number, data[0], () -> "blocking broadcast of " + group);
      }
    }
  }

  /** Closes the collectives and the group. Collective over the group. */
  @Override
  public void close() {
    collectives.close();
    if (group != trial.armci().world()) {
      group.close();
    }
  }
}
