package org.armci4j.lab.papers;

/**
 * One measure of a row: a figure divided by another one, or a figure alone.
 *
 * @param measure what is divided by what
 * @param first the figure
 * @param second what it is divided by; null if the figure stands alone
 * @param paper the same ratio in the paper, as text; empty if the text gives none
 * @param aim the limit; null if there is none
 */
record PaperRatio(
    String measure, PaperFigure first, PaperFigure second, String paper, PaperAim aim) {
  /** Returns the same ratio with an aim. */
  PaperRatio with(PaperAim other) {
    return new PaperRatio(measure, first, second, paper, other);
  }
}
