package org.armci4j.collectives.model;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.model.ChannelsModel.Twist;
import org.armci4j.collectives.model.Explorer.Violation;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Region;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.selection.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Buffers are written again only after their readers have let go: every interleaving of 2 to 4
 * ranks, of calls one after the other and in lanes side by side, and that the models notice when
 * the wait for it is left out.
 */
class ReuseModelTest {
  private static final int[] ALL = {-1};
  private static final int[] FROM_0 = {0};
  private static final int[] FROM_1 = {1};
  private static final int[] TO_0 = {0, 0};

  private static final List<int[]> CALLS = List.of(FROM_0, FROM_0, ALL, FROM_1, TO_0, FROM_0, ALL);

  @ParameterizedTest
  @CsvSource({"2, 1, 7", "2, 2, 7", "3, 1, 6", "3, 2, 5", "4, 1, 3", "4, 2, 3"})
  void boardHolds(int ranks, int slots, int calls) {
    int states =
        new Explorer<List<Integer>>()
            .explore(
                new EpochBoardModel(
                    ranks, slots, CALLS.subList(0, calls), true, Math.max(1, slots / 4)));
    assertTrue(states > 20, "explored " + states);
  }

  /** Calls in flight look at their own slot again and again. */
  @ParameterizedTest
  @CsvSource({"2, 1, 7, 1", "2, 2, 7, 1", "3, 1, 6, 1", "3, 2, 5, 1", "4, 1, 3, 1", "2, 8, 14, 2"})
  void boardHoldsForCallsInSteps(int ranks, int slots, int calls, int showEvery) {
    List<int[]> all = new ArrayList<>(CALLS);
    all.addAll(Collections.nCopies(Math.max(0, calls - CALLS.size()), FROM_0));
    int states =
        new Explorer<List<Integer>>()
            .explore(
                new EpochBoardModel(ranks, slots, all.subList(0, calls), true, showEvery, true));
    assertTrue(states > 20, "explored " + states);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "3, 1", "3, 2", "4, 1"})
  void boardNeedsItsWait(int ranks, int slots) {
    EpochBoardModel without =
        new EpochBoardModel(ranks, slots, List.of(FROM_0, FROM_0, FROM_0), false, 1);
    assertThrows(Violation.class, () -> new Explorer<List<Integer>>().explore(without));
  }

  /**
   * A ring that is full is waited for until half of it is free, and readers tell of every other.
   */
  @ParameterizedTest
  @CsvSource({"2, 8, 14, 2", "2, 8, 14, 4", "3, 4, 6, 1"})
  void boardHoldsWhenReadersLag(int ranks, int slots, int calls, int showEvery) {
    List<int[]> stream = Collections.nCopies(calls - 1, FROM_0);
    List<int[]> all = new ArrayList<>(stream);
    all.add(ALL);
    new Explorer<List<Integer>>().explore(new EpochBoardModel(ranks, slots, all, true, showEvery));
  }

  /**
   * Readers that told of less than the root waits for would make it wait forever: with eight slots
   * it waits for four of them, so telling every fifth time is too seldom.
   */
  @Test
  void boardNeedsItsReadersNews() {
    List<int[]> calls = new ArrayList<>(Collections.nCopies(10, FROM_0));
    calls.set(1, ALL);
    EpochBoardModel late = new EpochBoardModel(2, 8, calls, true, 5);
    assertThrows(Violation.class, () -> new Explorer<List<Integer>>().explore(late));
  }

  /** Calls back to back, of one and of several pieces, from changing roots. */
  private static List<List<Schedule>> calls(int ranks) {
    long piece = Channels.pieceBytes(ranks);
    List<List<Schedule>> calls = new ArrayList<>();
    calls.add(schedules(Operation.BROADCAST, "binomial", ranks, 0, ranks < 4 ? 3 * piece : 8));
    calls.add(schedules(Operation.BROADCAST, "binomial", ranks, 1, 8));
    calls.add(schedules(Operation.BARRIER, "dissemination", ranks, 0, 0));
    if (ranks < 4) {
      calls.add(schedules(Operation.REDUCE, "chain", ranks, 0, 8));
    }
    if (ranks == 2) {
      calls.add(schedules(Operation.ALLGATHER, "ring", ranks, 0, 2 * piece));
      calls.add(schedules(Operation.ALLREDUCE, "recursive-doubling", ranks, 0, 8));
    }
    return calls;
  }

  /** Calls that use the collective buffers, with others between. */
  private static List<List<Schedule>> buffered(int ranks) {
    String first = ranks == 3 ? "bruck" : "recursive-doubling";
    List<List<Schedule>> calls = new ArrayList<>();
    calls.add(schedules(Operation.ALLGATHER, first, ranks, 0, 64));
    calls.add(schedules(Operation.ALLGATHER, "bruck", ranks, 0, 64));
    calls.add(schedules(Operation.ALLGATHER, first, ranks, 0, 64));
    if (ranks < 4) {
      calls.add(schedules(Operation.BROADCAST, "flat", ranks, 1, 8));
      calls.add(schedules(Operation.ALLGATHER, "bruck", ranks, 0, 64));
    }
    if (ranks == 2) {
      calls.add(schedules(Operation.BARRIER, "dissemination", ranks, 0, 0));
      calls.add(schedules(Operation.ALLREDUCE, "flat-straight", ranks, 0, 64));
      calls.add(schedules(Operation.ALLGATHER, "flat-straight", ranks, 0, 64));
      calls.add(schedules(Operation.ALLGATHER, first, ranks, 0, 64));
    }
    return calls;
  }

  /** Several windows, which use the parts of the buffer in turn. */
  private static List<List<Schedule>> windows(int ranks, int windows, int calls) {
    long bytes = windows * (Channels.BUFFER_BYTES / 3 / (ranks - 1) * ranks);
    return Collections.nCopies(
        calls, schedules(Operation.ALLREDUCE, "pairwise-straight", ranks, 0, bytes));
  }

  /** Calls that write straight to destinations, from changing roots, of several blocks. */
  private static List<List<Schedule>> straight(int ranks) {
    List<List<Schedule>> calls = new ArrayList<>();
    long block = 64 * 1024;
    calls.add(
        schedules(
            Operation.BROADCAST, "binomial-straight", ranks, 0, ranks < 4 ? 2 * block : block));
    calls.add(schedules(Operation.BROADCAST, "binomial-straight", ranks, 1, block));
    if (ranks < 4) {
      calls.add(schedules(Operation.ALLGATHER, "ring-straight", ranks, 0, block));
      calls.add(schedules(Operation.BROADCAST, "scatter-allgather-straight", ranks, 0, 8L * ranks));
    }
    if (ranks == 2) {
      calls.add(schedules(Operation.BROADCAST, "binomial-straight", ranks, 1, 2 * block));
      calls.add(schedules(Operation.ALLGATHER, "neighbour-straight", ranks, 0, block));
    } else {
      calls.add(schedules(Operation.BROADCAST, "chain-straight", ranks, 1, block));
    }
    if (ranks != 3) {
      // With four ranks the first step is short and the second is not.
      calls.add(schedules(Operation.ALLGATHER, "recursive-doubling", ranks, 0, 8192));
    }
    return calls;
  }

  private static List<Schedule> schedules(
      Operation operation, String name, int ranks, int root, long bytes) {
    List<Schedule> all = new ArrayList<>();
    for (int place = 0; place < ranks; place++) {
      Shape shape = new Shape(operation, place, ranks, root, bytes / 8, 8);
      all.add(Catalogue.find(operation, name).builder().apply(shape));
    }
    return all;
  }

  private static int explore(
      int ranks, int slots, int buffers, List<List<Schedule>> calls, Set<Twist> twists) {
    return new Explorer<List<Integer>>()
        .explore(new ChannelsModel(ranks, slots, buffers, calls, twists));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "3, 1", "3, 2", "4, 1"})
  void channelsHold(int ranks, int slots) {
    int states = explore(ranks, slots, 1, calls(ranks), Set.of());
    assertTrue(states > 20, "explored " + states);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void channelsNeedTheirWait(int ranks) {
    Set<Twist> without = Set.of(Twist.NO_RELEASE);
    assertThrows(Violation.class, () -> explore(ranks, 1, 1, calls(ranks), without));
  }

  /** One rank waits for a slot, and only a mark which it is to take later says that one is free. */
  @Test
  void whoWaitsForSlotsReadsMarks() {
    long piece = Channels.pieceBytes(2);
    Schedule.Builder giver = Schedule.builder();
    giver.put(1, Region.SOURCE, 0, 3 * piece).next().take(1, Region.WORK, 0, piece);
    Schedule.Builder taker = Schedule.builder();
    taker.take(0, Region.WORK, 0, piece).next().put(0, Region.SOURCE, 0, piece).next();
    taker.take(0, Region.WORK, piece, 2 * piece);
    List<List<Schedule>> calls = List.of(List.of(giver.build(), taker.build()));
    explore(2, 2, 1, calls, Set.of());
    refuses("deadlock", () -> explore(2, 2, 1, calls, Set.of(Twist.MARKS_UNREAD)));
  }

  /** Two would do here, where what is sent arrives at once; three are what is used. */
  @ParameterizedTest
  @CsvSource({"2, 2", "2, 3", "3, 2", "3, 3", "4, 2", "4, 3"})
  void collectiveBuffersHold(int ranks, int buffers) {
    int states = explore(ranks, 1, buffers, buffered(ranks), Set.of());
    assertTrue(states > 20, "explored " + states);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void oneCollectiveBufferIsTooFew(int ranks) {
    refuses("too early", () -> explore(ranks, 1, 1, buffered(ranks), Set.of()));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 4", "3, 1", "4, 1"})
  void destinationsAreWrittenOnlyInTheirCall(int ranks, int slots) {
    int states = explore(ranks, slots, Channels.BUFFERS, straight(ranks), Set.of());
    assertTrue(states > 20, "explored " + states);
  }

  /** Their keys are further pieces, for which there is a free slot or a wait. */
  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "3, 1"})
  void destinationsThatAreLentAreWrittenOnlyInTheirCall(int ranks, int slots) {
    explore(ranks, slots, Channels.BUFFERS, straight(ranks), Set.of(Twist.LENT));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void destinationsThatLieApartAreReachedToo(int ranks) {
    explore(ranks, 1, Channels.BUFFERS, straight(ranks), Set.of(Twist.APART));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void destinationsNeedTheirAddresses(int ranks) {
    List<List<Schedule>> calls = straight(ranks);
    Set<Twist> without = Set.of(Twist.NO_ADDRESS);
    refuses("outside of its call", () -> explore(ranks, 4, Channels.BUFFERS, calls, without));
  }

  @ParameterizedTest
  @CsvSource({"2, 5, 2", "2, 2, 4"})
  void sharesAreOverwrittenOnlyWhenCombined(int ranks, int windows, int calls) {
    List<List<Schedule>> all = windows(ranks, windows, calls);
    int states = explore(ranks, 1, Channels.BUFFERS, all, Set.of());
    assertTrue(states > 20, "explored " + states);
  }

  @Test
  void addressesMustNotOvertakeDeposits() {
    List<List<Schedule>> one = windows(2, 1, 1);
    refuses("misses", () -> explore(2, 1, Channels.BUFFERS, one, Set.of(Twist.OVERTAKING)));
  }

  /** Some that go through rings, through the collective buffers and to destinations. */
  private static List<List<Schedule>> inFlight(int ranks, int calls) {
    List<List<Schedule>> all = new ArrayList<>();
    all.add(schedules(Operation.BROADCAST, "binomial", ranks, 0, 8));
    all.add(schedules(Operation.BARRIER, "dissemination", ranks, 0, 0));
    all.add(schedules(Operation.ALLGATHER, "bruck", ranks, 0, 64));
    all.add(schedules(Operation.REDUCE, "chain", ranks, 1, 8));
    all.add(schedules(Operation.BROADCAST, "binomial-straight", ranks, 1, 64 * 1024));
    all.add(schedules(Operation.ALLGATHER, "bruck", ranks, 0, 64));
    return all.subList(0, calls);
  }

  @ParameterizedTest
  @CsvSource({"2, 2, 6", "2, 3, 6", "3, 2, 3"})
  void lanesHoldSideBySide(int ranks, int lanes, int calls) {
    LanesModel model =
        new LanesModel(
            ranks,
            lanes,
            1,
            Channels.BUFFERS,
            inFlight(ranks, calls),
            (rank, call) -> call % lanes);
    int states = new Explorer<List<List<Integer>>>().explore(model);
    assertTrue(states > 200, "explored " + states);
  }

  /** Were a rank to choose lanes by itself, calls would meet others than their own. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void allRanksTakeTheSameLanes(int ranks) {
    LanesModel model =
        new LanesModel(
            ranks,
            2,
            1,
            Channels.BUFFERS,
            inFlight(ranks, 3),
            (rank, call) -> (call + (rank == 1 ? 1 : 0)) % 2);
    assertThrows(Violation.class, () -> new Explorer<List<List<Integer>>>().explore(model));
  }

  private static void refuses(String words, Executable exploration) {
    Violation violation = assertThrows(Violation.class, exploration);
    assertTrue(violation.getMessage().contains(words), violation.getMessage());
  }

  /** The chain's root takes results with a lag: with less room than that it would stop forever. */
  @Test
  void chainDoesNotStop() {
    List<List<Schedule>> chain =
        List.of(schedules(Operation.REDUCE, "chain", 2, 0, 9 * Channels.pieceBytes(2)));
    explore(2, Channels.SLOTS, 1, chain, Set.of());
    assertThrows(Violation.class, () -> explore(2, 1, 1, chain, Set.of()));
  }
}
