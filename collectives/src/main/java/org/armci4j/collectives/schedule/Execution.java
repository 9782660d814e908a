package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;

/**
 * Runs schedules, one after the other. {@link #start} begins one; each {@link #progress} does what
 * can be done without waiting.
 */
public final class Execution implements AutoCloseable {
  private final Armci armci;
  private final Channels channels;
  private final Addresses addresses;
  private final StagedDestination staged;
  private final Bindings bindings = new Bindings();
  private final Round round;
  private final BooleanSupplier canProgress;
  private final Supplier<String> what = this::describe;
  private final boolean lends;
  private Elements destination = Elements.none();
  private List<List<Step>> rounds = List.of();
  private int current;

  /**
   * For one thread at a time.
   *
   * @param lends whether peers may write straight to the caller's native memory, and to staging
   *     memory
   */
  public Execution(Armci armci, Group group, Channels channels, boolean lends) {
    this.armci = armci;
    this.lends = lends;
    this.channels = channels;
    this.staged = new StagedDestination(StagingMemory.of(armci));
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

  /** Says where the next run reads, where its result goes, and where it may work. */
  public void bind(Elements source, Elements destination, MemorySegment work) {
    bindings.bind(Region.SOURCE, source.segment(), source.offset());
    bindings.bind(Region.DESTINATION, destination.segment(), destination.offset());
    bindings.bind(Region.WORK, work, 0);
    this.destination = destination;
  }

  /**
   * Begins a schedule.
   *
   * @param combiner for its combining steps; may be null where there are none
   * @param elementBytes how large an element is
   */
  public void start(Schedule schedule, Combiner combiner, int elementBytes) {
    round.elements(combiner, elementBytes);
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
          armci.signals().await(canProgress, what);
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

  /** A number that rises with each step and each piece that is done. */
  public long moves() {
    return round.moves();
  }

  /** The round under way and what it waits for. */
  public String describe() {
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
