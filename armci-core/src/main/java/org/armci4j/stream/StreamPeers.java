package org.armci4j.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.HostDomains;

/**
 * Tells which ranks of a group have slots for each other's batches: the peers of a rank. In the
 * straight form these are all ranks. In the form of two levels, a rank's peers are the ranks of its
 * host, and of each other host the ranks of the same place. The place is a rank's number among the
 * ranks of its host. Items for any other rank go through the peer of its host, which hands them on.
 *
 * <pre>
 *   host a:   0   1   2   3          peers of rank 5:   4 5 6 7, 1, 9
 *   host b:   4   5   6   7          from 5 to 10:      through 9
 *   host c:   8   9  10  11
 * </pre>
 *
 * <p>Where hosts have unequal numbers of ranks, places are counted modulo the smaller number.
 */
final class StreamPeers {
  private final int rank;

  /** The ranks of each host, in rising order. */
  private final List<int[]> hosts;

  /** Index of the host of each rank. */
  private final int[] hostOf;

  private final int[] placeOf;

  /** In rising order. */
  private final int[] peers;

  /**
   * Creates the peers of a rank.
   *
   * @param rank its number in the group
   * @param size of the group
   * @param domain gives a number for the host of each rank
   */
  StreamPeers(int rank, int size, IntUnaryOperator domain) {
    this.rank = rank;
    this.hosts = new ArrayList<>();
    this.hostOf = new int[size];
    this.placeOf = new int[size];
    int[] domains = IntStream.range(0, size).map(domain).toArray();
    for (int host : IntStream.of(domains).distinct().toArray()) {
      int[] members = IntStream.range(0, size).filter(i -> domains[i] == host).toArray();
      for (int place = 0; place < members.length; place++) {
        hostOf[members[place]] = hosts.size();
        placeOf[members[place]] = place;
      }
      hosts.add(members);
    }
    this.peers = IntStream.range(0, size).filter(other -> arePeers(rank, other)).toArray();
  }

  /** Returns the straight form: each rank sends to each other one. */
  static StreamPeers straight(Group group) {
    return new StreamPeers(group.rank(), group.size(), _ -> 0);
  }

  /**
   * Returns the form of two levels where it saves slots, and the straight one elsewhere. The second
   * level needs shared memory: over a network each batch that is handed on is one more message.
   */
  static StreamPeers of(Armci armci, Group group) {
    HostDomains domains = armci.domains();
    if (!domains.sharesMemory()) {
      return straight(group);
    }
    int[] ranks = group.ranks();
    StreamPeers levels = new StreamPeers(group.rank(), ranks.length, i -> domains.domain(ranks[i]));
    long shared = levels.hosts.stream().filter(members -> members.length > 1).count();
    return shared > 1 ? levels : straight(group);
  }

  private boolean arePeers(int one, int other) {
    int fewer = fewer(one, other);
    return hostOf[one] == hostOf[other] || placeOf[one] % fewer == placeOf[other] % fewer;
  }

  private int fewer(int one, int other) {
    return Math.min(hosts.get(hostOf[one]).length, hosts.get(hostOf[other]).length);
  }

  /** Returns whether this is the form of two levels. */
  boolean hasLevels() {
    return hosts.size() > 1;
  }

  int count() {
    return peers.length;
  }

  /** Returns a peer's rank in the group. */
  int rank(int peer) {
    return peers[peer];
  }

  /** Returns whether a peer is on this rank's host, and so gets only what is for itself. */
  boolean isHere(int peer) {
    return hostOf[peers[peer]] == hostOf[rank];
  }

  /** Returns the number of peers of a rank. */
  int countAt(int other) {
    return peersBelow(hostOf.length, other);
  }

  /** Returns this rank's number among the peers of a rank. */
  int numberAt(int other) {
    return peersBelow(rank, other);
  }

  private int peersBelow(int end, int of) {
    if (!hasLevels()) {
      return end; // each rank asks this of all others: no loop
    }
    return (int) IntStream.range(0, end).filter(i -> arePeers(of, i)).count();
  }

  /**
   * Returns the peer to which items for a rank go first. The path of a pair of ranks is always the
   * same, so their items stay in order.
   */
  int towards(int target) {
    return Arrays.binarySearch(peers, hostOf[target] == hostOf[rank] ? target : gate(target));
  }

  /** Returns the peer on a target's host: the target itself if it is one, else one of its block. */
  private int gate(int target) {
    int[] members = hosts.get(hostOf[target]);
    int fewer = fewer(rank, target);
    int own = placeOf[rank] % fewer;
    int place = placeOf[target] - placeOf[target] % fewer + own;
    return members[place < members.length ? place : own];
  }
}
