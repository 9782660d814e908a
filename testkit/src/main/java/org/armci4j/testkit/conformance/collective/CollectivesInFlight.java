package org.armci4j.testkit.conformance.collective;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Runs mixes of 20 collectives in flight on groups that overlap. Operations, types, reductions,
 * lengths of parts and kinds of memory are random, and some groups check calls. Persistent
 * operations start again and again, with blocking ones, puts and accumulates between. Each rank
 * completes them in an order of its own. Nothing separates a mix from the next one.
 */
final class CollectivesInFlight {
  private static final int MIXES = 1000;
  private static final int AT_ONCE = 20;

  /** Mixes between two comparisons of the puts and accumulates. */
  private static final int VERIFY_EVERY = 8;

  private CollectivesInFlight() {}

  static void run(Trial trial) {
    Mixes mixes = new Mixes(trial);
    int times = trial.times(MIXES);
    for (int mix = 0; mix < times; mix++) {
      mixes.next();
      if (mix % VERIFY_EVERY == 0 || mix == times - 1) {
        mixes.traffic.verify();
      }
    }
    mixes.end();
  }

  /** Runs one rank's part in all mixes. */
  private static final class Mixes {
    private final Trial trial;
    private final SplittableRandom common;
    private final SplittableRandom own;
    private final List<FlightGroup> groups;

    /** Room for the operations in flight, and behind it for the persistent ones. */
    private final GlobalMemory memory;

    private final SideTraffic traffic;
    private final List<CollectiveFlight> started = new ArrayList<>();

    Mixes(Trial trial) {
      this.trial = trial;
      this.common = trial.common(1);
      this.own = trial.random(2);
      this.groups = groups(trial);
      int rooms = AT_ONCE + groups.size() * FlightGroup.PERSISTENT;
      this.memory = trial.armci().allocate(rooms * CollectiveFlight.ROOM_BYTES);
      this.traffic = new SideTraffic(trial);
      for (int i = 0; i < groups.size(); i++) {
        SplittableRandom drawn = common.split();
        int before = AT_ONCE + i * FlightGroup.PERSISTENT;
        if (groups.get(i) != null) {
          groups.get(i).plan(drawn, own, memory, before * CollectiveFlight.ROOM_BYTES);
        }
      }
    }

    /**
     * Returns groups of all ranks, of every second rank, of all ranks backwards in checking mode,
     * and of all ranks but the last.
     */
    private static List<FlightGroup> groups(Trial trial) {
      Armci armci = trial.armci();
      int rank = armci.rank();
      Group world = armci.world();
      List<FlightGroup> groups = new ArrayList<>();
      groups.add(new FlightGroup(trial, world, false));
      groups.add(new FlightGroup(trial, world.split(rank % 2, 0), false));
      groups.add(new FlightGroup(trial, world.split(0, -rank), true));
      boolean outside = rank > 0 && rank == armci.size() - 1;
      Group some = world.split(outside ? -1 : 0, 0);
      groups.add(some == null ? null : new FlightGroup(trial, some, false));
      return groups;
    }

    void next() {
      for (int i = 0; i < AT_ONCE; i++) {
        int index = common.nextInt(groups.size());
        SplittableRandom drawn = common.split();
        if (groups.get(index) != null) {
          start(groups.get(index), drawn, i * CollectiveFlight.ROOM_BYTES);
        }
        if (common.nextInt(8) == 0) {
          traffic.next(common);
        }
        if (own.nextInt(8) == 0 && !started.isEmpty()) {
          completeOne();
        }
      }
      while (!started.isEmpty()) {
        completeOne();
      }
    }

    /**
     * Starts an operation drawn from the group's own numbers, because other ranks may not be in the
     * group.
     */
    private void start(FlightGroup group, SplittableRandom drawn, long offset) {
      if (drawn.nextInt(4) == 0) {
        int index = drawn.nextInt(FlightGroup.PERSISTENT);
        CollectiveFlight flight = group.startAgain(index, own.nextBoolean());
        started.remove(flight);
        started.add(flight);
      } else {
        started.add(group.start(drawn.split(), own, memory, offset));
      }
      if (drawn.nextInt(6) == 0) {
        group.block(drawn);
      }
    }

    private void completeOne() {
      CollectiveFlight flight = started.remove(own.nextInt(started.size()));
      flight.complete(trial, own.nextBoolean());
    }

    void end() {
      for (FlightGroup group : groups.reversed()) {
        if (group != null) {
          group.close();
        }
      }
      traffic.free();
      trial.armci().barrier();
      trial.armci().free(memory);
    }
  }
}
