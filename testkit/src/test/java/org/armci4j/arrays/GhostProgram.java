package org.armci4j.arrays;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
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
      forget();
      array.updateGhosts(periodic);
      check(periodic, List.of());
      forget();
      update(periodic, List.of());
      forget();
      update(periodic, anyDirections());
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
   * @param directions of the ghosts; none for all
   */
  private void update(boolean periodic, List<int[]> directions) {
    Handle handle = armci.newHandle();
    if (directions.isEmpty()) {
      array.nbUpdateGhosts(periodic, handle);
    }
    for (int[] direction : directions) {
      array.nbUpdateGhosts(periodic, handle, direction);
    }
    handle.await();
    check(periodic, directions);
    array.sync();
  }

  /** Compares the block and its ghosts with the model, beyond the array's ends too. */
  private void check(boolean periodic, List<int[]> directions) {
    for (long number = 0; number < box.elements(); number++) {
      long[] index = PlainArray.index(box, number);
      long[] wrapped = new long[index.length];
      for (int d = 0; d < index.length; d++) {
        wrapped[d] = Math.floorMod(index[d], model.shape[d]);
      }
      int[] direction = direction(index);
      boolean updated =
          directions.isEmpty()
              || directions.stream().anyMatch(one -> Arrays.equals(one, direction));
      boolean exists = periodic || Arrays.equals(index, wrapped);
      boolean fresh = isOwn(index) || (updated && exists);
      assertEquals(
          fresh ? model.values[model.place(wrapped)] : OLD,
          ElementCalls.inView(array, index),
          () -> Arrays.toString(index) + " beside " + own);
    }
  }
}
