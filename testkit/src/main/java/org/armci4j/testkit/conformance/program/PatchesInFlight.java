package org.armci4j.testkit.conformance.program;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.strided.Section;
import org.armci4j.strided.Strided;
import org.armci4j.testkit.conformance.shape.StridedModel;
import org.armci4j.testkit.conformance.trial.Trial;

/**
 * Starts seven puts, of 1 to 7 dimensions, to different targets at once, each with a handle of its
 * own, from native memory. After waits and fences it gets all of them back.
 */
final class PatchesInFlight {
  private static final int ROUNDS = 20;
  private static final int MOST = Boxes.MOST_DIMENSIONS;

  private PatchesInFlight() {}

  /** Records a put under way: its source and its target. */
  private record Flight(
      MemorySegment source, Section from, GlobalMemory memory, int target, Section there) {}

  static void run(Trial trial) {
    Armci armci = trial.armci();
    GlobalMemory[] memories = new GlobalMemory[MOST + 1];
    for (int d = 1; d <= MOST; d++) {
      memories[d] = armci.allocate(armci.size() * Boxes.remote(d).sizeBytes());
    }
    Strided strided = Strided.of(armci);
    for (int round = 0; round < trial.times(ROUNDS); round++) {
      try (Arena arena = Arena.ofConfined()) {
        round(trial, strided, memories, round, arena);
      }
    }
    for (int d = 1; d <= MOST; d++) {
      armci.free(memories[d]);
    }
  }

  private static void round(
      Trial trial, Strided strided, GlobalMemory[] memories, int round, Arena arena) {
    SplittableRandom random = trial.random(round);
    Flight[] flights = new Flight[MOST + 1];
    Handle[] handles = new Handle[MOST + 1];
    for (int d = 1; d <= MOST; d++) {
      int target = (trial.rank() + d + round) % trial.size();
      flights[d] = flight(random, d, trial.rank(), memories[d], target, arena);
      handles[d] = trial.armci().newHandle();
      Flight flight = flights[d];
      strided.nbPut(
          flight.source, flight.from, flight.memory, flight.target, flight.there, handles[d]);
    }
    for (int d = MOST; d >= 1; d--) {
      handles[d].await();
      trial.armci().fence(flights[d].target);
    }
    for (int d = 1; d <= MOST; d++) {
      Flight flight = flights[d];
      MemorySegment back = arena.allocate(flight.source.byteSize(), 8);
      strided.nbGet(flight.memory, flight.target, flight.there, back, flight.from, handles[1]);
      handles[1].await();
      MemorySegment expected = arena.allocate(back.byteSize());
      StridedModel.copy(flight.source, flight.from, expected, flight.from);
      String what = Text.format("%d dimensions in round %d", d, round);
      trial.requireSame(expected, back, () -> what);
    }
  }

  /** Puts a random box into this rank's part of the target's block. */
  private static Flight flight(
      SplittableRandom random, int d, int rank, GlobalMemory memory, int target, Arena arena) {
    MemorySegment bytes = StridedModel.random(random, Boxes.local(d).sizeBytes());
    MemorySegment source = arena.allocate(bytes.byteSize(), 8).copyFrom(bytes);
    long[] sizes = Boxes.randomSizes(random, d);
    Section from = Boxes.local(d).box(Boxes.randomLower(random, sizes, 0), sizes);
    Section box = Boxes.remote(d).box(Boxes.randomLower(random, sizes, 1), sizes);
    Section there = box.at(box.offset() + rank * Boxes.remote(d).sizeBytes());
    return new Flight(source, from, memory, target, there);
  }
}
