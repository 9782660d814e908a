package org.armci4j.arrays;

import java.util.function.Consumer;

/**
 * A copy of a block-cyclic section in an array with a regular distribution, for operations that
 * take a rank's elements as one block.
 */
final class RegularCopy {
  private RegularCopy() {}

  /**
   * Works on a copy, and stores it in the section. Collective: a rank whose work throws keeps step
   * with the others before it throws.
   *
   * @param reads whether the work reads the section's elements
   */
  static <A> void run(ArraySection<A> section, boolean reads, Consumer<GlobalArray<A>> work) {
    if (section.patch().isEmpty()) {
      section.array().sync();
      return;
    }
    try (GlobalArray<A> copy = section.array().createRegular(section.patch().sizes())) {
      if (reads) {
        copy.copyFrom(section);
      }
      try {
        work.accept(copy);
      } catch (RuntimeException | Error e) {
        section.array().sync(); // as the others do, before they store and after
        section.array().sync();
        throw e;
      }
      section.copyFrom(copy);
    }
  }
}
