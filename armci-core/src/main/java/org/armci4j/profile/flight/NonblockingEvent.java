package org.armci4j.profile.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A nonblocking collective. The thread that ends it is any, so it has no stack. */
@Name("org.armci4j.NonblockingCollective")
@Label("Nonblocking Collective")
@Category("armci4j")
@Description("A nonblocking collective from its start to its end; its rank may compute meanwhile")
@StackTrace(false)
@Threshold("100 us")
final class NonblockingEvent extends CollectiveFields {}
