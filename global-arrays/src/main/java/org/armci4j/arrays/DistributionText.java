package org.armci4j.arrays;

import java.util.Arrays;
import java.util.List;
import org.armci4j.bootstrap.text.Text;

/** Shows the blocks of a distribution to people. */
final class DistributionText {
  /** Most ranks that a text shows without dots, and ranks at both ends beside dots. */
  private static final int MOST_LINES = 1000;

  private static final int EDGE = 3;

  private DistributionText() {}

  /** Returns the text of {@link Distribution#toText}. */
  static String of(Distribution distribution) {
    int ranks = distribution.ranks();
    StringBuilder text = new StringBuilder();
    text.append(
        Text.format(
            "%s in blocks %s%s on %d ranks\n",
            Distribution.text(distribution.shape()),
            Arrays.toString(distribution.grid()),
            distribution.isCyclic() ? ", block-cyclic," : "",
            ranks));
    int shown = ranks > MOST_LINES ? EDGE : ranks;
    addBlocks(text, distribution, 0, shown);
    if (shown < ranks) {
      text.append("...\n");
      addBlocks(text, distribution, ranks - EDGE, ranks);
    }
    return text.toString();
  }

  private static void addBlocks(StringBuilder text, Distribution distribution, int from, int to) {
    for (int rank = from; rank < to; rank++) {
      List<Patch> own = distribution.blocks(rank);
      boolean some = own.size() > 2 * EDGE;
      text.append(Text.format("rank %d: %s", rank, own.isEmpty() ? "none" : ""));
      for (int slot = 0; slot < (some ? EDGE : own.size()); slot++) {
        text.append(slot == 0 ? "" : ", ").append(own.get(slot));
      }
      text.append(some ? Text.format(", ... of %d blocks\n", own.size()) : "\n");
    }
  }
}
