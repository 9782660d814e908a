package org.armci4j.collectives.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.schedule.Step;

/**
 * The rings between pairs of ranks, the collective buffers and the writes to destinations, under
 * real schedules run one after the other with nothing between. Steps of one round proceed in any
 * order, of different ranks in any interleaving.
 *
 * <p>What is sent arrives at once. To arrive later does no harm: a rank waits for everything that
 * is sent to it in a call, and looks at nothing and ends no call before it is there. So it does not
 * matter either that a rank settles what it has sent, which is left out.
 *
 * <ul>
 *   <li>A put waits for a free slot, writes it, and signals, which also tells what its rank has
 *       released of the peer's pieces; a take waits for the signal, reads, releases, and tells of
 *       that if enough is released of which nobody has told. A take must find the piece that it is
 *       to take.
 *   <li>A write changes the peer's memory, and signals. Into a destination it may go only while the
 *       peer is in the same call: the memory is the user's before and after. It must go where the
 *       peer waits for it.
 *   <li>What is deposited is there when the address has come that is put after it.
 *   <li>A rank that reads a collective buffer must find there what it has waited for, and nothing
 *       later.
 * </ul>
 */
final class ChannelsModel implements Explorer.Model<List<Integer>> {
  /** In what a run differs from the usual. */
  enum Twist {
    /** Destinations lie apart, so that what is to be written goes through the rings. */
    APART,
    /** Destinations are lent, so that behind each address comes a key. */
    LENT,
    /** Wrong: puts do not wait for a free slot. */
    NO_RELEASE,
    /**
     * Wrong: a rank that waits for a slot does not look at marks of pieces that it has not taken.
     */
    MARKS_UNREAD,
    /** Wrong: writes do not wait for the peer's address. */
    NO_ADDRESS,
    /** Wrong: an address overtakes what was deposited before it. */
    OVERTAKING
  }

  /** The steps of one round of one call. */
  private record Round(int call, boolean first, List<Step> steps) {}

  /** Where in a collective buffer a write goes. */
  private record Place(long offset, long sizeBytes) {
    boolean overlaps(long from, long bytes) {
      return offset < from + bytes && from < offset + sizeBytes;
    }
  }

  /** A step that writes, and its call. */
  private record Write(int call, Step step) {}

  // Words of a pair of ranks, two of each: for buffers, and for destinations. The rings follow.
  private static final int LANES = 2;
  private static final int WRITTEN = 0;
  private static final int SEEN = WRITTEN + LANES;
  private static final int PAIR_WORDS = SEEN + LANES;

  // Words of a ring, of which a pair has two: for short pieces, and for longer ones. Slots follow.
  private static final int RINGS = 2;
  private static final int SENT = 0;
  private static final int TAKEN = 1;
  private static final int RELEASED = 2;
  private static final int TOLD = 3;
  private static final int MARK = 4;
  private static final int RING_WORDS = 5;

  private final int ranks;
  private final int slots;
  private final int releaseEvery;
  private final long pieceBytes;
  private final int buffers;
  private final Set<Twist> twists;
  private final List<List<Round>> programs = new ArrayList<>();

  /** For each pair and lane the writes of the one to the other, in order. */
  private final List<List<Write>> writes = new ArrayList<>();

  private final List<Place> places;
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
    this.pieceBytes = Channels.pieceBytes(ranks);
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
      for (int lane = 0; lane < LANES; lane++) {
        writes.add(writes(pair / ranks, pair % ranks, lane));
      }
    }
    this.places =
        writes.stream()
            .flatMap(List::stream)
            .map(Write::step)
            .filter(step -> step.region() == Region.BUFFER && step.sizeBytes() > 0)
            .map(step -> new Place(step.offset(), step.sizeBytes()))
            .distinct()
            .toList();
  }

  private List<Write> writes(int from, int to, int lane) {
    List<Write> found = new ArrayList<>();
    for (Round round : programs.get(from)) {
      for (Step step : round.steps()) {
        boolean writes = step.kind() == Step.Kind.WRITE || step.kind() == Step.Kind.DEPOSIT;
        if (writes && step.peer() == to && lane(step) == lane) {
          found.add(new Write(round.call(), step));
        }
      }
    }
    return found;
  }

  private static int lane(Step step) {
    return step.region() == Region.BUFFER ? 0 : 1;
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
          case WRITE, LEND -> Step.Kind.PUT;
          case WRITTEN, READ -> Step.Kind.TAKE;
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

  // A state: for each rank its round and what is done of each step of it; then the pairs; then for
  // each rank, buffer, origin and place the number of the write that is there.
  private int progress(int rank) {
    return rank * (1 + mostSteps);
  }

  private int pair(int from, int to) {
    return ranks * (1 + mostSteps) + (from * ranks + to) * (PAIR_WORDS + RINGS * ringWords());
  }

  private int ringWords() {
    return RING_WORDS + slots;
  }

  /** The ring from one rank to another that serves the next piece of a step. */
  private int ring(int from, int to, Step step, int part) {
    long bytes = Math.min(pieceBytes, step.sizeBytes() - part * pieceBytes);
    int ring = bytes <= Channels.SHORT_BYTES ? 0 : 1;
    return pair(from, to) + PAIR_WORDS + ring * ringWords();
  }

  private int slot(int ring, int piece) {
    return ring + RING_WORDS + piece % slots;
  }

  private int cell(int rank, int call, int origin, int place) {
    int buffer = turns[call] % buffers;
    int before = ((rank * buffers + buffer) * ranks + origin) * places.size() + place;
    return pair(ranks, 0) + before;
  }

  @Override
  public List<Integer> start() {
    Integer[] words = new Integer[pair(ranks, 0) + ranks * buffers * ranks * places.size()];
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

  private int parts(Step step) {
    if (step.region() == Region.ADDRESSES && twists.contains(Twist.LENT)) {
      return 2;
    }
    return switch (step.kind()) {
      case PUT, TAKE, TAKE_LEFT, TAKE_RIGHT -> (int) -Math.floorDiv(-step.sizeBytes(), pieceBytes);
      default -> 1;
    };
  }

  private boolean move(int[] words, int rank, Round round, int index) {
    Step step = round.steps().get(index);
    int done = progress(rank) + 1 + index;
    if (words[done] == parts(step) || isBehindDeposit(words, rank, round, index)) {
      return false;
    }
    int peer = step.peer();
    int part = words[done];
    boolean moved =
        switch (step.kind()) {
          case PUT -> put(words, ring(rank, peer, step, part), ring(peer, rank, step, part));
          case WRITE, DEPOSIT -> write(words, rank, round, step);
          case WRITTEN -> see(words, rank, round, step);
          case DEPOSITED -> seeDeposit(words, rank, round, step);
          case COPY, COMBINE -> read(words, rank, round, step);
          case LEND -> true;
          case READ -> readOf(words, peer, round);
          default -> take(words, ring(peer, rank, step, part), ring(rank, peer, step, part));
        };
    if (moved) {
      words[done]++;
    }
    return moved;
  }

  /**
   * @param back the ring the other way, of which the mark tells what has been let go of
   */
  private boolean put(int[] words, int ring, int back) {
    boolean full = words[ring + SENT] - words[ring + RELEASED] >= slots;
    if (full && !twists.contains(Twist.NO_RELEASE)) {
      return false;
    }
    words[slot(ring, words[ring + SENT])] = words[ring + SENT] + 1;
    words[ring + SENT]++;
    words[back + TOLD] = words[back + TAKEN];
    words[ring + MARK] = words[back + TAKEN];
    if (!twists.contains(Twist.MARKS_UNREAD)) {
      readMark(words, ring, back);
    }
    return true;
  }

  private Write write(int from, int to, int lane, int number) {
    return writes.get((from * ranks + to) * LANES + lane).get(number);
  }

  private boolean take(int[] words, int ring, int back) {
    if (words[ring + SENT] <= words[ring + TAKEN]) {
      return false;
    }
    int found = words[slot(ring, words[ring + TAKEN])];
    if (found != words[ring + TAKEN] + 1) {
      throw new Explorer.Violation(
          Text.format("takes piece %d as %d", found, words[ring + TAKEN] + 1));
    }
    words[ring + TAKEN]++;
    readMark(words, ring, back);
    if (words[ring + TAKEN] - words[ring + TOLD] >= releaseEvery) {
      words[ring + TOLD] = words[ring + TAKEN];
      words[ring + RELEASED] = words[ring + TAKEN];
    }
    return true;
  }

  /** Takes note of a mark, and forgets it: what is known already does not make states differ. */
  private static void readMark(int[] words, int ring, int back) {
    words[back + RELEASED] = Math.max(words[back + RELEASED], words[ring + MARK]);
    words[ring + MARK] = 0;
  }

  private boolean write(int[] words, int rank, Round round, Step step) {
    int peer = step.peer();
    int number = ++words[pair(rank, peer) + WRITTEN + lane(step)];
    if (step.sizeBytes() > 0 && step.region() == Region.BUFFER) {
      int place = places.indexOf(new Place(step.offset(), step.sizeBytes()));
      words[cell(peer, round.call(), rank, place)] = number;
    } else if (step.region() != Region.BUFFER && !isIn(words, peer, round.call())) {
      throw new Explorer.Violation(
          Text.format(
              "rank %d writes to rank %d's memory outside of its call %d",
              rank, peer, round.call()));
    }
    return step.from() != Region.BUFFER || read(words, rank, round, step);
  }

  private boolean readOf(int[] words, int peer, Round round) {
    if (!isIn(words, peer, round.call())) {
      throw new Explorer.Violation(
          Text.format("rank %d's memory is read outside of its call %d", peer, round.call()));
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
    int lane = lane(step);
    int pair = pair(step.peer(), rank);
    if (words[pair + WRITTEN + lane] <= words[pair + SEEN + lane]) {
      return false;
    }
    Write write = write(step.peer(), rank, lane, words[pair + SEEN + lane]);
    if (write.call() != round.call()
        || write.step().offset() != step.offset()
        || write.step().sizeBytes() != step.sizeBytes()) {
      throw new Explorer.Violation(Text.format("rank %d expects %s, was %s", rank, step, write));
    }
    words[pair + SEEN + lane]++;
    return true;
  }

  /** Whether a step puts and one before it deposits, which is done first. */
  private boolean isBehindDeposit(int[] words, int rank, Round round, int index) {
    if (round.steps().get(index).kind() != Step.Kind.PUT || twists.contains(Twist.OVERTAKING)) {
      return false;
    }
    for (int i = 0; i < index; i++) {
      boolean deposits = round.steps().get(i).kind() == Step.Kind.DEPOSIT;
      if (deposits && words[progress(rank) + 1 + i] == 0) {
        return true;
      }
    }
    return false;
  }

  /** What was deposited has come before the address. */
  private boolean seeDeposit(int[] words, int rank, Round round, Step step) {
    int address = 0;
    while (!tellsAddress(round.steps().get(address), step.peer())) {
      address++;
    }
    if (words[progress(rank) + 1 + address] == 0) {
      return false;
    }
    if (!see(words, rank, round, step)) {
      throw new Explorer.Violation(Text.format("rank %d misses %s", rank, step));
    }
    return true;
  }

  private static boolean tellsAddress(Step step, int peer) {
    return step.kind() == Step.Kind.TAKE
        && step.region() == Region.ADDRESSES
        && step.peer() == peer;
  }

  /** Nothing that is read in the buffer may have come later than what was waited for. */
  private boolean read(int[] words, int rank, Round round, Step step) {
    for (int origin = 0; origin < ranks; origin++) {
      for (int place = 0; place < places.size(); place++) {
        int number = words[cell(rank, round.call(), origin, place)];
        if (number > words[pair(origin, rank) + SEEN]
            && places.get(place).overlaps(step.fromOffset(), step.sizeBytes())) {
          throw new Explorer.Violation(
              Text.format(
                  "rank %d reads in call %d what rank %d has written too early",
                  rank, round.call(), origin));
        }
      }
    }
    return true;
  }

  private void endRound(int[] words, int rank, List<Step> steps) {
    int at = progress(rank);
    for (int i = 0; i < steps.size(); i++) {
      if (words[at + 1 + i] < parts(steps.get(i))) {
        return;
      }
    }
    words[at]++;
    Arrays.fill(words, at + 1, at + 1 + mostSteps, 0);
  }
}
