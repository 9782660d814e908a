package org.armci4j.arrays;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.armci4j.arrays.kernel.ElementKind;

/**
 * Packs, unpacks and spreads elements that a mask chooses, beside a model. All ranks draw the same
 * numbers. Target, source and mask are distributed each in its own way.
 */
final class MaskedCopiesProgram<A> {
  private static final int STEPS = 6;

  private final GlobalArrays arrays;
  private final ArrayCase one;
  private final SplittableRandom random;
  private final GlobalArray<A> target;
  private final GlobalArray<A> source;
  private final IntegralArray<?> mask;
  private final PlainArray targetModel;
  private final PlainArray sourceModel;
  private final PlainArray maskModel;

  @SuppressWarnings("unchecked") // both arrays are of the case's type
  MaskedCopiesProgram(GlobalArrays arrays, ArrayCase one) {
    this.arrays = arrays;
    this.one = one;
    this.random = new SplittableRandom(one.seed() + 11);
    this.target = (GlobalArray<A>) one.create(arrays);
    this.source = (GlobalArray<A>) other(one.otherCuts(), one.kind()).create(arrays);
    this.mask =
        (IntegralArray<?>)
            other(
                    (int) Math.floorMod(one.seed(), (long) ArrayCase.CUTS),
                    random.nextBoolean() ? ElementKind.BYTE : ElementKind.LONG)
                .create(arrays);
    this.targetModel = new PlainArray(one.shape());
    this.sourceModel = new PlainArray(one.shape());
    this.maskModel = new PlainArray(one.shape());
  }

  private ArrayCase other(int cuts, ElementKind kind) {
    return new ArrayCase(one.ranks(), one.shape(), kind, cuts, 1, one.seed() + cuts);
  }

  void run() {
    for (int step = 0; step < STEPS; step++) {
      draw(targetModel, 100);
      draw(sourceModel, 100);
      drawMask(step % 3 == 0 ? 2 : 10);
      targetModel.store(target);
      sourceModel.store(source);
      maskModel.store(mask);
      long count = random.nextLong(one.shape()[0] + 1);
      long[] at = random.longs(3, 0, one.shape()[0] - count + 1).toArray();
      pack(at, (int) count);
      unpack(at, (int) count);
      spread(at, (int) count);
    }
  }

  private void draw(PlainArray model, int limit) {
    for (int i = 0; i < model.values.length; i++) {
      model.values[i] = random.nextInt(limit);
    }
  }

  /** Draws a mask in which one of some elements chooses; a row of them may choose nothing. */
  private void drawMask(int among) {
    for (int i = 0; i < maskModel.values.length; i++) {
      maskModel.values[i] = random.nextInt(among) == 0 ? random.nextInt(-3, 4) : 0;
    }
  }

  /** Returns the places that the mask chooses, from an element on. */
  private int[] chosen(long first, int count) {
    return IntStream.range(0, count).filter(i -> maskModel.values[(int) first + i] != 0).toArray();
  }

  private void pack(long[] at, int count) {
    int[] chosen = chosen(at[2], count);
    long room = chosen.length + random.nextLong(one.shape()[0] - chosen.length + 1);
    long first = random.nextLong(one.shape()[0] - room + 1);
    for (int i = 0; i < chosen.length; i++) {
      targetModel.values[(int) first + i] = sourceModel.values[(int) at[1] + chosen[i]];
    }
    ArraySection<A> into = section(target, first, room);
    assertEquals(
        chosen.length,
        into.packFrom(section(source, at[1], count), mask.section(patch(at[2], count))));
    targetModel.requireEqual(target, one.kind());
    arrays.sync();
    if (chosen.length > 0) {
      ArraySection<A> small = section(target, 0, chosen.length - 1);
      refused(
          "the mask chooses " + chosen.length,
          () -> small.packFrom(section(source, at[1], count), mask.section(patch(at[2], count))));
    }
  }

  private void unpack(long[] at, int count) {
    int[] chosen = chosen(at[2], count);
    long has = chosen.length + random.nextLong(one.shape()[0] - chosen.length + 1);
    long first = random.nextLong(one.shape()[0] - has + 1);
    for (int i = 0; i < chosen.length; i++) {
      targetModel.values[(int) at[0] + chosen[i]] = sourceModel.values[(int) first + i];
    }
    assertEquals(
        chosen.length,
        section(target, at[0], count)
            .unpackFrom(section(source, first, has), mask.section(patch(at[2], count))));
    targetModel.requireEqual(target, one.kind());
    arrays.sync();
  }

  private void spread(long[] at, int count) {
    int last = -1;
    for (int i = 0; i < count; i++) {
      last = maskModel.values[(int) at[2] + i] != 0 ? i : last;
      if (last >= 0) {
        targetModel.values[(int) at[0] + i] = sourceModel.values[(int) at[1] + last];
      }
    }
    section(target, at[0], count)
        .spreadFrom(section(source, at[1], count), mask.section(patch(at[2], count)));
    targetModel.requireEqual(target, one.kind());
    arrays.sync();
  }

  private ArraySection<A> section(GlobalArray<A> array, long first, long count) {
    Patch patch = patch(first, count);
    return patch.equals(array.patch()) ? array : array.section(patch);
  }

  private static Patch patch(long first, long count) {
    return Patch.at(first).size(count);
  }
}
