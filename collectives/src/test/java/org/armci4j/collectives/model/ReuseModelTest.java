package org.armci4j.collectives.model;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Selection;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.model.Explorer.Violation;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Buffers are written again only after their readers have let go: every interleaving of 2 to 4
 * ranks, and that the models notice when the wait for it is left out.
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
            .explore(new BoardModel(ranks, slots, CALLS.subList(0, calls), true));
    assertTrue(states > 20, "explored " + states);
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "3, 1", "3, 2", "4, 1"})
  void boardNeedsItsWait(int ranks, int slots) {
    BoardModel without = new BoardModel(ranks, slots, List.of(FROM_0, FROM_0, FROM_0), false);
    assertThrows(Violation.class, () -> new Explorer<List<Integer>>().explore(without));
  }

  /** Calls back to back, of one and of several pieces, from changing roots. */
  private static List<List<Schedule>> calls(int ranks) {
    long piece = Channels.PIECE_BYTES;
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

  private static List<Schedule> schedules(
      Operation operation, String name, int ranks, int root, long bytes) {
    List<Schedule> all = new ArrayList<>();
    for (int place = 0; place < ranks; place++) {
      Shape shape = new Shape(operation, place, ranks, root, bytes / 8, 8);
      all.add(Selection.find(operation, name).builder().apply(shape));
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "3, 1", "3, 2", "4, 1"})
  void channelsHold(int ranks, int slots) {
    ChannelsModel model = new ChannelsModel(ranks, slots, calls(ranks), true);
    int states = new Explorer<List<Integer>>().explore(model);
    assertTrue(states > 20, "explored " + states);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void channelsNeedTheirWait(int ranks) {
    ChannelsModel without = new ChannelsModel(ranks, 1, calls(ranks), false);
    assertThrows(Violation.class, () -> new Explorer<List<Integer>>().explore(without));
  }

  /** The chain's root takes results with a lag: with less room than that it would stop for ever. */
  @Test
  void chainDoesNotStop() {
    List<List<Schedule>> chain =
        List.of(schedules(Operation.REDUCE, "chain", 2, 0, 9 * Channels.PIECE_BYTES));
    new Explorer<List<Integer>>().explore(new ChannelsModel(2, Channels.SLOTS, chain, true));
    ChannelsModel tight = new ChannelsModel(2, 1, chain, true);
    assertThrows(Violation.class, () -> new Explorer<List<Integer>>().explore(tight));
  }
}
