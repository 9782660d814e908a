package org.armci4j.bootstrap.launch.plan;

import java.time.Duration;
import org.armci4j.bootstrap.text.Text;

/**
 * Says when reports tell why a job does not go on.
 *
 * @param after how long a rank may wait before a report; zero means no reports
 * @param repeated whether more reports follow while ranks still wait
 */
public record StallReports(Duration after, boolean repeated) {
  /** No reports except those that a signal asks for. */
  public static final StallReports NONE = new StallReports(Duration.ZERO, false);

  /** Checks the time. */
  public StallReports {
    if (after.isNegative()) {
      throw new IllegalArgumentException("a stall lasts a while, not " + after);
    }
  }

  /**
   * Returns why a report is printed.
   *
   * @param rank the rank that has waited so long
   * @return one line
   */
  public String reason(int rank) {
    return Text.format(
        "rank %d has waited for more than %s s (%s)",
        rank,
        Seconds.print(after),
        repeated ? "--stall" : "told once, on a terminal; --stall tells again");
  }
}
