package org.armci4j.collectives.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.text.Text;

/**
 * The board of the direct collectives, step by step as its code goes: claim (one look at each other
 * rank), write the first and the last byte of the slot, publish, await and read from each rank that
 * is wanted, finish. A read must find the data of its own epoch, both bytes.
 */
final class EpochBoardModel implements Explorer.Model<List<Integer>> {
  private final int ranks;
  private final int slots;
  private final List<int[]> calls;
  private final boolean claims;
  private final int showEvery;
  private final boolean inSteps;

  /**
   * @param calls one for each epoch: its root, or −1 where all publish and read; a second entry
   *     makes the root the only reader
   * @param claims whether a rank waits before it writes a slot again, as it must
   * @param showEvery after how many epochs a rank says that it has finished them; the board does
   *     after a quarter of its slots
   */
  EpochBoardModel(int ranks, int slots, List<int[]> calls, boolean claims, int showEvery) {
    this(ranks, slots, calls, claims, showEvery, false);
  }

  /**
   * @param inSteps whether a rank that finds its slot in use looks again later until it is free, as
   *     calls do that do not wait inside, and not until half of the slots are
   */
  EpochBoardModel(
      int ranks, int slots, List<int[]> calls, boolean claims, int showEvery, boolean inSteps) {
    this.ranks = ranks;
    this.slots = slots;
    this.calls = calls;
    this.claims = claims;
    this.showEvery = showEvery;
    this.inSteps = inSteps;
  }

  // A state: for each rank its program counter, what it knows all have finished, its finished word;
  // then for each rank and slot: number, first byte, last byte.
  private static final int WORDS = 3;

  private int slot(int rank, int epoch) {
    return WORDS * ranks + (rank * slots + epoch % slots) * 3;
  }

  /**
   * Steps of an epoch: look at all words, wait for each rank, write, write, publish, (await, read,
   * read) each, finish.
   */
  private int steps() {
    return firstWrite() + 3 + 3 * ranks + 1;
  }

  private int firstWrite() {
    return 1 + ranks;
  }

  /** What a rank that finds all slots in use waits for: half of them. */
  private int awaited(int epoch) {
    return epoch - Math.max(1, slots / 2);
  }

  private int lowestFinished(int[] words, int except) {
    int lowest = Integer.MAX_VALUE;
    for (int rank = 0; rank < ranks; rank++) {
      if (rank != except) {
        lowest = Math.min(lowest, words[WORDS * rank + 2]);
      }
    }
    return lowest;
  }

  @Override
  public List<Integer> start() {
    Integer[] words = new Integer[WORDS * ranks + ranks * slots * 3];
    Arrays.fill(words, 0);
    return List.of(words);
  }

  @Override
  public boolean isEnd(List<Integer> state) {
    for (int rank = 0; rank < ranks; rank++) {
      if (state.get(WORDS * rank) < steps() * calls.size()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<List<Integer>> next(List<Integer> state) {
    List<List<Integer>> next = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      if (state.get(WORDS * rank) < steps() * calls.size()) {
        int[] words = state.stream().mapToInt(Integer::intValue).toArray();
        if (step(words, rank)) {
          next.add(Arrays.stream(words).boxed().toList());
        }
      }
    }
    return next;
  }

  private boolean publishes(int[] call, int rank) {
    return call[0] < 0 || (call.length == 1) == (call[0] == rank);
  }

  private boolean reads(int[] call, int rank, int from) {
    return rank != from && publishes(call, from) && (call.length == 1 || call[0] == rank);
  }

  /** Takes a rank's next step in {@code words}; false when it must wait. */
  private boolean step(int[] words, int rank) {
    int counter = WORDS * rank;
    int epoch = words[counter] / steps() + 1;
    int step = words[counter] % steps();
    int[] call = calls.get(epoch - 1);
    int write = step - firstWrite();
    if (step == 0) {
      if (mustClaim(words, rank)) {
        words[counter + 1] = Math.max(words[counter + 1], lowestFinished(words, rank));
        if (inSteps && mustClaim(words, rank)) {
          return false;
        }
      }
    } else if (write < 0) {
      boolean waits = mustClaim(words, rank) && step - 1 != rank;
      if (waits && words[WORDS * (step - 1) + 2] < awaited(epoch)) {
        return false;
      }
    } else if (write < 3) {
      if (mustClaim(words, rank)) {
        words[counter + 1] = awaited(epoch);
      }
      if (publishes(call, rank)) {
        int slot = slot(rank, epoch);
        words[slot + (write + 1) % 3] = epoch;
      }
    } else if (step < steps() - 1) {
      int from = (write - 3) / 3;
      if (reads(call, rank, from)) {
        int part = (write - 3) % 3;
        int word = words[slot(from, epoch) + part];
        if (part == 0 && word < epoch) {
          return false;
        }
        if (part > 0 && word != epoch) {
          throw new Explorer.Violation(
              Text.format(
                  "rank %d reads epoch %d of rank %d in epoch %d", rank, word, from, epoch));
        }
      }
    } else {
      if (epoch - words[counter + 2] >= showEvery) {
        words[counter + 2] = epoch;
      }
      if (call[0] < 0) {
        words[counter + 1] = Math.max(words[counter + 1], epoch - 1);
      }
    }
    words[counter]++;
    // Steps that do nothing are passed over with the one before: they interleave with nothing.
    while (words[counter] < steps() * calls.size() && isIdle(words, rank)) {
      words[counter]++;
    }
    return true;
  }

  private boolean isIdle(int[] words, int rank) {
    int epoch = words[WORDS * rank] / steps() + 1;
    int step = words[WORDS * rank] % steps();
    int[] call = calls.get(epoch - 1);
    int write = step - firstWrite();
    if (write < 0) {
      return step - 1 == rank || !mustClaim(words, rank);
    }
    if (write < 3) {
      return !publishes(call, rank);
    }
    return step < steps() - 1 && !reads(call, rank, (write - 3) / 3);
  }

  /** Whether a rank does not know yet that its slot of its present epoch is free. */
  private boolean mustClaim(int[] words, int rank) {
    int epoch = words[WORDS * rank] / steps() + 1;
    return claims
        && publishes(calls.get(epoch - 1), rank)
        && epoch - slots > words[WORDS * rank + 1];
  }
}
