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
import org.armci4j.testkit.conformance.program.ConformanceProgram;
import org.armci4j.testkit.conformance.trial.Form;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Thirteen threads of each rank that work at once: eight transfer, two use an object each of the
 * collectives of all ranks, one has collectives of another group under way, one puts with
 * completion, and one calls procedures and locks mutexes, as the first eight do now and then.
 *
 * <p>The seed decides what each thread does in each of its rounds. How the threads mix is the
 * machine's choice, so a seed that found a difference may have to be repeated.
 */
public final class ThirteenThreads implements ConformanceProgram {
  private static final Duration STAND_STILL = Duration.ofSeconds(60);
  private static final int TRANSFERRING = 8;
  private static final int COLLECTIVES = 2;

  /** Rounds of the full work, of all kinds such as take about the same time. */
  private static final int ROUNDS = 4000;

  private static final int UNDER_WAY_ROUNDS = ROUNDS / 10;
  private static final int EVENT_ROUNDS = ROUNDS / 4;

  @Override
  public String name() {
    return "threads";
  }

  @Override
  public String oracle() {
    return "exact";
  }

  @Override
  public List<Form> forms() {
    return List.of(Form.HANDLE);
  }

  @Override
  public void run(Trial trial) {
    Stage stage = new Stage(trial, TRANSFERRING);
    Crew crew = new Crew(trial, STAND_STILL);
    List<Runnable> ends = new ArrayList<>();
    for (int i = 0; i < TRANSFERRING; i++) {
      addTransfers(crew, trial, stage, i);
    }
    for (int i = 0; i < COLLECTIVES; i++) {
      ends.add(addCollectives(crew, trial, i));
    }
    ends.add(addUnderWay(crew, trial));
    addEvents(crew, trial, stage);
    addCalls(crew, trial, stage);
    try {
      crew.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while threads worked", e);
    }
    stage.requireSums(trial);
    ends.forEach(Runnable::run);
    stage.free();
  }

  /** What one thread draws from and tells differences to. */
  private static Trial own(Trial trial, String thread, Form form) {
    long seed = trial.common(thread.hashCode()).nextLong();
    return new Trial(trial.armci(), form, seed, trial.scale());
  }

  private static void addTransfers(Crew crew, Trial trial, Stage stage, int index) {
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
          Step region = new OwnRegion(own, random, stage.regions, place * OwnRegion.SIZE_BYTES);
          Step words = new OwnWords(own, random, stage.words, place * OwnWords.SIZE_BYTES);
          long message = index * Exchanges.SIZE_BYTES;
          Step messages = new Exchanges(own, random, common, stage.messages, message);
          Step sums = new SharedSums(own, random, stage.sums);
          Step calls = new Echoes(own, random, stage.calls, false);
          Step counts = new GuardedCounts(own, random, stage.counts, stage.mutexes);
          return new MixedSteps(
              common, List.of(region, region, region, words, messages, sums, calls, counts));
        });
  }

  /** Collective; what it returns is so too. */
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

  /** All ranks backwards. Collective; what it returns is so too. */
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

  private static void addEvents(Crew crew, Trial trial, Stage stage) {
    String name = "events";
    Trial own = own(trial, name, Form.HANDLE);
    int rounds = trial.times(EVENT_ROUNDS);
    crew.add(
        name,
        own,
        rounds,
        () -> new EventTraffic(own, own.common(0), stage.events, stage.eventData, rounds));
  }

  private static void addCalls(Crew crew, Trial trial, Stage stage) {
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
          Step calls = new Echoes(own, random, stage.calls, relays);
          Step counts = new GuardedCounts(own, random, stage.counts, stage.mutexes);
          return new MixedSteps(own.common(0), List.of(calls, counts));
        });
  }
}
