package org.armci4j.testkit.conformance.threads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.Collectives;
import org.armci4j.testkit.conformance.collective.FlightGroup;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Runs thirteen threads of each rank at once. Eight transfer; now and then they also call
 * procedures and lock mutexes. Two use an object each of the collectives of all ranks, one has
 * collectives of another group under way, one puts with completion, and one calls procedures and
 * locks mutexes.
 *
 * <p>The seed decides what each thread does in each of its rounds. The machine decides how the
 * threads mix, so a seed that found a difference may need several runs.
 */
public final class ThirteenThreads {
  private static final Duration STAND_STILL = Duration.ofSeconds(60);
  private static final int TRANSFERRING = 8;
  private static final int COLLECTIVES = 2;

  /** Rounds of the full work, of kinds that take about the same time. */
  private static final int ROUNDS = 4000;

  private static final int UNDER_WAY_ROUNDS = ROUNDS / 10;
  private static final int EVENT_ROUNDS = ROUNDS / 4;

  private ThirteenThreads() {}

  /**
   * Runs on one rank.
   *
   * @param trial the run
   */
  public static void run(Trial trial) {
    SharedObjects shared = new SharedObjects(trial, TRANSFERRING);
    Crew crew = new Crew(trial, STAND_STILL);
    List<Runnable> ends = new ArrayList<>();
    for (int i = 0; i < TRANSFERRING; i++) {
      addTransfers(crew, trial, shared, i);
    }
    for (int i = 0; i < COLLECTIVES; i++) {
      ends.add(addCollectives(crew, trial, i));
    }
    ends.add(addUnderWay(crew, trial));
    addEvents(crew, trial, shared);
    addCalls(crew, trial, shared);
    try {
      crew.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while threads worked", e);
    }
    shared.requireSums(trial);
    ends.forEach(Runnable::run);
    shared.free();
  }

  /** Returns the trial of one thread, with its own random numbers and differences. */
  private static Trial own(Trial trial, String thread, Form form) {
    long seed = trial.common(thread.hashCode()).nextLong();
    return new Trial(trial.armci(), form, seed, trial.scale());
  }

  private static void addTransfers(Crew crew, Trial trial, SharedObjects shared, int index) {
    String name = "transfers " + index;
    Form[] forms = Form.values();
    Trial own = own(trial, name, forms[index % forms.length]);
    long place = (long) trial.rank() * TRANSFERRING + index;
    crew.add(
        name,
        own,
        trial.times(ROUNDS),
        () -> {
          SplittableRandom random = own.random(1);
          SplittableRandom common = own.common(0);
          ThreadWork region =
              new OwnRegion(own, random, shared.regions, place * OwnRegion.SIZE_BYTES);
          ThreadWork words = new OwnWords(own, random, shared.words, place * OwnWords.SIZE_BYTES);
          long message = index * SignalledMessages.SIZE_BYTES;
          ThreadWork messages =
              new SignalledMessages(own, random, common, shared.messages, message);
          ThreadWork sums = new SharedSums(own, random, shared.sums);
          ThreadWork calls = new Echoes(own, random, shared.calls, false);
          ThreadWork counts = new GuardedCounts(own, random, shared.counts, shared.mutexes);
          return new MixedSteps(
              common, List.of(region, region, region, words, messages, sums, calls, counts));
        });
  }

  /** Adds a thread of collectives and returns the code that closes them. Both are collective. */
  private static Runnable addCollectives(Crew crew, Trial trial, int index) {
    String name = "collectives " + index;
    Trial own = own(trial, name, Form.BLOCKING);
    Collectives collectives = Collectives.of(trial.armci());
    GlobalMemory memory = BlockingCollectives.allocate(trial.armci());
    crew.add(
        name,
        own,
        trial.times(ROUNDS),
        () -> new BlockingCollectives(own, own.random(1), own.common(0), collectives, memory));
    return () -> {
      collectives.close();
      trial.armci().free(memory);
    };
  }

  /**
   * Adds collectives of a group of all ranks backwards, and returns the code that closes them. Both
   * are collective.
   */
  private static Runnable addUnderWay(Crew crew, Trial trial) {
    String name = "collectives under way";
    Trial own = own(trial, name, Form.HANDLE);
    Armci armci = trial.armci();
    FlightGroup group = new FlightGroup(own, armci.world().split(0, -armci.rank()), false);
    GlobalMemory memory = CollectivesUnderWay.allocate(armci);
    crew.add(
        name,
        own,
        trial.times(UNDER_WAY_ROUNDS),
        () -> new CollectivesUnderWay(own, own.random(1), own.common(0), group, memory));
    return () -> {
      group.close();
      armci.free(memory);
    };
  }

  private static void addEvents(Crew crew, Trial trial, SharedObjects shared) {
    String name = "events";
    Trial own = own(trial, name, Form.HANDLE);
    int rounds = trial.times(EVENT_ROUNDS);
    crew.add(
        name,
        own,
        rounds,
        () -> new EventTraffic(own, own.common(0), shared.events, shared.eventData, rounds));
  }

  private static void addCalls(Crew crew, Trial trial, SharedObjects shared) {
    String name = "calls and mutexes";
    Trial own = own(trial, name, Form.BLOCKING);
    int slots = trial.armci().settings().get(ArmciSettings.CALL_SLOTS);
    boolean relays = trial.size() <= slots;
    crew.add(
        name,
        own,
        trial.times(ROUNDS),
        () -> {
          SplittableRandom random = own.random(1);
          ThreadWork calls = new Echoes(own, random, shared.calls, relays);
          ThreadWork counts = new GuardedCounts(own, random, shared.counts, shared.mutexes);
          return new MixedSteps(own.common(0), List.of(calls, counts));
        });
  }
}
