package org.armci4j.strided;

/** Which bytes a section has, one by one, without a planner. */
final class SectionModel {
  private SectionModel() {}

  /** Where each row of a section begins, in the order of the levels. */
  static long[] rows(Section section) {
    long rows = 1;
    for (int level = 1; level <= section.levels(); level++) {
      rows *= section.count(level);
    }
    long[] offsets = new long[(int) rows];
    for (int row = 0; row < rows; row++) {
      long rest = row;
      offsets[row] = section.offset();
      for (int level = 1; level <= section.levels(); level++) {
        offsets[row] += rest % section.count(level) * section.stride(level - 1);
        rest /= section.count(level);
      }
    }
    return offsets;
  }

  /** Whether some byte belongs to two rows. */
  static boolean overlaps(Section section, int limitBytes) {
    boolean[] taken = new boolean[limitBytes];
    for (long row : rows(section)) {
      for (long i = row; i < row + section.count(0); i++) {
        if (taken[(int) i]) {
          return true;
        }
        taken[(int) i] = true;
      }
    }
    return false;
  }
}
