package org.armci4j.profile.flight;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/**
 * A call that starts a transfer, a signal or an atomic operation, until it returns. Calls with few
 * bytes are sampled.
 */
@Name("org.armci4j.Transfer")
@Label("Transfer")
@Category("armci4j")
@Description("A call that starts a transfer, a signal or an atomic operation, until it returns")
@Threshold("100 us")
final class TransferEvent extends Event {
  @Label("Rank")
  int rank;

  @Label("Operation")
  String operation;

  @Label("Target Rank")
  int target;

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Calls")
  @Description("This call, and those of its kind before it that were not looked at")
  int calls;
}
