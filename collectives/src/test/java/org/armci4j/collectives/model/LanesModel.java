package org.armci4j.collectives.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import org.armci4j.collectives.schedule.Schedule;

/**
 * Collectives in flight side by side: each lane has channels of its own, in which its calls run one
 * after the other, and a rank's steps in all lanes proceed in any order. That a rank starts its
 * calls in their order is left out, which only adds interleavings: a start waits for nothing.
 */
final class LanesModel implements Explorer.Model<List<List<Integer>>> {
  private final List<ChannelsModel> lanes = new ArrayList<>();

  /**
   * @param number how many lanes there are
   * @param calls for each call, in the order of their starts, the schedule of each rank
   * @param laneOf the lane that a rank gives a call: of rank and number of the call
   */
  LanesModel(
      int ranks,
      int number,
      int slots,
      int buffers,
      List<List<Schedule>> calls,
      IntBinaryOperator laneOf) {
    for (int lane = 0; lane < number; lane++) {
      List<List<Schedule>> byRank = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        byRank.add(schedules(rank, lane, calls, laneOf));
      }
      lanes.add(new ChannelsModel(ranks, slots, buffers, byCall(byRank), Set.of()));
    }
  }

  private static List<Schedule> schedules(
      int rank, int lane, List<List<Schedule>> calls, IntBinaryOperator laneOf) {
    List<Schedule> all = new ArrayList<>();
    for (int call = 0; call < calls.size(); call++) {
      if (laneOf.applyAsInt(rank, call) == lane) {
        all.add(calls.get(call).get(rank));
      }
    }
    return all;
  }

  /** A rank that has fewer calls in a lane than another does nothing in the last ones. */
  private static List<List<Schedule>> byCall(List<List<Schedule>> byRank) {
    int most = byRank.stream().mapToInt(List::size).max().orElseThrow();
    List<List<Schedule>> calls = new ArrayList<>();
    for (int call = 0; call < most; call++) {
      List<Schedule> schedules = new ArrayList<>();
      for (List<Schedule> rank : byRank) {
        schedules.add(call < rank.size() ? rank.get(call) : Schedule.builder().build());
      }
      calls.add(schedules);
    }
    return calls;
  }

  @Override
  public List<List<Integer>> start() {
    return lanes.stream().map(ChannelsModel::start).toList();
  }

  @Override
  public List<List<List<Integer>>> next(List<List<Integer>> state) {
    List<List<List<Integer>>> next = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane++) {
      for (List<Integer> one : lanes.get(lane).next(state.get(lane))) {
        List<List<Integer>> all = new ArrayList<>(state);
        all.set(lane, one);
        next.add(Collections.unmodifiableList(all));
      }
    }
    return next;
  }

  @Override
  public boolean isEnd(List<List<Integer>> state) {
    for (int lane = 0; lane < lanes.size(); lane++) {
      if (!lanes.get(lane).isEnd(state.get(lane))) {
        return false;
      }
    }
    return true;
  }
}
