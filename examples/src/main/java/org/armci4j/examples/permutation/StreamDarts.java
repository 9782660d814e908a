package org.armci4j.examples.permutation;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.examples.common.CyclicDeal;
import org.armci4j.examples.common.DealtLongs;
import org.armci4j.examples.common.IntList;
import org.armci4j.examples.common.PlaceHandler;
import org.armci4j.examples.permutation.DartPermutation.DartProblem;
import org.armci4j.stream.ItemStream;

/**
 * Sends each dart to the owner of its place. The owner of a place that is taken throws the dart
 * again in the next phase, so no dart goes back to its origin.
 */
final class StreamDarts implements PermutationForm {
  private final DartProblem problem;
  private final TablePositions positions;
  private final CyclicDeal places;
  private final SplittableRandom random;
  private final ItemStream thrown;
  private final ItemStream packed;

  private final long[] table;
  private final long[] own; // this rank's part of the permutation
  private IntList waiting = new IntList();
  private IntList rejected = new IntList();

  StreamDarts(Armci armci, DartProblem problem, TablePositions positions) {
    this.problem = problem;
    this.positions = positions;
    this.places = CyclicDeal.of(armci, problem.places());
    this.random = problem.random(armci.rank());
    this.table = new long[places.count()];
    this.own = new long[CyclicDeal.of(armci, problem.numbers()).count()];
    this.thrown = PlaceHandler.open(armci, this::take);
    this.packed = PlaceHandler.open(armci, (place, dart) -> own[place] = dart);
  }

  @Override
  public void permute(DealtLongs permutation) {
    Arrays.fill(table, FREE);
    for (int i = 0; i < own.length; i++) {
      rejected.add(permutation.deal().index(i));
    }
    do {
      throwRejected();
    } while (positions.isAnyLeft(rejected.size()));

    int position = positions.first(table);
    for (long dart : table) {
      if (dart != FREE) {
        CyclicDeal deal = permutation.deal();
        packed.pushLongs(deal.owner(position), deal.place(position), dart);
        position++;
      }
    }
    packed.finish();
    permutation.writeOwn(own);
  }

  /** Throws what waits here; the handlers fill the other list meanwhile. */
  private void throwRejected() {
    IntList next = waiting;
    waiting = rejected;
    rejected = next;
    for (int i = 0; i < waiting.size(); i++) {
      int place = random.nextInt(problem.places());
      thrown.pushLongs(places.owner(place), places.place(place), waiting.get(i));
    }
    thrown.finish();
    waiting.clear();
  }

  private void take(int place, long dart) {
    if (table[place] == FREE) {
      table[place] = dart;
    } else {
      rejected.add((int) dart);
    }
  }

  void close() {
    thrown.close();
    packed.close();
  }
}
