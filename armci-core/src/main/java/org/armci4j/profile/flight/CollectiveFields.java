package org.armci4j.profile.flight;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import org.armci4j.profile.recording.CollectiveKind;

/** Fields of the events of collectives. Operation, group and call are the same on all members. */
abstract class CollectiveFields extends Event {
  @Label("Rank")
  int rank;

  @Label("Operation")
  String operation;

  @Label("Root Rank")
  @Description("The root; -1 for collectives without one")
  int root;

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Algorithm")
  @Description("What carried it out; null for barriers of groups and set-up")
  String algorithm;

  @Label("Group")
  @Description("A number that the members of the group have in common")
  int group;

  @Label("Members")
  @Description("Number of ranks of the group; 0 for groups that are not told apart")
  int members;

  @Label("Call")
  @Description("Number of the call among those of this operation in this group, from 0")
  long call;

  final void set(
      CollectiveKind kind, long number, int rootRank, long sizeBytes, String algorithmName) {
    operation = kind.label();
    group = kind.group();
    members = kind.members();
    call = number;
    root = rootRank;
    bytes = sizeBytes;
    algorithm = algorithmName;
  }
}
