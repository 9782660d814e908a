package org.armci4j.testkit.conformance.trial;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.text.Text;

/** Where one rank's results differ from the oracle: the first few in words, and how many. */
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
   * How many there are.
   *
   * @return 0 when all is as it should be
   */
  public long count() {
    return count;
  }

  /** One line for each that was kept, with the rank; empty when there is none. */
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
