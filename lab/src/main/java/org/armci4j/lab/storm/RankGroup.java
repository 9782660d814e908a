package org.armci4j.lab.storm;

import java.util.Collection;
import java.util.List;

/**
 * Members of a job's group, and which of them keep each other's bytes in a partner checkpoint.
 *
 * @param ranks the members' ranks in the job, in ascending order
 * @param ranksEach number of ranks of each host of the job, with consecutive numbers
 */
record RankGroup(List<Integer> ranks, int ranksEach) {
  /** Returns the group without some members. */
  RankGroup without(Collection<Integer> lost) {
    return new RankGroup(ranks.stream().filter(rank -> !lost.contains(rank)).toList(), ranksEach);
  }

  /**
   * Returns the partner of a member: on one host the next member, else the member with the same
   * number on the next host.
   */
  int partner(int rank) {
    List<Integer> hosts = ranks.stream().map(this::host).distinct().toList();
    List<Integer> here = on(host(rank));
    if (hosts.size() == 1) {
      return here.get((here.indexOf(rank) + 1) % here.size());
    }
    List<Integer> there = on(hosts.get((hosts.indexOf(host(rank)) + 1) % hosts.size()));
    return there.get(here.indexOf(rank) % there.size());
  }

  /** Returns whether one of two members is the partner of the other. */
  boolean arePartners(int one, int other) {
    return partner(one) == other || partner(other) == one;
  }

  /**
   * Returns whether the copy of a member is lost with others. On one host any one member that is
   * left still has it.
   */
  boolean losesCopy(int rank, Collection<Integer> others) {
    return host(partner(rank)) != host(rank) && others.contains(partner(rank));
  }

  private int host(int rank) {
    return rank / ranksEach;
  }

  private List<Integer> on(int host) {
    return ranks.stream().filter(rank -> host(rank) == host).toList();
  }
}
