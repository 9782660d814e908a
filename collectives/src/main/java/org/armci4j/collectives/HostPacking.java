package org.armci4j.collectives;

import java.util.List;
import org.armci4j.kernel.Copies;

/**
 * Elements of all members of a group, host by host: what goes from host to host lies together, and
 * is brought from the order of the ranks into that order, and back.
 */
final class HostPacking {
  private final List<int[]> hosts;
  private final int size;
  private final int mine;

  /**
   * @param hosts the places of each host's members
   * @param size how many members there are
   * @param mine the index of this rank's host
   */
  HostPacking(List<int[]> hosts, int size, int mine) {
    this.hosts = hosts;
    this.size = size;
    this.mine = mine;
  }

  void unpack(Elements all, Elements destination, long bytes) {
    long from = 0;
    for (int[] members : hosts) {
      for (int place : members) {
        copy(all, from, destination, place * bytes, bytes);
        from += bytes;
      }
    }
  }

  /** From the order of the ranks to host by host. */
  void packAll(Elements from, Elements all, long bytes) {
    long to = 0;
    for (int[] members : hosts) {
      for (int place : members) {
        copy(from, place * bytes, all, to, bytes);
        to += bytes;
      }
    }
  }

  /** From member by member, each for all ranks, to host by host, each of all members. */
  void pack(Elements given, Elements sent, long bytes) {
    long to = 0;
    for (int[] host : hosts) {
      for (int member = 0; member < hosts.get(mine).length; member++) {
        for (int place : host) {
          copy(given, ((long) member * size + place) * bytes, sent, to, bytes);
          to += bytes;
        }
      }
    }
  }

  /** From host by host, each for all members, to member by member, each of all ranks. */
  void sort(Elements taken, Elements sorted, long bytes) {
    long from = 0;
    for (int[] host : hosts) {
      for (int place : host) {
        for (int member = 0; member < hosts.get(mine).length; member++) {
          copy(taken, from, sorted, ((long) member * size + place) * bytes, bytes);
          from += bytes;
        }
      }
    }
  }

  static void copy(Elements from, long at, Elements to, long toAt, long bytes) {
    Copies.copy(from.segment(), from.offset() + at, to.segment(), to.offset() + toAt, bytes);
  }

  /** How many elements each host has, with so many of each rank. */
  long[] counts(long count) {
    return hosts.stream().mapToLong(members -> members.length * count).toArray();
  }

  /** Where those of each host begin. */
  long[] first(long count) {
    long[] counts = counts(count);
    long[] first = new long[counts.length];
    for (int host = 1; host < counts.length; host++) {
      first[host] = first[host - 1] + counts[host - 1];
    }
    return first;
  }
}
