package org.armci4j.testkit.conformance.trial;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;

/**
 * Collects the differences of one rank from the oracle: the first few in words, and their number.
 */
public final class Differences {
  private static final int KEPT = 3;

  private final int rank;
  private final List<String> first = new ArrayList<>();
  private long count;

  public Differences(int rank) {
    this.rank = rank;
  }

  public void add(String difference) {
    if (first.size() < KEPT) {
      first.add(difference);
    }
    count++;
  }

  /**
   * Returns the number of differences.
   *
   * @return 0 when all results are right
   */
  public long count() {
    return count;
  }

  /**
   * Returns one line for each difference that was kept, with the rank; empty when there is none.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    first.forEach(difference -> text.append(Text.format("rank %d: %s\n", rank, difference)));
    if (count > first.size()) {
      text.append(Text.format("rank %d: and %d more\n", rank, count - first.size()));
    }
    return text.toString();
  }
}
