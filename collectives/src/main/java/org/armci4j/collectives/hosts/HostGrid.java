package org.armci4j.collectives.hosts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.Group;
import org.armci4j.HostDomains;

/**
 * Where each member of a group is: rows of members, one for each host, which may be of unequal
 * length. The j-th members of all hosts are column j, as far as every host has one.
 *
 * <pre>
 *   host a:   0   1   4          columns 0 and 1 are 0, 2, 5 and 1, 3, 7;
 *   host b:   2   3              ranks 4 and 6 are in none
 *   host c:   5   7   6
 * </pre>
 */
public final class HostGrid {
  /** The places of each host's members, hosts in the order of their first ones. */
  private final List<int[]> hosts;

  /** Index of the host of each place. */
  private final int[] hostOf;

  private final int place;
  private final int index;
  private final int membersBefore;
  private final int columns;
  private final boolean isInOrder;

  private HostGrid(List<int[]> hosts, int place, int size) {
    this.hosts = hosts;
    this.place = place;
    this.hostOf = new int[size];
    for (int host = 0; host < hosts.size(); host++) {
      for (int member : hosts.get(host)) {
        hostOf[member] = host;
      }
    }
    this.columns = hosts.stream().mapToInt(members -> members.length).min().orElseThrow();
    this.index = index(place);
    this.membersBefore = hosts.stream().limit(host()).mapToInt(members -> members.length).sum();
    int[] order = hosts.stream().flatMapToInt(Arrays::stream).toArray();
    this.isInOrder = Arrays.equals(order, IntStream.range(0, size).toArray());
  }

  public static HostGrid of(HostDomains domains, Group group) {
    int[] ranks = group.ranks();
    List<int[]> hosts = new ArrayList<>();
    IntStream.range(0, ranks.length)
        .map(place -> domains.domain(ranks[place]))
        .distinct()
        .forEach(
            host ->
                hosts.add(
                    IntStream.range(0, ranks.length)
                        .filter(place -> domains.domain(ranks[place]) == host)
                        .toArray()));
    return new HostGrid(hosts, group.rank(), group.size());
  }

  /** Returns the places of each host's members. */
  public List<int[]> hosts() {
    return hosts;
  }

  public int size() {
    return hostOf.length;
  }

  /** Returns this rank's place in the group. */
  public int place() {
    return place;
  }

  /** Returns the index of this rank's host. */
  public int host() {
    return hostOf[place];
  }

  /** Returns the index of a member's host. */
  public int host(int of) {
    return hostOf[of];
  }

  /** Returns the number of members of this rank's host. */
  public int members() {
    return hosts.get(host()).length;
  }

  /** Returns the number of members of the hosts before this rank's. */
  public int membersBefore() {
    return membersBefore;
  }

  /** Returns the largest number of members of a host. */
  public int mostMembers() {
    return hosts.stream().mapToInt(members -> members.length).max().orElseThrow();
  }

  /** Returns this rank's place among the members of its host. */
  public int index() {
    return index;
  }

  /** Returns a member's place among the members of its host. */
  public int index(int of) {
    return Arrays.binarySearch(hosts.get(hostOf[of]), of);
  }

  /** Returns the number of complete columns: at least one. */
  public int columns() {
    return columns;
  }

  /** Returns whether this rank is in a complete column. */
  public boolean isInColumn() {
    return index < columns;
  }

  /** Returns the column through which a root's data goes: its own if it has one, else the first. */
  public int columnOf(int root) {
    int own = index(root);
    return own < columns ? own : 0;
  }

  /** Returns the places of a column's members. */
  public int[] column(int number) {
    return hosts.stream().mapToInt(members -> members[number]).toArray();
  }

  /** Returns whether all members are in columns. */
  public boolean isEven() {
    return columns * hosts.size() == size();
  }

  /** Returns whether the members of each host follow each other. */
  public boolean isInOrder() {
    return isInOrder;
  }

  /** Returns the number of elements of each host, with so many of each rank. */
  public long[] counts(long count) {
    return hosts.stream().mapToLong(members -> members.length * count).toArray();
  }

  /** Returns the first element of each host, when elements lie host by host. */
  public long[] first(long count) {
    long[] counts = counts(count);
    long[] first = new long[counts.length];
    for (int host = 1; host < counts.length; host++) {
      first[host] = first[host - 1] + counts[host - 1];
    }
    return first;
  }
}
