package org.armci4j.profile.flight;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A blocking collective or a barrier, with the waits in it. */
@Name("org.armci4j.Collective")
@Label("Collective")
@Category("armci4j")
@Description("A blocking collective or a barrier, with the waits in it")
@Threshold("100 us")
final class CollectiveEvent extends CollectiveFields {}
