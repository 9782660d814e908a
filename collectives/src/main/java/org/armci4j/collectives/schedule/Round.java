package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.schedule.Bindings.Binding;
import org.armci4j.kernel.Copies;

/** The round under way: its steps, how far each of them is, and what takes them on. */
final class Round {
  private final Channels channels;
  private final Addresses addresses;
  private final StagedDestination staged;
  private final Bindings bindings;
  private final Staging staging = new Staging();
  private Combiner combiner;
  private int elementBytes;
  private List<Step> steps = List.of();

  /** Bytes of each step that are done; −1 for a step that is. */
  private long[] done = new long[8];

  /** Number of steps and pieces done by all rounds. */
  private long moves;

  Round(Channels channels, Addresses addresses, StagedDestination staged, Bindings bindings) {
    this.channels = channels;
    this.addresses = addresses;
    this.staged = staged;
    this.bindings = bindings;
  }

  /**
   * Says what the rounds of a schedule combine.
   *
   * @param combiner for combining steps; may be null where there are none
   */
  void elements(Combiner combiner, int elementBytes) {
    this.combiner = combiner;
    this.elementBytes = elementBytes;
  }

  /** Begins with these steps. */
  void begin(List<Step> steps) {
    this.steps = steps;
    if (done.length < steps.size()) {
      done = new long[steps.size()];
    }
    Arrays.fill(done, 0, steps.size(), 0);
  }

  /** Does what can be done now; whether all steps are done. */
  boolean progress() {
    boolean complete = true;
    for (int i = 0; i < steps.size(); i++) {
      complete &= done[i] < 0 || advance(i, steps.get(i));
    }
    return complete;
  }

  /** Returns whether a step that is not done can go on. */
  boolean canProgress() {
    for (int i = 0; i < steps.size(); i++) {
      if (done[i] >= 0 && canAdvance(i, steps.get(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Waits for the only step that is not done; false, without a wait, where several words could
   * bring the round on.
   */
  boolean awaitOnlyStep() {
    int blocked = onlyBlocked();
    return blocked >= 0 && await(blocked, steps.get(blocked));
  }

  /** Returns the index of the only step that is not done, or −1 if there are several. */
  private int onlyBlocked() {
    int found = -1;
    for (int i = 0; i < steps.size(); i++) {
      if (done[i] >= 0) {
        if (found >= 0) {
          return -1;
        }
        found = i;
      }
    }
    return found;
  }

  /** Waits for one step; false, without a wait, where several words could bring it on. */
  private boolean await(int index, Step step) {
    if (step.kind().isSending()) {
      return false;
    }
    if (step.kind() == Step.Kind.SETTLE) {
      channels.awaitSettled(step.peer());
    } else if (isStraight(step)) {
      channels.awaitSee(step.peer(), step.region());
    } else {
      channels.awaitTake(step.peer(), pieceBytes(index, step));
    }
    return true;
  }

  /**
   * Returns whether a step's data goes to its destination, and not through the ring between two
   * ranks.
   */
  private boolean isStraight(Step step) {
    return switch (step.kind()) {
      case WRITE -> step.region() == Region.BUFFER || addresses.reaches(step.peer());
      case WRITTEN -> step.region() == Region.BUFFER || mayComeStraight(step.peer());
      case LEND -> addresses.isReachedBy(step.peer());
      case READ -> addresses.reaches(step.peer());
      default -> false;
    };
  }

  private boolean mayComeStraight(int peer) {
    return addresses.isReachedBy(peer) || !addresses.knowsWayOf(peer);
  }

  /**
   * Returns whether it is known how the peer writes; a rank that cannot know learns it from the
   * peer's first sign.
   */
  private boolean knowsWay(Step step) {
    int peer = step.peer();
    if (step.region() == Region.BUFFER || addresses.knowsWayOf(peer)) {
      return true;
    }
    boolean seen = channels.canSee(peer, Region.DESTINATION);
    if (seen) {
      addresses.learn(peer, channels.seeStraight(peer));
    }
    return seen;
  }

  private boolean declineAndMove(int index, Step step) {
    if (addresses.isToBeDeclined(step.peer())) {
      channels.decline(step.peer());
      addresses.decline(step.peer());
    }
    return move(index, step);
  }

  /** Advances a step as far as it goes; whether it is done. */
  private boolean advance(int index, Step step) {
    boolean complete =
        switch (step.kind()) {
          case COPY -> copy(step);
          case COMBINE -> combine(step);
          case SETTLE -> channels.isSettled(step.peer());
          case WRITE -> isStraight(step) ? write(step) : declineAndMove(index, step);
          case WRITTEN -> knowsWay(step) && (isStraight(step) ? see(step) : move(index, step));
          case DEPOSIT -> deposit(step);
          case DEPOSITED -> true; // It is here when the round is over, as the address is then.
          case LEND -> isStraight(step) || move(index, step);
          case READ -> isStraight(step) ? read(step) : move(index, step);
          default -> step.region() == Region.ADDRESSES ? meet(index, step) : move(index, step);
        };
    if (complete) {
      done[index] = -1;
      moves++;
      if (staged.isUsed() && step.region() == Region.DESTINATION && !step.kind().isSending()) {
        note(step);
      }
    }
    return complete;
  }

  /** Notes a step that has changed a staged destination, or the staging memory. */
  private void note(Step step) {
    if (step.kind() == Step.Kind.WRITTEN && isStraight(step)) {
      staged.arrive(step.offset(), step.sizeBytes());
    } else {
      staged.change(step.offset(), step.sizeBytes());
    }
  }

  /** Returns where a step's data are: in staging memory, if they have just arrived there. */
  private Binding from(Region region, long offset, long sizeBytes) {
    return region == Region.DESTINATION && staged.holds(offset, sizeBytes)
        ? staged.room()
        : bindings.get(region);
  }

  /** Returns a number that rises with each step and each piece that is done. */
  long moves() {
    return moves;
  }

  /** Returns whether a step for which this rank has waited can go on. */
  private boolean canAdvance(int index, Step step) {
    int peer = step.peer();
    return switch (step.kind()) {
      case PUT, WRITE, LEND -> channels.canPut(peer, pieceBytes(index, step));
      case SETTLE -> channels.isSettled(peer);
      default ->
          isStraight(step)
              ? channels.canSee(peer, step.region())
              : channels.canTake(peer, pieceBytes(index, step));
    };
  }

  private boolean write(Step step) {
    Binding from = from(step.from(), step.fromOffset(), step.sizeBytes());
    long at = from.offset() + step.fromOffset();
    if (step.region() == Region.BUFFER) {
      channels.write(step.peer(), from.segment(), at, step.offset(), step.sizeBytes());
    } else {
      long to = addresses.offset(step.peer()) + step.offset();
      channels.write(
          step.peer(), from.segment(), at, addresses.memory(step.peer()), to, step.sizeBytes());
    }
    return true;
  }

  private boolean deposit(Step step) {
    Binding from = bindings.get(step.from());
    long at = from.offset() + step.fromOffset();
    channels.deposit(step.peer(), from.segment(), at, step.offset(), step.sizeBytes());
    return true;
  }

  private boolean read(Step step) {
    Binding to = bindings.get(step.region());
    long from = addresses.offset(step.peer()) + step.offset();
    long at = to.offset() + step.offset();
    channels.read(
        step.peer(), addresses.memory(step.peer()), from, to.segment(), at, step.sizeBytes());
    return true;
  }

  private boolean see(Step step) {
    boolean written = channels.canSee(step.peer(), step.region());
    if (written) {
      channels.see(step.peer(), step.region());
    }
    return written;
  }

  /** Tells or takes an address, with the key that it may need; whether all of it is moved. */
  private boolean meet(int index, Step step) {
    if (!move(index, step)) {
      return false;
    }
    if (step.kind().isSending()) {
      addresses.tell(step.peer());
    } else {
      addresses.learn(step.peer());
    }
    return true;
  }

  /** Moves a step's data through the ring, piece by piece; whether all of it is moved. */
  private boolean move(int index, Step step) {
    boolean sending = step.kind().isSending();
    int peer = step.peer();
    while (done[index] < endBytes(index, step)) {
      long bytes = pieceBytes(index, step);
      if (!(sending ? channels.canPut(peer, bytes) : channels.canTake(peer, bytes))) {
        return false;
      }
      movePiece(step, done[index], bytes);
      done[index] += bytes;
      moves++;
    }
    return true;
  }

  /** Returns the length of the next piece of a step. */
  private long pieceBytes(int index, Step step) {
    boolean isRecord = step.region() == Region.ADDRESSES && done[index] == 0;
    long most = isRecord ? Addresses.RECORD_BYTES : channels.pieceBytes();
    return Math.min(most, endBytes(index, step) - done[index]);
  }

  /** Returns the length of a step, as far as it is known. */
  private long endBytes(int index, Step step) {
    if (step.region() != Region.ADDRESSES) {
      return step.sizeBytes();
    }
    return step.kind().isSending()
        ? addresses.tellingBytes(step.peer())
        : addresses.toldBytes(step.peer(), done[index]);
  }

  private void movePiece(Step step, long done, long sizeBytes) {
    switch (step.kind()) {
      case PUT, WRITE, LEND -> {
        boolean isRecord = step.region() == Region.ADDRESSES;
        long start = isRecord ? addresses.recordFor(step.peer()) : step.fromOffset();
        Binding from = from(step.from(), start + done, sizeBytes);
        channels.put(step.peer(), from.segment(), from.offset() + start + done, sizeBytes);
      }
      default -> {
        Binding to = bindings.get(step.region());
        take(step, to.segment(), to.offset() + step.offset() + done, sizeBytes);
        channels.release(step.peer(), sizeBytes);
      }
    }
  }

  private void take(Step step, MemorySegment segment, long offset, long sizeBytes) {
    MemorySegment here = channels.here();
    long slot = channels.next(step.peer(), sizeBytes);
    long count = sizeBytes / elementBytes;
    switch (step.kind()) {
      case TAKE_LEFT -> combine(here, slot, segment, offset, segment, offset, count);
      case TAKE_RIGHT -> combine(segment, offset, here, slot, segment, offset, count);
      default -> Copies.copy(here, slot, segment, offset, sizeBytes);
    }
  }

  private boolean copy(Step step) {
    Binding from = bindings.get(step.from());
    Binding to = bindings.get(step.region());
    Copies.copy(
        from.segment(),
        from.offset() + step.fromOffset(),
        to.segment(),
        to.offset() + step.offset(),
        step.sizeBytes());
    return true;
  }

  private boolean combine(Step step) {
    Binding from = bindings.get(step.from());
    long right = from.offset() + step.fromOffset();
    Binding into = bindings.get(step.region());
    long left = into.offset() + step.offset();
    long count = step.sizeBytes() / elementBytes;
    combine(into.segment(), left, from.segment(), right, into.segment(), left, count);
    return true;
  }

  private void combine(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment result,
      long to,
      long count) {
    staging.combine(
        combiner, elementBytes, left, leftOffset, right, rightOffset, result, to, count);
  }

  /** Returns the steps that are not done, for messages. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < steps.size(); i++) {
      if (done[i] >= 0) {
        text.append(' ').append(steps.get(i).kind()).append(" place ").append(steps.get(i).peer());
      }
    }
    return text.toString();
  }
}
