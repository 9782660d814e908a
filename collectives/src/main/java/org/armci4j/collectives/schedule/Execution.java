package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;

/**
 * Runs schedules, one after the other. {@link #start} begins one; each {@link #progress} does what
 * can be done without waiting.
 */
public final class Execution implements AutoCloseable {
  private final Group group;
  private final Channels channels;
  private final Addresses addresses;
  private final StagedDestination staged;
  private final Bindings bindings = new Bindings();
  private final Round round;
  private final BooleanSupplier canProgress;
  private final Supplier<String> what = this::describe;

  /** Whether peers may write straight to the caller's native memory, and to staging memory. */
  private final boolean lends;

  private List<List<Step>> rounds = List.of();
  private int current;

  /** For one thread at a time. */
  public Execution(Armci armci, Group group, Channels channels) {
    this.group = group;
    this.lends = armci.settings().with(CollectivesSettings.ALL).get(CollectivesSettings.LENDING);
    this.channels = channels;
    this.staged = new StagedDestination(StagingMemory.of(armci), channels.pieceBytes());
    this.addresses =
        new Addresses(
            group.rank(),
            group.ranks(),
            channels.lendable(armci.lending()),
            armci.lending(),
            staged);
    this.round = new Round(channels, addresses, staged, bindings);
    this.canProgress = round::canProgress;
    bindings.bind(Region.ADDRESSES, addresses.records(), 0);
  }

  /**
   * Begins a schedule.
   *
   * @param source where it reads
   * @param destination where its result goes
   * @param work memory of its own, at least as long as it says
   * @param combiner for its combining steps; may be null where there are none
   */
  public void start(
      Schedule schedule,
      Elements source,
      Elements destination,
      MemorySegment work,
      Combiner combiner) {
    bindings.bind(Region.SOURCE, source.segment(), source.offset());
    bindings.bind(Region.DESTINATION, destination.segment(), destination.offset());
    bindings.bind(Region.WORK, work, 0);
    round.elements(combiner, source.type().sizeBytes());
    rounds = schedule.rounds();
    current = 0;
    if (schedule.usesBuffer()) {
      channels.turn();
      bindings.bind(Region.BUFFER, channels.here(), channels.buffer());
    }
    if (schedule.usesAddresses()) {
      addresses.begin(destination, lends && schedule.tellsAddress());
      showLent(schedule.lent());
    }
    beginRound();
  }

  private void showLent(List<Step> lent) {
    for (int i = 0; staged.isUsed() && i < lent.size(); i++) {
      staged.show(lent.get(i).offset(), lent.get(i).sizeBytes());
    }
  }

  private void beginRound() {
    if (current < rounds.size()) {
      round.begin(rounds.get(current));
    }
  }

  /**
   * Does what can be done now.
   *
   * @return true when the schedule is complete
   */
  public boolean progress() {
    try {
      return advance();
    } catch (RuntimeException e) {
      giveUp();
      throw e;
    }
  }

  private boolean advance() {
    while (current < rounds.size()) {
      if (!round.progress()) {
        return false;
      }
      current++;
      beginRound();
    }
    addresses.end();
    return true;
  }

  /** Runs the schedule to its end. */
  public void await() {
    try {
      while (!advance()) {
        if (!round.awaitOnlyStep()) {
          group.await(canProgress, what);
        }
      }
    } catch (RuntimeException e) {
      giveUp();
      throw e;
    }
  }

  /** The schedule has failed: when this returns, nobody writes to the destination any more. */
  public void giveUp() {
    addresses.giveUp();
  }

  /** Returns a number that rises with each step and each piece that is done. */
  public long moves() {
    return round.moves();
  }

  /** Returns the round under way and what it waits for. */
  private String describe() {
    return "collective, round " + current + ":" + round.describe();
  }

  /**
   * Ends where other ranks may still write to this one's destination: nobody else gets its memory.
   */
  public void leave() {
    addresses.leave();
  }

  /** Ends between schedules, when no rank writes to this one's destinations. */
  @Override
  public void close() {
    addresses.close();
  }
}
