package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.armci4j.Armci;
import org.armci4j.Handle;

/** Updates of ghosts, of all and of some directions, beside a model. */
final class GhostProgram<A> {
  private static final long OLD = 111;

  private final Armci armci;
  private final GlobalArray<A> array;
  private final PlainArray model;
  private final SplittableRandom random;

  /** The own block, and the box of the block with its ghosts. */
  private final Patch own;

  private final Patch box;

  GhostProgram(Armci armci, GlobalArray<A> array, ArrayCase one) {
    this.armci = armci;
    this.array = array;
    this.model = new PlainArray(one.shape());
    this.random = new SplittableRandom(one.seed());
    this.own = array.own();
    long[] lower = new long[own.dimensions()];
    long[] sizes = new long[own.dimensions()];
    for (int d = 0; d < lower.length; d++) {
      lower[d] = own.lower(d) - one.ghosts();
      sizes[d] = own.isEmpty() ? 0 : own.extent(d) + 2L * one.ghosts();
    }
    this.box = Patch.at(lower).size(sizes);
  }

  void run() {
    for (int i = 0; i < model.values.length; i++) {
      model.values[i] = i % 101;
    }
    model.store(array);
    for (boolean periodic : new boolean[] {false, true}) {
      for (boolean corners : new boolean[] {false, true}) {
        Predicate<int[]> updated =
            direction -> corners || Arrays.stream(direction).map(Math::abs).sum() == 1;
        forget();
        array.updateGhosts(periodic, corners);
        check(periodic, updated);
        forget();
        update(periodic, updated, handle -> array.nbUpdateGhosts(periodic, corners, handle));
      }
      forget();
      update(periodic, _ -> true, handle -> array.nbUpdateGhosts(periodic, handle));
      forget();
      List<int[]> directions = anyDirections();
      update(
          periodic,
          direction -> directions.stream().anyMatch(one -> Arrays.equals(one, direction)),
          handle -> directions.forEach(one -> array.nbUpdateGhosts(periodic, handle, one)));
    }
  }

  /** Gives all ghosts a value that an update of others must not change. */
  private void forget() {
    for (long number = 0; number < box.elements(); number++) {
      long[] index = PlainArray.index(box, number);
      if (!isOwn(index)) {
        switch (array) {
          case FloatingArray<A> numbers -> numbers.view().set(index, OLD);
          case IntegralArray<A> numbers -> numbers.view().set(index, OLD);
          case ComplexArray<A> numbers -> numbers.view().set(PlainArray.complex(OLD), index);
        }
      }
    }
    array.sync();
  }

  private boolean isOwn(long[] index) {
    return Arrays.stream(direction(index)).allMatch(side -> side == 0);
  }

  /** Returns where a ghost lies from the block. */
  private int[] direction(long[] index) {
    int[] direction = new int[index.length];
    for (int d = 0; d < index.length; d++) {
      direction[d] = index[d] < own.lower(d) ? -1 : index[d] < own.upper(d) ? 0 : 1;
    }
    return direction;
  }

  /** Draws directions, which may be the same. */
  private List<int[]> anyDirections() {
    List<int[]> directions = new ArrayList<>();
    int count = random.nextInt(1, 4);
    while (directions.size() < count) {
      int[] direction = random.ints(own.dimensions(), -1, 2).toArray();
      if (Arrays.stream(direction).anyMatch(side -> side != 0)) {
        directions.add(direction);
      }
    }
    return directions;
  }

  /**
   * Updates ghosts, without other ranks.
   *
   * @param updated whether an update has ghosts in a direction
   */
  private void update(boolean periodic, Predicate<int[]> updated, Consumer<Handle> calls) {
    Handle handle = armci.newHandle();
    calls.accept(handle);
    handle.await();
    check(periodic, updated);
    array.sync();
  }

  /** Compares the block and its ghosts with the model, beyond the array's ends too. */
  private void check(boolean periodic, Predicate<int[]> updated) {
    for (long number = 0; number < box.elements(); number++) {
      long[] index = PlainArray.index(box, number);
      long[] wrapped = new long[index.length];
      for (int d = 0; d < index.length; d++) {
        wrapped[d] = Math.floorMod(index[d], model.shape[d]);
      }
      boolean exists = periodic || Arrays.equals(index, wrapped);
      boolean fresh = isOwn(index) || (updated.test(direction(index)) && exists);
      assertEquals(
          fresh ? model.values[model.place(wrapped)] : OLD,
          ElementCalls.inView(array, index),
          () -> Arrays.toString(index) + " beside " + own);
    }
  }
}
