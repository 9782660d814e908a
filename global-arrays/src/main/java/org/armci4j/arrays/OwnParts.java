package org.armci4j.arrays;

import java.util.Iterator;

/** The elements of a section that this rank owns: a patch for each of its blocks that has some. */
final class OwnParts {
  private OwnParts() {}

  /** Returns the patches, in the order of the rank's memory; none is empty. */
  static Iterable<Patch> of(ArraySection<?> section) {
    GlobalArray<?> array = section.array();
    return () -> iterator(section.patch(), array.distribution(), array.group().rank());
  }

  private static Iterator<Patch> iterator(Patch patch, Distribution distribution, int rank) {
    return distribution.blocks(rank).stream()
        .map(patch::intersection)
        .filter(part -> !part.isEmpty())
        .iterator();
  }
}
