package org.armci4j.collectives.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.schedule.Step;

/**
 * The rings between pairs of ranks, the collective buffers and the writes to destinations, under
 * real schedules run one after the other with nothing between. Steps of one round proceed in any
 * order, of different ranks in any interleaving.
 *
 * <ul>
 *   <li>A put waits for a free slot, writes it, and signals, which also tells what its rank has
 *       released of the peer's pieces; a take waits for the signal, reads, releases, and tells of
 *       that if enough is released of which nobody has told. A take must find the piece that it is
 *       to take.
 *   <li>A write changes the peer's memory, and signals. Into a destination it may go only while the
 *       peer is in the same call: the memory is the user's before and after. It must go where the
 *       peer waits for it.
 *   <li>Who reads a collective buffer must find there what was written in the same call.
 * </ul>
 */
final class ChannelsModel implements Explorer.Model<List<Integer>> {
  /** In what a run differs from the usual. */
  enum Twist {
    /** Destinations lie apart, so that what is to be written goes through the rings. */
    APART,
    /** Wrong: puts do not wait for a free slot. */
    NO_RELEASE,
    /** Wrong: who waits for a slot does not look at marks of pieces that it has not taken. */
    MARKS_UNREAD,
    /** Wrong: writes do not wait for the peer's address. */
    NO_ADDRESS
  }

  /** The steps of one round of one call. */
  private record Round(int call, boolean first, List<Step> steps) {}

  // Words of a pair of ranks; the slots follow.
  private static final int SENT = 0;
  private static final int ARRIVED = 1;
  private static final int TAKEN = 2;
  private static final int RELEASED = 3;
  private static final int TOLD = 4;
  private static final int MARK = 5;
  private static final int WRITTEN = 6;
  private static final int SEEN = 7;
  private static final int PAIR_WORDS = 8;

  private final int ranks;
  private final int slots;
  private final int releaseEvery;
  private final int buffers;
  private final Set<Twist> twists;
  private final List<List<Round>> programs = new ArrayList<>();

  /** For each pair the writes of the one to the other, in order. */
  private final List<List<Step>> writes = new ArrayList<>();

  private final int mostSteps;

  /** For each call how many before it used a collective buffer. */
  private final int[] turns;

  /**
   * @param buffers how many collective buffers are used in turn
   * @param calls for each call the schedule of each rank
   */
  ChannelsModel(int ranks, int slots, int buffers, List<List<Schedule>> calls, Set<Twist> twists) {
    this.ranks = ranks;
    this.slots = slots;
    this.releaseEvery = Math.min(Channels.RELEASE_EVERY, slots);
    this.buffers = buffers;
    this.twists = twists;
    this.turns = new int[calls.size()];
    for (int call = 1; call < calls.size(); call++) {
      boolean uses = calls.get(call - 1).getFirst().usesBuffer();
      turns[call] = turns[call - 1] + (uses ? 1 : 0);
    }
    for (int rank = 0; rank < ranks; rank++) {
      programs.add(program(rank, calls));
    }
    this.mostSteps =
        programs.stream()
            .flatMap(List::stream)
            .mapToInt(round -> round.steps().size())
            .max()
            .orElse(1);
    for (int pair = 0; pair < ranks * ranks; pair++) {
      int to = pair % ranks;
      writes.add(
          programs.get(pair / ranks).stream()
              .flatMap(round -> round.steps().stream())
              .filter(step -> step.kind() == Step.Kind.WRITE && step.peer() == to)
              .toList());
    }
  }

  private List<Round> program(int rank, List<List<Schedule>> calls) {
    List<Round> rounds = new ArrayList<>();
    for (int call = 0; call < calls.size(); call++) {
      boolean first = true;
      for (List<Step> steps : calls.get(call).get(rank).rounds()) {
        List<Step> kept = steps.stream().filter(this::isModelled).map(this::asItGoes).toList();
        if (!kept.isEmpty()) {
          rounds.add(new Round(call, first, kept));
          first = false;
        }
      }
    }
    return rounds;
  }

  /** Local steps count where they read what others write; with a twist there are fewer waits. */
  private boolean isModelled(Step step) {
    boolean learns = step.kind() == Step.Kind.TAKE && step.region() == Region.ADDRESSES;
    return step.kind().isLocal()
        ? step.from() == Region.BUFFER
        : !(learns && twists.contains(Twist.NO_ADDRESS));
  }

  private Step asItGoes(Step step) {
    if (!twists.contains(Twist.APART) || step.region() != Region.DESTINATION) {
      return step;
    }
    Step.Kind kind =
        switch (step.kind()) {
          case WRITE -> Step.Kind.PUT;
          case WRITTEN -> Step.Kind.TAKE;
          default -> step.kind();
        };
    return new Step(
        kind,
        step.peer(),
        step.region(),
        step.offset(),
        step.sizeBytes(),
        step.from(),
        step.fromOffset());
  }

  // A state: for each rank its round and twice the pieces moved of each step of it (odd within a
  // piece); then the pairs; then for each rank, buffer and origin one more than the call whose data
  // is there.
  private int progress(int rank) {
    return rank * (1 + mostSteps);
  }

  private int pair(int from, int to) {
    return ranks * (1 + mostSteps) + (from * ranks + to) * (PAIR_WORDS + slots);
  }

  private int cell(int rank, int call, int origin) {
    return pair(ranks, 0) + (rank * buffers + turns[call] % buffers) * ranks + origin;
  }

  @Override
  public List<Integer> start() {
    Integer[] words = new Integer[cell(ranks, 0, 0)];
    Arrays.fill(words, 0);
    return List.of(words);
  }

  @Override
  public boolean isEnd(List<Integer> state) {
    for (int rank = 0; rank < ranks; rank++) {
      if (state.get(progress(rank)) < programs.get(rank).size()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<List<Integer>> next(List<Integer> state) {
    List<List<Integer>> next = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int number = state.get(progress(rank));
      if (number < programs.get(rank).size()) {
        Round round = programs.get(rank).get(number);
        for (int i = 0; i < round.steps().size(); i++) {
          int[] words = state.stream().mapToInt(Integer::intValue).toArray();
          if (move(words, rank, round, i)) {
            endRound(words, rank, round.steps());
            next.add(Arrays.stream(words).boxed().toList());
          }
        }
      }
    }
    return next;
  }

  private static int halves(Step step) {
    return switch (step.kind()) {
      case WRITE -> 2;
      case WRITTEN, COPY, COMBINE -> 1;
      default -> (int) (2 * -Math.floorDiv(-step.sizeBytes(), Channels.PIECE_BYTES));
    };
  }

  private boolean move(int[] words, int rank, Round round, int index) {
    Step step = round.steps().get(index);
    int done = progress(rank) + 1 + index;
    if (words[done] == halves(step)) {
      return false;
    }
    boolean second = words[done] % 2 != 0;
    int peer = step.peer();
    boolean moved =
        switch (step.kind()) {
          case PUT -> put(words, pair(rank, peer), pair(peer, rank), second);
          case WRITE -> write(words, rank, round, step, second);
          case WRITTEN -> see(words, rank, round, step);
          case COPY, COMBINE -> read(words, rank, round);
          default -> take(words, pair(peer, rank), pair(rank, peer), second);
        };
    if (moved) {
      words[done]++;
    }
    return moved;
  }

  /**
   * @param back the pair the other way, of which the mark tells what has been let go of
   */
  private boolean put(int[] words, int pair, int back, boolean second) {
    if (second) {
      words[pair + ARRIVED] = words[pair + SENT];
      if (!twists.contains(Twist.MARKS_UNREAD)) {
        read(words, pair, back);
      }
      return true;
    }
    boolean full = words[pair + SENT] - words[pair + RELEASED] >= slots;
    if (full && !twists.contains(Twist.NO_RELEASE)) {
      return false;
    }
    words[pair + PAIR_WORDS + words[pair + SENT] % slots] = words[pair + SENT] + 1;
    words[pair + SENT]++;
    words[back + TOLD] = words[back + TAKEN];
    words[pair + MARK] = words[back + TAKEN];
    return true;
  }

  private boolean take(int[] words, int pair, int back, boolean second) {
    if (second) {
      words[pair + TAKEN]++;
      read(words, pair, back);
      if (words[pair + TAKEN] - words[pair + TOLD] >= releaseEvery) {
        words[pair + TOLD] = words[pair + TAKEN];
        words[pair + RELEASED] = words[pair + TAKEN];
      }
      return true;
    }
    if (words[pair + ARRIVED] <= words[pair + TAKEN]) {
      return false;
    }
    int found = words[pair + PAIR_WORDS + words[pair + TAKEN] % slots];
    if (found != words[pair + TAKEN] + 1) {
      throw new Explorer.Violation(
          "takes piece %d as %d".formatted(found, words[pair + TAKEN] + 1));
    }
    return true;
  }

  /** Takes note of a mark, and forgets it: what is known already does not make states differ. */
  private static void read(int[] words, int pair, int back) {
    words[back + RELEASED] = Math.max(words[back + RELEASED], words[pair + MARK]);
    words[pair + MARK] = 0;
  }

  private boolean write(int[] words, int rank, Round round, Step step, boolean second) {
    if (second) {
      words[pair(rank, step.peer()) + WRITTEN]++;
      return true;
    }
    if (step.sizeBytes() == 0) {
      return true;
    }
    if (step.from() == Region.BUFFER) {
      read(words, rank, round);
    }
    if (step.region() == Region.BUFFER) {
      words[cell(step.peer(), round.call(), rank)] = round.call() + 1;
    } else if (!isIn(words, step.peer(), round.call())) {
      throw new Explorer.Violation(
          "rank %d writes to rank %d's memory outside of its call %d"
              .formatted(rank, step.peer(), round.call()));
    }
    return true;
  }

  /** Whether a rank has begun a call and not ended it. */
  private boolean isIn(int[] words, int rank, int call) {
    int at = progress(rank);
    if (words[at] == programs.get(rank).size()) {
      return false;
    }
    Round round = programs.get(rank).get(words[at]);
    boolean begun = !round.first();
    for (int i = 0; i < mostSteps; i++) {
      begun |= words[at + 1 + i] > 0;
    }
    return begun && round.call() == call;
  }

  private boolean see(int[] words, int rank, Round round, Step step) {
    int pair = pair(step.peer(), rank);
    if (words[pair + WRITTEN] <= words[pair + SEEN]) {
      return false;
    }
    Step write = writes.get(step.peer() * ranks + rank).get(words[pair + SEEN]);
    if (write.region() != step.region()
        || write.offset() != step.offset()
        || write.sizeBytes() != step.sizeBytes()) {
      throw new Explorer.Violation("rank %d expects %s, was %s".formatted(rank, step, write));
    }
    int cell = words[cell(rank, round.call(), step.peer())];
    if (step.region() == Region.BUFFER && step.sizeBytes() > 0 && cell != round.call() + 1) {
      throw new Explorer.Violation("call %d sees data of %d".formatted(round.call(), cell - 1));
    }
    words[pair + SEEN]++;
    return true;
  }

  /** Nothing in the buffer may be of a later call. */
  private boolean read(int[] words, int rank, Round round) {
    for (int origin = 0; origin < ranks; origin++) {
      int call = words[cell(rank, round.call(), origin)] - 1;
      if (call > round.call()) {
        throw new Explorer.Violation(
            "rank %d reads what rank %d wrote in call %d in call %d"
                .formatted(rank, origin, call, round.call()));
      }
    }
    return true;
  }

  private void endRound(int[] words, int rank, List<Step> steps) {
    int at = progress(rank);
    for (int i = 0; i < steps.size(); i++) {
      if (words[at + 1 + i] < halves(steps.get(i))) {
        return;
      }
    }
    words[at]++;
    Arrays.fill(words, at + 1, at + 1 + mostSteps, 0);
  }
}
