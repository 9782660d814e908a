package org.armci4j.collectives.algorithm;

import static org.armci4j.collectives.schedule.Region.DESTINATION;

import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;

/** Moves data from one rank's destination to the same place in another's. */
public enum WriteMode {
  /** Through the ring between the two: copied on arrival. */
  COPIED {
    @Override
    public void meet(Schedule.Builder schedule, int place, int[] writers, int[] written) {
      // The rings are known from the beginning.
    }

    @Override
    public double meetNanos(LogGP machine, int peers) {
      return 0;
    }

    @Override
    public double nanosBeside(LogGP machine, long bytes, double otherNanos) {
      return machine.hopBeside(bytes, otherNanos);
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
   * any number of writes.
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
    public double meetNanos(LogGP machine, int peers) {
      return peers == 0
          ? 0
          : machine.hop(Channels.ADDRESS_BYTES)
              + (peers - 1)
                  * (machine.put(Channels.ADDRESS_BYTES) + machine.take(Channels.ADDRESS_BYTES));
    }

    @Override
    public double nanosBeside(LogGP machine, long bytes, double otherNanos) {
      double sent = machine.writing(bytes);
      return Math.max(machine.write(bytes), sent + otherNanos + machine.overheadNanos());
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

  /** Returns the name of an algorithm in this mode. */
  public String of(String algorithm) {
    return this == COPIED ? algorithm : algorithm + "-straight";
  }

  /** Appends the preparation for data that go both ways between this rank and others. */
  public final void meet(Schedule.Builder schedule, int place, int... peers) {
    meet(schedule, place, peers, peers);
  }

  /**
   * Appends the preparation for data that go one way.
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

  /** Returns the time to meet {@code peers} peers, in nanoseconds. */
  public abstract double meetNanos(LogGP machine, int peers);

  /** Returns the time from the beginning of the sending of a part until it has been received. */
  public final double nanos(LogGP machine, long bytes) {
    return nanosBeside(machine, bytes, 0);
  }

  /** Returns this time for a rank that does other work once it has sent its own part. */
  public abstract double nanosBeside(LogGP machine, long bytes, double otherNanos);
}
