package org.armci4j.lab.papers;

import org.armci4j.bootstrap.text.Text;

/**
 * The limit that a ratio is to keep.
 *
 * @param limit the limit
 * @param isLeast whether it is the least that is wanted, else the most
 */
record PaperAim(double limit, boolean isLeast) {
  static PaperAim atLeast(double limit) {
    return new PaperAim(limit, true);
  }

  static PaperAim atMost(double limit) {
    return new PaperAim(limit, false);
  }

  boolean isMet(double ratio) {
    return isLeast ? ratio >= limit : ratio <= limit;
  }

  @Override
  public String toString() {
    String first = isLeast ? "at least " : "at most ";
    return first + (limit == 0 ? "0" : Text.format("%.2f", limit));
  }
}
