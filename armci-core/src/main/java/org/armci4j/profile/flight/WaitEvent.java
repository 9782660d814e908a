package org.armci4j.profile.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A wait outside blocking collectives. */
@Name("org.armci4j.Wait")
@Label("Wait")
@Category("armci4j")
@Description("A wait for transfers, fences, signals, mutexes, replies, nonblocking collectives")
@Threshold("100 us")
final class WaitEvent extends Event {
  @Label("Rank")
  int rank;

  @Label("Cause")
  String cause;

  @Label("Awaited Rank")
  @Description("The rank that was waited for; -1 where the wait does not know it")
  int source;

  @Label("Calls")
  @Description("This wait, and for a fence those before it that were not looked at")
  int calls;
}
