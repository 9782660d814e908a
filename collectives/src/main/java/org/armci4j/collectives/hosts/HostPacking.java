package org.armci4j.collectives.hosts;

import org.armci4j.collectives.Elements;
import org.armci4j.kernel.Copies;

/**
 * Elements of all members of a group, host by host: what goes from host to host lies together, and
 * is brought from the order of the ranks into that order, and back.
 */
public final class HostPacking {
  /**
   * An excerpt of each rank's part of a buffer in the order of the ranks.
   *
   * @param partBytes how long a part is
   * @param from where in a part it begins
   * @param bytes how long it is
   */
  public record Excerpt(long partBytes, long from, long bytes) {
    /** Returns the offset of a rank's excerpt in the buffer. */
    public long at(int rank) {
      return rank * partBytes + from;
    }
  }

  private final HostGrid grid;

  public HostPacking(HostGrid grid) {
    this.grid = grid;
  }

  /** Copies from host by host to the order of the ranks. */
  public void unpack(Elements all, Elements destination, Excerpt piece) {
    long from = 0;
    for (int[] members : grid.hosts()) {
      for (int place : members) {
        copy(all, from, destination, piece.at(place), piece.bytes());
        from += piece.bytes();
      }
    }
  }

  /** Copies from the order of the ranks to host by host. */
  public void pack(Elements source, Elements all, Excerpt piece) {
    long to = 0;
    for (int[] members : grid.hosts()) {
      for (int place : members) {
        copy(source, piece.at(place), all, to, piece.bytes());
        to += piece.bytes();
      }
    }
  }

  /**
   * Copies from the order of the ranks to column by column, each host by host; all are in columns.
   */
  public void packColumns(Elements source, Elements all, Excerpt piece) {
    long to = 0;
    for (int column = 0; column < grid.columns(); column++) {
      for (int[] members : grid.hosts()) {
        copy(source, piece.at(members[column]), all, to, piece.bytes());
        to += piece.bytes();
      }
    }
  }

  /** Copies from member by member, each for all hosts, to host by host, each of all members. */
  public void turn(Elements given, Elements sent, long bytes) {
    int hosts = grid.hosts().size();
    long to = 0;
    for (int host = 0; host < hosts; host++) {
      for (int member = 0; member < grid.members(); member++) {
        copy(given, ((long) member * hosts + host) * bytes, sent, to, bytes);
        to += bytes;
      }
    }
  }

  /** Copies from member by member, each for all ranks, to host by host, each of all members. */
  public void packMembers(Elements given, Elements sent, long bytes) {
    long to = 0;
    for (int[] host : grid.hosts()) {
      for (int member = 0; member < grid.members(); member++) {
        for (int place : host) {
          copy(given, ((long) member * grid.size() + place) * bytes, sent, to, bytes);
          to += bytes;
        }
      }
    }
  }

  /** Copies from host by host, each for all members, to member by member, each of all ranks. */
  public void sort(Elements taken, Elements sorted, long bytes) {
    long from = 0;
    for (int[] host : grid.hosts()) {
      for (int place : host) {
        for (int member = 0; member < grid.members(); member++) {
          copy(taken, from, sorted, ((long) member * grid.size() + place) * bytes, bytes);
          from += bytes;
        }
      }
    }
  }

  public static void copy(Elements from, long at, Elements to, long toAt, long bytes) {
    Copies.copy(from.segment(), from.offset() + at, to.segment(), to.offset() + toAt, bytes);
  }
}
