package org.armci4j.examples.permutation;

import org.armci4j.examples.common.DealtLongs;

/** A way to make a random permutation. */
interface DartForm {
  /** Marks a place of the table without a dart. */
  long FREE = -1;

  /** Fills the words with their numbers in random order; all ranks together. */
  void permute(DealtLongs permutation);
}
