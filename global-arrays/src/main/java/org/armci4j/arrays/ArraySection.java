package org.armci4j.arrays;

import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Elements of an array, as the target or an operand of collective operations: a patch, or a whole
 * array. {@link FloatingSection}, {@link IntegralSection} and {@link ComplexSection} have the
 * operations on values. Each rank computes the elements that it owns; ghosts stay. All ranks of the
 * group call the same operation with the same arguments.
 *
 * <p><b>Operands</b> have the sizes of the target, and may be at another place or distributed
 * otherwise. A rank reads elements that it does not own by gets of bounded size. An operand of the
 * target's own array is the target itself, or does not overlap with it.
 *
 * <p>Source: Global Arrays. Methods name its functions for patches; those for whole arrays have the
 * same names without {@code _patch}.
 *
 * @param <A> the type of Java arrays of the elements, such as {@code double[]}
 */
public sealed interface ArraySection<A>
    permits FloatingSection, IntegralSection, ComplexSection, GlobalArray {
  /**
   * Returns the array that has the elements.
   *
   * @return the array; a whole array returns itself
   */
  GlobalArray<A> array();

  /**
   * Returns the elements of the section.
   *
   * @return a patch of the array
   */
  Patch patch();

  /**
   * Returns the elements of the section that this rank owns.
   *
   * @return their patch, which is empty for a rank without such elements
   * @throws ArmciException when the distribution is block-cyclic; then {@link GlobalArray#blocks}
   *     has the elements
   */
  default Patch own() {
    return array().own().intersection(patch());
  }

  /**
   * Copies the elements of another section. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: {@code NGA_Copy_patch}.
   *
   * @param source a section of the same sizes
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when the sizes differ, the source overlaps with this section at another
   *     place, an array is of other {@link GlobalArrays}, or is closed
   */
  default void copyFrom(ArraySection<A> source) {
    SectionCopy.run(this, source);
  }

  /**
   * Sets this matrix to another one transposed. Collective; begins and ends with {@link
   * GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Transpose, NGA_Copy_patch}.
   *
   * @param source a matrix with as many rows as this one has columns
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has not 2 dimensions, the sizes do not fit, the source
   *     overlaps with this section, an array is of other {@link GlobalArrays}, or is closed
   */
  default void transposeFrom(ArraySection<A> source) {
    SectionCopy.transpose(this, source);
  }

  /**
   * Stores the elements of another section that a mask chooses, one behind the other from this
   * section's first element on. The other elements of this section stay. Collective; begins and
   * ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Pack}.
   *
   * @param source the section to choose from
   * @param mask has the sizes of the source; numbers other than 0 choose
   * @return how many elements were chosen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has more than 1 dimension, the mask has another size than
   *     the source, more elements are chosen than this section has, the source or the mask overlaps
   *     with this section, an array is of other {@link GlobalArrays}, or is closed
   */
  default long packFrom(ArraySection<A> source, IntegralSection<?> mask) {
    return MaskedCopies.pack(this, source, mask);
  }

  /**
   * Sets the elements of this section that a mask chooses to the first elements of another section,
   * in their order. The other elements of this section stay. Collective; begins and ends with
   * {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Unpack}.
   *
   * @param source has the new elements
   * @param mask has the sizes of this section; numbers other than 0 choose
   * @return how many elements were chosen
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has more than 1 dimension, the mask has another size than
   *     this section, more elements are chosen than the source has, the source or the mask overlaps
   *     with this section, an array is of other {@link GlobalArrays}, or is closed
   */
  default long unpackFrom(ArraySection<A> source, IntegralSection<?> mask) {
    return MaskedCopies.unpack(this, source, mask);
  }

  /**
   * Sets each element to that of another section at the last start up to it. Elements before the
   * first start stay. Collective; begins and ends with {@link GlobalArray#sync}.
   *
   * <p>Source: {@code GA_Scan_copy}.
   *
   * @param source has the elements at the starts
   * @param starts numbers other than 0 are starts
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciException when an array has more than 1 dimension, the sizes differ, the source or
   *     the starts overlap with this section, an array is of other {@link GlobalArrays}, or is
   *     closed
   */
  default void spreadFrom(ArraySection<A> source, IntegralSection<?> starts) {
    MaskedCopies.spread(this, source, starts);
  }
}
