package org.armci4j.examples.permutation;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.examples.permutation.DartPermutation.DartProblem;
import org.armci4j.examples.words.IntList;
import org.armci4j.examples.words.RoundRobin;
import org.armci4j.examples.words.SpreadWords;
import org.armci4j.stream.ItemStream;

/**
 * Sends each dart to the owner of its place. The owner of a place that is taken throws the dart
 * again in the next phase, so no dart goes back to its origin.
 */
final class StreamDarts implements DartForm {
  private static final int ITEM_BYTES = 2 * Long.BYTES; // a place of the target, and a dart

  private final DartProblem problem;
  private final TablePositions positions;
  private final RoundRobin places;
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
    this.places = new RoundRobin(problem.places(), armci.size(), armci.rank());
    this.random = problem.random(armci.rank(), 0);
    this.table = new long[places.own()];
    this.own = new long[new RoundRobin(problem.numbers(), armci.size(), armci.rank()).own()];
    this.thrown = ItemStream.open(armci, ITEM_BYTES, (_, darts) -> take(darts));
    this.packed = ItemStream.open(armci, ITEM_BYTES, (_, darts) -> place(darts));
  }

  @Override
  public void permute(SpreadWords permutation) {
    Arrays.fill(table, FREE);
    for (int i = 0; i < own.length; i++) {
      rejected.add(permutation.deal().number(i));
    }
    do {
      throwRejected();
    } while (positions.isAnyLeft(rejected.size()));

    int position = positions.first(table);
    for (long dart : table) {
      if (dart != FREE) {
        RoundRobin deal = permutation.deal();
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

  private void take(MemorySegment darts) {
    for (long at = 0; at < darts.byteSize(); at += ITEM_BYTES) {
      int place = (int) darts.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      long dart = darts.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES);
      if (table[place] == FREE) {
        table[place] = dart;
      } else {
        rejected.add((int) dart);
      }
    }
  }

  private void place(MemorySegment darts) {
    for (long at = 0; at < darts.byteSize(); at += ITEM_BYTES) {
      int place = (int) darts.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      own[place] = darts.get(ValueLayout.JAVA_LONG_UNALIGNED, at + Long.BYTES);
    }
  }

  void close() {
    thrown.close();
    packed.close();
  }
}
