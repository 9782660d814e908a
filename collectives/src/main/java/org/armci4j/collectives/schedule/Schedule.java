package org.armci4j.collectives.schedule;

import java.util.ArrayList;
import java.util.List;

/**
 * One rank's part of a collective, as data: rounds one after the other, of steps that may proceed
 * at once. Of one round at most one step puts to a peer, and at most one takes from it; at most one
 * writes to each of the peer's regions, and at most one waits for its write to a region. Steps of
 * one pair of ranks meet in order: what the n-th take takes is what the n-th put put, and what the
 * n-th {@link Step.Kind#WRITTEN} of a region waits for is the n-th write to it.
 *
 * <p>What is sent may be changed only once it is settled. A schedule sees to that itself: see
 * {@link Settling}.
 *
 * <p>A schedule depends on sizes, root and group, and on no buffer, so it can be kept and run
 * again. Immutable.
 */
public final class Schedule {
  private final List<List<Step>> rounds;
  private final long workBytes;
  private final boolean usesBuffer;
  private final boolean usesAddresses;
  private final boolean tellsAddress;

  /** The parts of the destination that peers read. */
  private final List<Step> lent;

  private Schedule(List<List<Step>> rounds, long workBytes) {
    this.rounds = rounds;
    this.workBytes = workBytes;
    this.usesBuffer = names(rounds, Region.BUFFER);
    this.usesAddresses = names(rounds, Region.ADDRESSES);
    this.tellsAddress =
        rounds.stream()
            .flatMap(List::stream)
            .anyMatch(step -> step.kind() == Step.Kind.PUT && step.region() == Region.ADDRESSES);
    this.lent =
        rounds.stream()
            .flatMap(List::stream)
            .filter(step -> step.kind() == Step.Kind.LEND)
            .toList();
  }

  private static boolean names(List<List<Step>> rounds, Region region) {
    return rounds.stream()
        .flatMap(List::stream)
        .anyMatch(step -> step.sizeBytes() > 0 && step.region() == region);
  }

  /** Returns the rounds in order. */
  public List<List<Step>> rounds() {
    return rounds;
  }

  /** Returns the size of the work memory that it needs, in bytes. */
  public long workBytes() {
    return workBytes;
  }

  /**
   * Returns whether it uses a collective buffer: either every rank's schedule of a call does, or
   * none.
   */
  public boolean usesBuffer() {
    return usesBuffer;
  }

  /** Returns whether it writes to destinations, so that their addresses go round. */
  boolean usesAddresses() {
    return usesAddresses;
  }

  /** Returns whether peers are told where this rank's destination lies. */
  boolean tellsAddress() {
    return tellsAddress;
  }

  /** Returns the steps that let peers read: the parts of the destination that the caller gave. */
  List<Step> lent() {
    return lent;
  }

  /** Starts an empty schedule. */
  public static Builder builder() {
    return new Builder();
  }

  /** Gathers steps into rounds. Steps of no bytes are left out, but for signals. */
  public static final class Builder {
    private final List<List<Step>> rounds = new ArrayList<>();
    private List<Step> round = new ArrayList<>();
    private long workBytes;

    /** Ends the round, if it has any steps. */
    public Builder next() {
      if (!round.isEmpty()) {
        rounds.add(List.copyOf(round));
        round = new ArrayList<>();
      }
      return this;
    }

    /** Puts to a peer. */
    public Builder put(int peer, Region region, long offset, long sizeBytes) {
      return add(Step.Kind.PUT, peer, region, offset, sizeBytes);
    }

    /** Takes from a peer. */
    public Builder take(int peer, Region region, long offset, long sizeBytes) {
      return add(Step.Kind.TAKE, peer, region, offset, sizeBytes);
    }

    /** Takes from a peer of lower rank than all in the region, and combines. */
    public Builder takeLeft(int peer, Region region, long offset, long sizeBytes) {
      return add(Step.Kind.TAKE_LEFT, peer, region, offset, sizeBytes);
    }

    /** Takes from a peer of higher rank than all in the region, and combines. */
    public Builder takeRight(int peer, Region region, long offset, long sizeBytes) {
      return add(Step.Kind.TAKE_RIGHT, peer, region, offset, sizeBytes);
    }

    /** Signals a peer, with no data. */
    public Builder notify(int peer) {
      round.add(new Step(Step.Kind.WRITE, peer, Region.BUFFER, 0, 0, Region.BUFFER, 0));
      return this;
    }

    /** Waits for a peer's signal. */
    public Builder hear(int peer) {
      round.add(new Step(Step.Kind.WRITTEN, peer, Region.BUFFER, 0, 0, Region.BUFFER, 0));
      return this;
    }

    /** Tells a peer where this rank's destination lies, and that the peer may write there. */
    public Builder tell(int place, int peer) {
      long at = place * Addresses.STRIDE_BYTES;
      return put(peer, Region.ADDRESSES, at, Addresses.RECORD_BYTES);
    }

    /** Takes from a peer where its destination lies. */
    public Builder learn(int peer) {
      long at = peer * Addresses.STRIDE_BYTES;
      return take(peer, Region.ADDRESSES, at, Addresses.RECORD_BYTES);
    }

    /** Writes to the peer's memory. */
    public Builder write(
        int peer, Region from, long fromOffset, Region region, long offset, long sizeBytes) {
      if (sizeBytes > 0) {
        round.add(new Step(Step.Kind.WRITE, peer, region, offset, sizeBytes, from, fromOffset));
      }
      return this;
    }

    /** Waits until the peer has written here. */
    public Builder written(int peer, Region region, long offset, long sizeBytes) {
      return add(Step.Kind.WRITTEN, peer, region, offset, sizeBytes);
    }

    /**
     * Writes to the peer's collective buffer; the address that is told to the peer next also tells
     * that the data is there.
     */
    public Builder deposit(int peer, Region from, long fromOffset, long offset, long sizeBytes) {
      if (sizeBytes > 0) {
        Step.Kind kind = Step.Kind.DEPOSIT;
        round.add(new Step(kind, peer, Region.BUFFER, offset, sizeBytes, from, fromOffset));
      }
      return this;
    }

    /** Says where the peer has deposited data, in the round that takes its address. */
    public Builder deposited(int peer, long offset, long sizeBytes) {
      return add(Step.Kind.DEPOSITED, peer, Region.BUFFER, offset, sizeBytes);
    }

    /** Lets the peer read what the destination holds at the beginning of the call. */
    public Builder lend(int peer, Region region, long offset, long sizeBytes) {
      return add(Step.Kind.LEND, peer, region, offset, sizeBytes);
    }

    /** Starts to read the same bytes of the peer's destination, which the peer lends. */
    public Builder read(int peer, Region region, long offset, long sizeBytes) {
      return add(Step.Kind.READ, peer, region, offset, sizeBytes);
    }

    /** Waits for what is under way to or from a peer. */
    public Builder settle(int peer) {
      round.add(Step.settle(peer));
      return this;
    }

    /** Copies. */
    public Builder copy(Region from, long fromOffset, Region to, long offset, long sizeBytes) {
      if (sizeBytes > 0) {
        round.add(new Step(Step.Kind.COPY, -1, to, offset, sizeBytes, from, fromOffset));
      }
      return this;
    }

    /** Combines a region with another, whose elements come from higher ranks. */
    public Builder combine(Region into, long offset, Region from, long fromOffset, long sizeBytes) {
      if (sizeBytes > 0) {
        round.add(new Step(Step.Kind.COMBINE, -1, into, offset, sizeBytes, from, fromOffset));
      }
      return this;
    }

    /** Says how much memory of its own the schedule needs. */
    public Builder work(long bytes) {
      workBytes = Math.max(workBytes, bytes);
      return this;
    }

    private Builder add(Step.Kind kind, int peer, Region region, long offset, long sizeBytes) {
      if (sizeBytes > 0) {
        round.add(new Step(kind, peer, region, offset, sizeBytes, region, offset));
      }
      return this;
    }

    /** Ends the last round. */
    public Schedule build() {
      next();
      return new Schedule(Settling.settled(rounds), workBytes);
    }
  }
}
