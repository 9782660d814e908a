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

  /** Those of the leaders; null on other ranks. */
  private final Group leaderGroup;

  private final Engine leaderEngine;

  private final HostPacking packing;

  /** Makes the steps of calls at once. */
  private final LevelScript atOnce;

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
    this.packing = new HostPacking(hosts, size, mine);
    int[] order = hosts.stream().flatMapToInt(Arrays::stream).toArray();
    this.isInOrder = Arrays.equals(order, IntStream.range(0, size).toArray());
    this.hostGroup = group.create(worldRanks(group, hosts.get(mine)));
    this.hostEngine = new Engine(armci, hostGroup, settings, false);
    int[] leaders = hosts.stream().mapToInt(members -> members[LEADER]).toArray();
    boolean isLeader = hostGroup.rank() == LEADER;
    this.leaderGroup = isLeader ? group.create(worldRanks(group, leaders)) : null;
    this.leaderEngine = isLeader ? new Engine(armci, leaderGroup, settings, false) : null;
    this.atOnce = LevelScript.atOnce(hostEngine, leaderEngine);
  }

  private static int[] worldRanks(Group group, int[] places) {
    return Arrays.stream(places).map(group::worldRank).toArray();
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
    combineInHost(atOnce, value, value, Reduction.MIN);
    return least[0] == 1;
  }

  private boolean isLeader() {
    return leaderEngine != null;
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
      case GATHER, SCATTER -> shape.regular() && shape.bytes() <= PACKED_BYTES;
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
    write(atOnce, shape, source, destination, reduction, loosest);
  }

  /** The steps of a call, for a {@link #newRunner}. */
  List<LevelStep> plan(
      Shape shape,
      Elements source,
      Elements destination,
      Reduction reduction,
      OperandOrder loosest) {
    LevelScript script = LevelScript.forLater(hostEngine, leaderEngine);
    write(script, shape, source, destination, reduction, loosest);
    return script.steps();
  }

  /** What runs calls that were planned. Collective over the group. */
  LevelRunner newRunner() {
    return new LevelRunner(hostEngine.newRunner(), isLeader() ? leaderEngine.newRunner() : null);
  }

  private void write(
      LevelScript script,
      Shape shape,
      Elements source,
      Elements destination,
      Reduction reduction,
      OperandOrder loosest) {
    switch (shape.operation()) {
      case BARRIER -> barrier(script);
      case BROADCAST -> broadcast(script, destination, shape.root());
      case GATHER -> gather(script, source, destination, shape.root());
      case SCATTER -> scatter(script, source, destination, shape.root(), shape.count());
      case ALLGATHER -> allgather(script, source, destination);
      case ALLTOALL -> alltoall(script, source, destination, shape.count());
      case REDUCE -> reduce(script, source, destination, reduction, shape.root());
      case REDUCE_SCATTER -> reduceScatter(script, source, destination, reduction, shape.count());
      case ALLREDUCE -> {
        if (keeps(loosest)) {
          combineInHost(script, source, destination, reduction);
        } else {
          combineGathered(script, source, destination, reduction);
        }
      }
      default -> throw new IllegalArgumentException(shape.operation().name());
    }
  }

  private void barrier(LevelScript script) {
    script.inHost().barrier();
    if (isLeader()) {
      script.betweenHosts().barrier();
    }
    script.inHost().barrier();
  }

  /**
   * The root's host has it first where its leader must get it from the root, and last elsewhere.
   */
  private void broadcast(LevelScript script, Elements data, int root) {
    int rootHost = hostOf[root];
    int rootInHost = placeInHost(root);
    boolean isHere = mine == rootHost && rootInHost != LEADER;
    if (isHere) {
      script.inHost().broadcast(data, rootInHost);
    }
    if (isLeader()) {
      script.betweenHosts().broadcast(data, rootHost);
    }
    if (!isHere) {
      script.inHost().broadcast(data, LEADER);
    }
  }

  private void combineInHost(
      LevelScript script, Elements source, Elements destination, Reduction reduction) {
    script.inHost().reduce(source, destination, reduction, LEADER);
    if (isLeader()) {
      script.betweenHosts().allreduce(destination, reduction);
    }
    script.inHost().broadcast(destination, LEADER);
  }

  /** One after the other, as one thread would. */
  private void combineGathered(
      LevelScript script, Elements source, Elements destination, Reduction reduction) {
    Elements all = script.partial(size * source.count(), source.type());
    allgather(script, source, all);
    script.work(() -> combineAll(all, destination, source.count(), reduction));
  }

  private void combineAll(Elements all, Elements destination, long count, Reduction reduction) {
    Combiner combiner = reduction.combiner(all.type());
    long bytes = count * all.type().sizeBytes();
    for (int place = 1; place < size; place++) {
      combiner.combine(
          all.segment(),
          all.offset(),
          all.segment(),
          all.offset() + place * bytes,
          all.segment(),
          all.offset(),
          count);
    }
    HostPacking.copy(all, 0, destination, 0, bytes);
  }

  private void reduce(
      LevelScript script, Elements source, Elements destination, Reduction reduction, int root) {
    int rootHost = hostOf[root];
    int rootInHost = placeInHost(root);
    Elements own = script.partial(source.count(), source.type());
    Elements result = isRoot(root) ? destination : script.packed(source.count(), source.type());
    script.inHost().reduce(source, own, reduction, LEADER);
    if (isLeader()) {
      script.betweenHosts().reduce(own, result, reduction, rootHost);
    }
    if (mine == rootHost && rootInHost != LEADER) {
      script.inHost().broadcast(result, LEADER);
    }
  }

  /** The parts of a host's members lie together, as they follow each other. */
  private void reduceScatter(
      LevelScript script, Elements source, Elements destination, Reduction reduction, long count) {
    Elements own = script.partial(source.count(), source.type());
    Elements ours = script.packed(hosts.get(mine).length * count, source.type());
    script.inHost().reduce(source, own, reduction, LEADER);
    if (isLeader()) {
      script.betweenHosts().reduceScatterv(own, ours, packing.counts(count), reduction);
    }
    script.inHost().scatter(ours, destination.slice(0, count), LEADER);
  }

  /** Packed host by host, which is the order of the ranks where the members of hosts follow. */
  private void allgather(LevelScript script, Elements source, Elements destination) {
    long count = source.count();
    Elements all = isInOrder ? destination : script.packed(size * count, source.type());
    long[] counts = packing.counts(count);
    long[] first = packing.first(count);
    Elements own = all.slice(first[mine], counts[mine]);
    script.inHost().gather(source, own, LEADER);
    if (isLeader()) {
      script.betweenHosts().allgatherv(own, all, counts, first);
    }
    script.inHost().broadcast(all, LEADER);
    if (!isInOrder) {
      script.work(() -> packing.unpack(all, destination, source.sizeBytes()));
    }
  }

  /** Each host's parts are one message. Where the root is no leader, its leader hands all on. */
  private void gather(LevelScript script, Elements source, Elements destination, int root) {
    long count = source.count();
    boolean isRootsHost = mine == hostOf[root];
    Elements own = script.partial(hosts.get(mine).length * count, source.type());
    Elements all = script.packed(size * count, source.type());
    script.inHost().gather(source, own, LEADER);
    if (isLeader()) {
      script
          .betweenHosts()
          .gatherv(own, all, packing.counts(count), packing.first(count), hostOf[root]);
    }
    if (isRootsHost && placeInHost(root) != LEADER) {
      Elements given = isLeader() ? all : all.slice(0, 0);
      long[] handedOn = leaderAlone(size * count);
      script.inHost().gatherv(given, all, handedOn, nowhere(), placeInHost(root));
    }
    if (isRoot(root)) {
      script.work(() -> packing.unpack(all, destination, source.sizeBytes()));
    }
  }

  /** The way back. */
  private void scatter(
      LevelScript script, Elements source, Elements destination, int root, long count) {
    ElementType type = destination.type();
    boolean isRootsHost = mine == hostOf[root];
    Elements own = script.partial(hosts.get(mine).length * count, type);
    Elements all = script.packed(size * count, type);
    if (isRoot(root)) {
      script.work(() -> packing.packAll(source, all, count * type.sizeBytes()));
    }
    if (isRootsHost && placeInHost(root) != LEADER) {
      Elements taken = isLeader() ? all : all.slice(0, 0);
      long[] handedOn = leaderAlone(size * count);
      script.inHost().scatterv(all, handedOn, nowhere(), taken, placeInHost(root));
    }
    if (isLeader()) {
      script
          .betweenHosts()
          .scatterv(all, packing.counts(count), packing.first(count), own, hostOf[root]);
    }
    script.inHost().scatter(own, destination.slice(0, count), LEADER);
  }

  private boolean isRoot(int root) {
    return mine == hostOf[root] && hostGroup.rank() == placeInHost(root);
  }

  /** Of the members of this host the leader alone has something. */
  private long[] leaderAlone(long count) {
    long[] counts = nowhere();
    counts[LEADER] = count;
    return counts;
  }

  private long[] nowhere() {
    return new long[hosts.get(mine).length];
  }

  /**
   * Leaders pack what the members of their host give to those of each other one, so that it is one
   * message.
   */
  private void alltoall(LevelScript script, Elements source, Elements destination, long count) {
    ElementType type = source.type();
    int members = hosts.get(mine).length;
    Elements given = script.partial(members * count * size, type);
    Elements sent = script.packed(members * count * size, type);
    script.inHost().gather(source.slice(0, size * count), given, LEADER);
    if (isLeader()) {
      long[] counts = packing.counts(members * count);
      long[] first = packing.first(members * count);
      script.work(() -> packing.pack(given, sent, count * type.sizeBytes()));
      script.betweenHosts().alltoallv(sent, counts, first, given, counts, first);
      script.work(() -> packing.sort(given, sent, count * type.sizeBytes()));
    }
    script.inHost().scatter(sent, destination.slice(0, size * count), LEADER);
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
