package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;

import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;

/** How data goes from one rank's destination to the same place in another's. */
public enum WriteMode {
  /** Through the ring between the two: copied on arrival. */
  COPIED {
    @Override
    public void meet(Schedule.Builder schedule, int place, int[] writers, int[] written) {
      // The rings are known from the beginning.
    }

    @Override
    public void give(
        Schedule.Builder schedule, int peer, Region from, long fromOffset, long at, long bytes) {
      schedule.put(peer, from, fromOffset, bytes);
    }

    @Override
    public void take(Schedule.Builder schedule, int peer, long offset, long bytes) {
      schedule.take(peer, DESTINATION, offset, bytes);
    }
  },

  /**
   * Straight, once the target has told the writer where its destination lies: once per call, for
   * however many writes follow.
   */
  STRAIGHT {
    @Override
    public void meet(Schedule.Builder schedule, int place, int[] writers, int[] written) {
      for (int peer : writers) {
        schedule.tell(place, peer);
      }
      for (int peer : written) {
        schedule.learn(peer);
      }
      schedule.next();
    }

    @Override
    public void give(
        Schedule.Builder schedule, int peer, Region from, long fromOffset, long at, long bytes) {
      schedule.write(peer, from, fromOffset, DESTINATION, at, bytes);
    }

    @Override
    public void take(Schedule.Builder schedule, int peer, long offset, long bytes) {
      schedule.written(peer, DESTINATION, offset, bytes);
    }
  };

  /** The name of an algorithm that goes this way. */
  public String of(String algorithm) {
    return this == COPIED ? algorithm : algorithm + "-straight";
  }

  /** Appends what must come before data goes both ways between this rank and others. */
  public final void meet(Schedule.Builder schedule, int place, int... peers) {
    meet(schedule, place, peers, peers);
  }

  /**
   * Appends what must come before data goes one way.
   *
   * @param writers the ranks that will give to this rank, none named twice
   * @param written the ranks that this rank will give to, likewise
   */
  public abstract void meet(Schedule.Builder schedule, int place, int[] writers, int[] written);

  /** Appends the sending of a part of the destination to the same place in the peer's. */
  public final void give(Schedule.Builder schedule, int peer, long offset, long bytes) {
    give(schedule, peer, DESTINATION, offset, offset, bytes);
  }

  /** Appends the sending of any bytes to the place {@code at} in the peer's destination. */
  public abstract void give(
      Schedule.Builder schedule, int peer, Region from, long fromOffset, long at, long bytes);

  /** Appends the receiving of a part. */
  public abstract void take(Schedule.Builder schedule, int peer, long offset, long bytes);
}
