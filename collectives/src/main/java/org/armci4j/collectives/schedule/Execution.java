package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.armci4j.Armci;
import org.armci4j.collectives.Combiner;

/**
 * Runs schedules, one after the other. {@link #start} begins one; each {@link #progress} does what
 * can be done without waiting.
 */
public final class Execution {
  private final Armci armci;
  private final Channels channels;
  private final Map<Region, Binding> bindings = new EnumMap<>(Region.class);

  private Combiner combiner;
  private int elementBytes;
  private List<List<Step>> rounds = List.of();
  private int round;

  /** How many bytes of each step of the round are done; −1 for a step that is. */
  private long[] done = new long[8];

  /** What a region is in the present run. */
  private static final class Binding {
    private MemorySegment segment;
    private long offset;
  }

  /** For one thread at a time. */
  public Execution(Armci armci, Channels channels) {
    this.armci = armci;
    this.channels = channels;
    for (Region region : Region.values()) {
      bindings.put(region, new Binding());
    }
  }

  /** Says what a region is in the next run. */
  public void bind(Region region, MemorySegment segment, long offset) {
    Binding binding = bindings.get(region);
    binding.segment = segment;
    binding.offset = offset;
  }

  /**
   * Begins a schedule.
   *
   * @param combiner for its combining steps; may be null where there are none
   * @param elementBytes how large an element is
   */
  public void start(Schedule schedule, Combiner combiner, int elementBytes) {
    this.combiner = combiner;
    this.elementBytes = elementBytes;
    this.rounds = schedule.rounds();
    this.round = 0;
    beginRound();
  }

  private void beginRound() {
    if (round < rounds.size()) {
      int steps = rounds.get(round).size();
      if (done.length < steps) {
        done = new long[steps];
      }
      Arrays.fill(done, 0, steps, 0);
    }
  }

  /**
   * Does what can be done now.
   *
   * @return true when the schedule is complete
   */
  public boolean progress() {
    while (round < rounds.size()) {
      List<Step> steps = rounds.get(round);
      boolean complete = true;
      for (int i = 0; i < steps.size(); i++) {
        complete &= done[i] < 0 || advance(i, steps.get(i));
      }
      if (!complete) {
        return false;
      }
      round++;
      beginRound();
    }
    return true;
  }

  /** Runs the schedule to its end. */
  public void await() {
    while (!progress()) {
      Step blocked = onlyBlocked();
      if (blocked == null) {
        armci.signals().await(this::canProgress, this::describe);
      } else if (blocked.kind() == Step.Kind.PUT) {
        channels.awaitPut(blocked.peer());
      } else {
        channels.awaitTake(blocked.peer());
      }
    }
  }

  /** Advances a step as far as it goes; whether it is done. */
  private boolean advance(int index, Step step) {
    switch (step.kind()) {
      case COPY -> copy(step);
      case COMBINE -> combine(step);
      default -> {
        while (done[index] < step.sizeBytes() || done[index] == 0) {
          if (!canMove(step)) {
            return false;
          }
          done[index] += move(step, done[index]);
          if (step.sizeBytes() == 0) {
            break;
          }
        }
      }
    }
    done[index] = -1;
    return true;
  }

  private boolean canMove(Step step) {
    return step.kind() == Step.Kind.PUT
        ? channels.canPut(step.peer())
        : channels.canTake(step.peer());
  }

  /** Moves the next piece; how long it was. */
  private long move(Step step, long from) {
    long sizeBytes = Math.min(Channels.PIECE_BYTES, step.sizeBytes() - from);
    MemorySegment segment = bindings.get(step.region()).segment;
    long offset = bindings.get(step.region()).offset + step.offset() + from;
    if (step.kind() == Step.Kind.PUT) {
      channels.put(step.peer(), segment, offset, sizeBytes);
    } else {
      take(step, segment, offset, sizeBytes);
      channels.release(step.peer());
    }
    return sizeBytes;
  }

  private void take(Step step, MemorySegment segment, long offset, long sizeBytes) {
    MemorySegment here = channels.here();
    long slot = channels.next(step.peer());
    long count = sizeBytes / elementBytes;
    switch (step.kind()) {
      case TAKE_LEFT -> combiner.combine(here, slot, segment, offset, segment, offset, count);
      case TAKE_RIGHT -> combiner.combine(segment, offset, here, slot, segment, offset, count);
      default -> {
        if (sizeBytes > 0) {
          MemorySegment.copy(here, slot, segment, offset, sizeBytes);
        }
      }
    }
  }

  private void copy(Step step) {
    MemorySegment from = bindings.get(step.from()).segment;
    long fromOffset = bindings.get(step.from()).offset + step.fromOffset();
    MemorySegment to = bindings.get(step.region()).segment;
    long toOffset = bindings.get(step.region()).offset + step.offset();
    MemorySegment.copy(from, fromOffset, to, toOffset, step.sizeBytes());
  }

  private void combine(Step step) {
    MemorySegment from = bindings.get(step.from()).segment;
    long right = bindings.get(step.from()).offset + step.fromOffset();
    MemorySegment into = bindings.get(step.region()).segment;
    long left = bindings.get(step.region()).offset + step.offset();
    long count = step.sizeBytes() / elementBytes;
    combiner.combine(into, left, from, right, into, left, count);
  }

  private Step onlyBlocked() {
    Step found = null;
    List<Step> steps = rounds.get(round);
    for (int i = 0; i < steps.size(); i++) {
      if (done[i] >= 0) {
        if (found != null) {
          return null;
        }
        found = steps.get(i);
      }
    }
    return found;
  }

  private boolean canProgress() {
    List<Step> steps = rounds.get(round);
    for (int i = 0; i < steps.size(); i++) {
      if (done[i] >= 0 && canMove(steps.get(i))) {
        return true;
      }
    }
    return false;
  }

  private String describe() {
    StringBuilder text = new StringBuilder("collective, round " + round + ":");
    List<Step> steps = rounds.get(round);
    for (int i = 0; i < steps.size(); i++) {
      if (done[i] >= 0) {
        text.append(' ').append(steps.get(i).kind()).append(" place ").append(steps.get(i).peer());
      }
    }
    return text.toString();
  }
}
