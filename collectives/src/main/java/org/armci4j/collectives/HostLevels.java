package org.armci4j.collectives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.HostDomains;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.kernel.Copies;

/**
 * Collectives of ranks on several hosts, of which some have several: inside each host through
 * memory, between hosts through one rank of each, its leader. What a host gives or takes crosses
 * the network once, however many ranks it has. Ranks may be on hosts in any way.
 *
 * <p>Reductions keep the order that is asked for: where they must be combined one after the other
 * as one thread would, short ones are gathered and combined by each rank for itself, and long ones
 * are left to the other algorithms.
 *
 * <p>Source: Karonis and others, Exploiting hierarchy in parallel computer networks to optimize
 * collective operation performance, 2000; with one level more than shared memory it would be
 * theirs.
 */
final class HostLevels implements AutoCloseable {
  static final String NAME = "levels";

  /** A leader's place in the group of its host. */
  private static final int LEADER = 0;

  /** Up to this length of all operands together each rank combines for itself. */
  private static final long GATHERED_BYTES = 32 * 1024;

  /** Up to this length of a part what goes from host to host is packed. */
  private static final long PACKED_BYTES = 8 * 1024;

  /** From so many ranks of a host on, in the mean: they save the squared number of messages. */
  private static final int PACKED_RANKS = 4;

  /**
   * Inner calls are free to choose: what order they must keep was looked at before. One that keeps
   * the operands in order does so in an inner call too.
   */
  private static final Plan INNER = Plan.free().inAnyOrder();

  /** The places of each host's members, hosts in the order of their first ones. */
  private final List<int[]> hosts;

  /** By place: the index of its host. */
  private final int[] hostOf;

  private final int size;
  private final int mine;

  /** Whether the members of each host follow each other. */
  private final boolean isInOrder;

  private final Group hostGroup;
  private final Engine hostEngine;
  private final CollectiveCalls<Void> inHost;

  /** Those of the leaders; null on other ranks. */
  private final Group leaderGroup;

  private final Engine leaderEngine;
  private final CollectiveCalls<Void> betweenHosts;

  private final Room packed = new Room();
  private final Room partial = new Room();

  private HostLevels(Armci armci, Group group, List<int[]> hosts, Settings settings) {
    this.hosts = hosts;
    this.size = group.size();
    this.hostOf = new int[size];
    for (int host = 0; host < hosts.size(); host++) {
      for (int place : hosts.get(host)) {
        hostOf[place] = host;
      }
    }
    this.mine = hostOf[group.rank()];
    int[] order = hosts.stream().flatMapToInt(Arrays::stream).toArray();
    this.isInOrder = Arrays.equals(order, IntStream.range(0, size).toArray());
    this.hostGroup = group.create(worldRanks(group, hosts.get(mine)));
    this.hostEngine = new Engine(armci, hostGroup, settings, false);
    this.inHost = calls(hostEngine);
    int[] leaders = hosts.stream().mapToInt(members -> members[LEADER]).toArray();
    boolean isLeader = hostGroup.rank() == LEADER;
    this.leaderGroup = isLeader ? group.create(worldRanks(group, leaders)) : null;
    this.leaderEngine = isLeader ? new Engine(armci, leaderGroup, settings, false) : null;
    this.betweenHosts = isLeader ? calls(leaderEngine) : null;
  }

  private static int[] worldRanks(Group group, int[] places) {
    return Arrays.stream(places).map(group::worldRank).toArray();
  }

  private static CollectiveCalls<Void> calls(Engine engine) {
    Group group = engine.group();
    return new CollectiveCalls<>(
        group.rank(),
        group.size(),
        (shape, source, destination, reduction) -> {
          engine.run(INNER, shape, source, destination, reduction);
          return null;
        });
  }

  /**
   * The levels of a group, or null where there are none: its ranks are on one host, each on its
   * own, or those of a host do not reach each other's memory. Collective over the group.
   */
  static HostLevels where(Armci armci, Group group, Settings settings) {
    List<int[]> hosts = hosts(armci.domains(), group);
    boolean pays = hosts.size() > 1 && hosts.size() < group.size();
    if (!pays || !settings.get(CollectivesSettings.LEVELS)) {
      return null;
    }
    HostLevels levels = new HostLevels(armci, group, hosts, settings);
    if (levels.allReachMemory()) {
      return levels;
    }
    levels.close();
    return null;
  }

  private static List<int[]> hosts(HostDomains domains, Group group) {
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
    return hosts;
  }

  /** Whether the ranks of every host do. */
  private boolean allReachMemory() {
    long[] least = {hostEngine.isDirect() ? 1 : 0};
    Elements value = Elements.of(least);
    combineInHost(value, value, Reduction.MIN);
    return least[0] == 1;
  }

  private boolean isLeader() {
    return betweenHosts != null;
  }

  /** A member's place in the group of its host. */
  private int placeInHost(int place) {
    return Arrays.binarySearch(hosts.get(hostOf[place]), place);
  }

  /**
   * Whether it serves a call.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  boolean serves(Shape shape, OperandOrder loosest) {
    return switch (shape.operation()) {
      case BARRIER, BROADCAST -> true;
      case ALLGATHER -> shape.regular();
      case ALLTOALL ->
          shape.regular() && shape.bytes() <= PACKED_BYTES && size >= PACKED_RANKS * hosts.size();
      case REDUCE -> keeps(loosest);
      case REDUCE_SCATTER -> keeps(loosest) && isInOrder && shape.regular();
      case ALLREDUCE -> keeps(loosest) || size * shape.bytes() <= GATHERED_BYTES;
      default -> false;
    };
  }

  /** Whether combining inside each host first keeps that order. */
  private boolean keeps(OperandOrder loosest) {
    return loosest == OperandOrder.PERMUTED || (loosest == OperandOrder.BRACKETED && isInOrder);
  }

  /** Runs a call. */
  void run(
      Shape shape,
      Elements source,
      Elements destination,
      Reduction reduction,
      OperandOrder loosest) {
    switch (shape.operation()) {
      case BARRIER -> barrier();
      case BROADCAST -> broadcast(destination, shape.root());
      case ALLGATHER -> allgather(source, destination);
      case ALLTOALL -> alltoall(source, destination, shape.count());
      case REDUCE -> reduce(source, destination, reduction, shape.root());
      case REDUCE_SCATTER -> reduceScatter(source, destination, reduction, shape.count());
      case ALLREDUCE -> {
        if (keeps(loosest)) {
          combineInHost(source, destination, reduction);
        } else {
          combineGathered(source, destination, reduction);
        }
      }
      default -> throw new IllegalArgumentException(shape.operation().name());
    }
  }

  private void barrier() {
    inHost.barrier();
    if (isLeader()) {
      betweenHosts.barrier();
    }
    inHost.barrier();
  }

  /**
   * The root's host has it first where its leader must get it from the root, and last elsewhere.
   */
  private void broadcast(Elements data, int root) {
    int rootHost = hostOf[root];
    int rootInHost = placeInHost(root);
    boolean isHere = mine == rootHost && rootInHost != LEADER;
    if (isHere) {
      inHost.broadcast(data, rootInHost);
    }
    if (isLeader()) {
      betweenHosts.broadcast(data, rootHost);
    }
    if (!isHere) {
      inHost.broadcast(data, LEADER);
    }
  }

  private void combineInHost(Elements source, Elements destination, Reduction reduction) {
    inHost.reduce(source, destination, reduction, LEADER);
    if (isLeader()) {
      betweenHosts.allreduce(destination, reduction);
    }
    inHost.broadcast(destination, LEADER);
  }

  /** One after the other, as one thread would. */
  private void combineGathered(Elements source, Elements destination, Reduction reduction) {
    Elements all = room(partial, size * source.count(), source.type());
    allgather(source, all);
    Combiner combiner = reduction.combiner(source.type());
    long bytes = source.sizeBytes();
    for (int place = 1; place < size; place++) {
      combiner.combine(
          all.segment(),
          all.offset(),
          all.segment(),
          all.offset() + place * bytes,
          all.segment(),
          all.offset(),
          source.count());
    }
    copy(all, 0, destination, 0, bytes);
  }

  private void reduce(Elements source, Elements destination, Reduction reduction, int root) {
    int rootHost = hostOf[root];
    int rootInHost = placeInHost(root);
    boolean isRoot = mine == rootHost && hostGroup.rank() == rootInHost;
    Elements own = room(partial, source.count(), source.type());
    Elements result = isRoot ? destination : room(packed, source.count(), source.type());
    inHost.reduce(source, own, reduction, LEADER);
    if (isLeader()) {
      betweenHosts.reduce(own, result, reduction, rootHost);
    }
    if (mine == rootHost && rootInHost != LEADER) {
      inHost.broadcast(result, LEADER);
    }
  }

  /** The parts of a host's members lie together, as they follow each other. */
  private void reduceScatter(
      Elements source, Elements destination, Reduction reduction, long count) {
    Elements own = room(partial, source.count(), source.type());
    Elements ours = room(packed, hosts.get(mine).length * count, source.type());
    inHost.reduce(source, own, reduction, LEADER);
    if (isLeader()) {
      long[] counts = hosts.stream().mapToLong(members -> members.length * count).toArray();
      betweenHosts.reduceScatterv(own, ours, counts, reduction);
    }
    inHost.scatter(ours, destination.slice(0, count), LEADER);
  }

  /** Packed host by host, which is the order of the ranks where the members of hosts follow. */
  private void allgather(Elements source, Elements destination) {
    long count = source.count();
    Elements all = isInOrder ? destination : room(packed, size * count, source.type());
    long[] counts = hosts.stream().mapToLong(members -> members.length * count).toArray();
    long[] first = new long[counts.length];
    for (int host = 1; host < counts.length; host++) {
      first[host] = first[host - 1] + counts[host - 1];
    }
    Elements own = all.slice(first[mine], counts[mine]);
    inHost.gather(source, own, LEADER);
    if (isLeader()) {
      betweenHosts.allgatherv(own, all, counts, first);
    }
    inHost.broadcast(all, LEADER);
    if (!isInOrder) {
      unpack(all, destination, source.sizeBytes());
    }
  }

  private void unpack(Elements all, Elements destination, long bytes) {
    long from = 0;
    for (int[] members : hosts) {
      for (int place : members) {
        copy(all, from, destination, place * bytes, bytes);
        from += bytes;
      }
    }
  }

  /**
   * Leaders pack what the members of their host give to those of each other one, so that it is one
   * message.
   */
  private void alltoall(Elements source, Elements destination, long count) {
    ElementType type = source.type();
    int members = hosts.get(mine).length;
    Elements given = room(partial, members * count * size, type);
    Elements sent = room(packed, members * count * size, type);
    inHost.gather(source.slice(0, size * count), given, LEADER);
    if (isLeader()) {
      long[] counts = hosts.stream().mapToLong(host -> members * count * host.length).toArray();
      long[] first = new long[counts.length];
      for (int host = 1; host < counts.length; host++) {
        first[host] = first[host - 1] + counts[host - 1];
      }
      pack(given, sent, count * type.sizeBytes());
      betweenHosts.alltoallv(sent, counts, first, given, counts, first);
      sort(given, sent, count * type.sizeBytes());
    }
    inHost.scatter(sent, destination.slice(0, size * count), LEADER);
  }

  /** From member by member, each for all ranks, to host by host, each of all members. */
  private void pack(Elements given, Elements sent, long bytes) {
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
  private void sort(Elements taken, Elements sorted, long bytes) {
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

  private static void copy(Elements from, long at, Elements to, long toAt, long bytes) {
    Copies.copy(from.segment(), from.offset() + at, to.segment(), to.offset() + toAt, bytes);
  }

  private static Elements room(Room room, long count, ElementType type) {
    return Elements.of(room.of(count * type.sizeBytes()), 0, count, type);
  }

  /** Collective over the group. */
  @Override
  public void close() {
    if (isLeader()) {
      leaderEngine.close();
      leaderGroup.close();
    }
    hostEngine.close();
    hostGroup.close();
  }
}
