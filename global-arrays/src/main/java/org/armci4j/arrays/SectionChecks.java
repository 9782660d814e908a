package org.armci4j.arrays;

import java.util.Objects;
import org.armci4j.bootstrap.text.Text;

/** Checks sections before an operation on them moves anything. */
final class SectionChecks {
  private SectionChecks() {}

  /** Returns whether two sections are the same elements of one array. */
  static boolean areSame(ArraySection<?> one, ArraySection<?> other) {
    return one.array() == other.array() && one.patch().equals(other.patch());
  }

  /** Returns whether two sections have an element in common. */
  static boolean overlap(ArraySection<?> one, ArraySection<?> other) {
    return one.array() == other.array() && !one.patch().intersection(other.patch()).isEmpty();
  }

  /** Throws unless another section belongs to the same ranks. */
  static void requireFellow(String operation, ArraySection<?> target, ArraySection<?> other) {
    target.array().requireFellow(operation, Objects.requireNonNull(other, "section").array());
  }

  /** Throws unless another section belongs to the same ranks and has the same sizes. */
  static void requireAlike(String operation, ArraySection<?> target, ArraySection<?> other) {
    requireFellow(operation, target, other);
    if (!target.patch().hasSizesOf(other.patch())) {
      throw target
          .array()
          .refusal(
              operation,
              Text.format(
                  "section %s of array %s has not the sizes of %s",
                  other.patch(), other.array().name(), target.patch()));
    }
  }

  /** Throws unless a section can be written while the ranks read another one. */
  static void requireOperand(String operation, ArraySection<?> target, ArraySection<?> other) {
    requireAlike(operation, target, other);
    if (!areSame(target, other)) {
      requireApart(operation, target, other);
    }
  }

  /** Throws when a section is written of which the ranks read elements for others. */
  static void requireApart(String operation, ArraySection<?> target, ArraySection<?> other) {
    if (overlap(target, other)) {
      throw target
          .array()
          .refusal(
              operation,
              Text.format(
                  "the operand %s overlaps with %s, which is written; copy it to another array"
                      + " first",
                  other.patch(), target.patch()));
    }
  }

  /** Throws unless both are matrices that do not overlap, and one has the shape of the other. */
  static void requireTransposed(String operation, ArraySection<?> target, ArraySection<?> other) {
    requireFellow(operation, target, other);
    Patch patch = target.patch();
    boolean matrices = patch.dimensions() == 2 && other.patch().dimensions() == 2;
    if (!matrices || !patch.hasSizesOf(other.patch().mirrored())) {
      throw target
          .array()
          .refusal(
              operation,
              Text.format(
                  "%s is not the shape of %s transposed",
                  Distribution.text(patch.sizes()), Distribution.text(other.patch().sizes())));
    }
    requireApart(operation, target, other);
  }

  /** Throws unless the section has at least one element. */
  static void requireElements(String operation, ArraySection<?> section) {
    section.array().requireOpen(operation);
    if (section.patch().isEmpty()) {
      throw section
          .array()
          .refusal(operation, Text.format("section %s has no element to choose", section.patch()));
    }
  }

  /** Throws when the array has more dimensions than the operation takes. */
  static void requireDimensions(String operation, ArraySection<?> section, int most) {
    GlobalArray<?> array = section.array();
    array.requireOpen(operation);
    if (array.dimensions() > most) {
      throw array.refusal(
          operation,
          Text.format(
              "the array has %d dimensions, and the operation takes at most %d",
              array.dimensions(), most));
    }
  }
}
