package org.armci4j.arrays;

import java.util.Objects;
import org.armci4j.bootstrap.text.Text;

/**
 * A patch of an array, as the target or an operand of collective operations. {@link
 * FloatingSection} and {@link IntegralSection} have the operations. Each rank computes the elements
 * that it owns; ghosts stay. All ranks of the group call the same operation with the same
 * arguments.
 *
 * <p><b>Operands</b> have the sizes of the target, and may be at another place or distributed
 * otherwise. A rank reads elements that it does not own by gets of bounded size. An operand of the
 * target's own array is the target itself, or does not overlap with it.
 *
 * <p>Source: the functions of Global Arrays for patches.
 *
 * @param <A> the type of Java arrays of the elements, such as {@code double[]}
 */
public abstract sealed class ArraySection<A> permits FloatingSection, IntegralSection {
  private final GlobalArray<A> array;
  private final Patch patch;

  ArraySection(GlobalArray<A> array, Patch patch) {
    this.array = array;
    this.patch = patch;
  }

  final GlobalArray<A> array() {
    return array;
  }

  final GlobalArrays home() {
    return array.home();
  }

  /**
   * Returns the elements of the section.
   *
   * @return a patch of the array
   */
  public final Patch patch() {
    return patch;
  }

  /**
   * Returns the elements of the section that this rank owns.
   *
   * @return their patch, which may be empty
   */
  public final Patch own() {
    return array.own().intersection(patch);
  }

  /** Throws unless another section belongs to the same ranks and has the same sizes. */
  final void requireAlike(String operation, ArraySection<A> other) {
    array.requireFellow(operation, Objects.requireNonNull(other, "section").array);
    if (!patch.hasSizesOf(other.patch)) {
      throw array.refusal(
          operation,
          Text.format(
              "section %s of array %s has not the sizes of %s",
              other.patch, other.array.name(), patch));
    }
  }

  /** Throws unless this section can be written while the ranks read another one. */
  final void requireOperand(String operation, ArraySection<A> other) {
    requireAlike(operation, other);
    if (other.array == array
        && !other.patch.equals(patch)
        && !other.patch.intersection(patch).isEmpty()) {
      throw array.refusal(
          operation,
          Text.format(
              "the operand %s overlaps with %s, which is written; copy it to another array first",
              other.patch, patch));
    }
  }

  /** Throws unless the section has at least one element. */
  final void requireElements(String operation) {
    array.requireOpen(operation);
    if (patch.isEmpty()) {
      throw array.refusal(operation, Text.format("section %s has no element to choose", patch));
    }
  }

  /** Throws when the array has more dimensions than the operation takes. */
  final void requireDimensions(String operation, int most) {
    array.requireOpen(operation);
    if (array.dimensions() > most) {
      throw array.refusal(
          operation,
          Text.format(
              "the array has %d dimensions, and the operation takes at most %d",
              array.dimensions(), most));
    }
  }

  @Override
  public String toString() {
    return Text.format("%s[%s, %s]", getClass().getSimpleName(), array.name(), patch);
  }
}
