package org.armci4j.collectives.selection;

import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Group;

/** Names how far the ranks of a group are from each other. */
public enum GroupSpan {
  /** They are on one host, and each has a core of its own. */
  HOST,
  /** They are on one host, and share cores. */
  CROWDED_HOST,
  /** They exchange messages between hosts. */
  NETWORK;

  /** Returns the span of a group, whatever its cores. */
  public static GroupSpan of(Armci armci, Group group) {
    return IntStream.of(group.ranks()).allMatch(armci.domains()::isHere) ? HOST : NETWORK;
  }
}
