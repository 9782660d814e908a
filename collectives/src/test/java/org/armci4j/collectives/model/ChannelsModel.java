package org.armci4j.collectives.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.collectives.schedule.Schedule;
import org.armci4j.collectives.schedule.Step;

/**
 * The rings between pairs of ranks, under real schedules run one after the other with nothing
 * between: a put waits for a free slot, writes it, and signals; a take waits for the signal, reads,
 * and releases. Steps of one round proceed in any order, of different ranks in any interleaving. A
 * take must find the piece that it is to take.
 */
final class ChannelsModel implements Explorer.Model<List<Integer>> {
  private final int ranks;
  private final int slots;
  private final boolean waitsForRelease;

  /** For each rank the rounds of all its schedules; local steps are left out. */
  private final List<List<List<Step>>> programs = new ArrayList<>();

  private final int mostSteps;

  /**
   * @param calls for each call the schedule of each rank
   * @param waitsForRelease whether a put waits for a free slot, as it must
   */
  ChannelsModel(int ranks, int slots, List<List<Schedule>> calls, boolean waitsForRelease) {
    this.ranks = ranks;
    this.slots = slots;
    this.waitsForRelease = waitsForRelease;
    int most = 1;
    for (int rank = 0; rank < ranks; rank++) {
      List<List<Step>> rounds = new ArrayList<>();
      for (List<Schedule> call : calls) {
        for (List<Step> round : call.get(rank).rounds()) {
          List<Step> moves = round.stream().filter(step -> step.peer() >= 0).toList();
          if (!moves.isEmpty()) {
            rounds.add(moves);
            most = Math.max(most, moves.size());
          }
        }
      }
      programs.add(rounds);
    }
    this.mostSteps = most;
  }

  // A state: for each rank its round and twice the pieces moved of each step of it (odd within a
  // piece); for each pair sent, arrived, taken, released; for each pair and slot the piece in it.
  private int progress(int rank) {
    return rank * (1 + mostSteps);
  }

  private int pair(int from, int to) {
    return ranks * (1 + mostSteps) + (from * ranks + to) * (4 + slots);
  }

  @Override
  public List<Integer> start() {
    Integer[] words = new Integer[pair(ranks, 0)];
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
      int round = state.get(progress(rank));
      if (round < programs.get(rank).size()) {
        List<Step> steps = programs.get(rank).get(round);
        for (int i = 0; i < steps.size(); i++) {
          int[] words = state.stream().mapToInt(Integer::intValue).toArray();
          if (move(words, rank, i, steps.get(i))) {
            endRound(words, rank, steps);
            next.add(Arrays.stream(words).boxed().toList());
          }
        }
      }
    }
    return next;
  }

  private static int halves(Step step) {
    long pieces = Math.max(1, -Math.floorDiv(-step.sizeBytes(), Channels.PIECE_BYTES));
    return (int) (2 * pieces);
  }

  private boolean move(int[] words, int rank, int index, Step step) {
    int done = progress(rank) + 1 + index;
    if (words[done] == halves(step)) {
      return false;
    }
    boolean second = words[done] % 2 != 0;
    boolean moved =
        step.kind() == Step.Kind.PUT
            ? put(words, pair(rank, step.peer()), second)
            : take(words, pair(step.peer(), rank), second);
    if (moved) {
      words[done]++;
    }
    return moved;
  }

  private boolean put(int[] words, int pair, boolean second) {
    if (second) {
      words[pair + 1] = words[pair];
      return true;
    }
    if (waitsForRelease && words[pair] - words[pair + 3] >= slots) {
      return false;
    }
    words[pair + 4 + words[pair] % slots] = words[pair] + 1;
    words[pair]++;
    return true;
  }

  private boolean take(int[] words, int pair, boolean second) {
    if (second) {
      words[pair + 3] = ++words[pair + 2];
      return true;
    }
    if (words[pair + 1] <= words[pair + 2]) {
      return false;
    }
    int found = words[pair + 4 + words[pair + 2] % slots];
    if (found != words[pair + 2] + 1) {
      throw new Explorer.Violation("takes piece %d as %d".formatted(found, words[pair + 2] + 1));
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
