package org.armci4j.examples.permutation;

import org.armci4j.examples.common.DealtLongs;

/** A way to make a random permutation. */
interface PermutationForm {
  /** Marks a place without a number. */
  long FREE = -1;

  /** Fills the words with their numbers in random order; all ranks together. */
  void permute(DealtLongs permutation);
}
