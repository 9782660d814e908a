package org.armci4j.collectives.levels;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.hosts.HostGrid;
import org.armci4j.collectives.hosts.HostPacking;
import org.armci4j.kernel.NativeMemory;

/** The operations of {@link HostLevels} that combine. */
final class LevelReductions {
  private static final int LEADER = 0;

  private final HostGrid grid;
  private final LevelMoves moves;

  LevelReductions(HostGrid grid, LevelMoves moves) {
    this.grid = grid;
    this.moves = moves;
  }

  private boolean isLeader() {
    return grid.index() == LEADER;
  }

  void allreduce(LevelScript script, Elements source, Elements destination, Reduction reduction) {
    script.inHost().reduce(source, destination, reduction, LEADER);
    if (isLeader()) {
      script.betweenHosts().allreduce(destination, reduction);
    }
    script.inHost().broadcast(destination, LEADER);
  }

  /**
   * Each column carries its share. Source: Bayatpour and others, Scalable reduction collectives
   * with data partitioning-based multi-leader design, 2017.
   */
  void allreduceByColumns(
      LevelScript script, Elements source, Elements destination, Reduction reduction) {
    for (int column = 0; column < grid.columns(); column++) {
      Elements given = moves.share(source, column);
      script.inHost().reduce(given, moves.share(destination, column), reduction, column);
    }
    if (grid.isInColumn()) {
      script.betweenHosts().allreduce(moves.share(destination, grid.index()), reduction);
    }
    moves.spread(script, destination);
  }

  /** The operands of all are brought to all: each combines them as one thread would. */
  void combineGathered(
      LevelScript script,
      Operation operation,
      Elements source,
      Elements destination,
      Reduction reduction) {
    Elements all = script.partial(grid.size() * source.count(), source.type());
    moves.allgather(script, source, all);
    int operands =
        switch (operation) {
          case SCAN -> grid.place() + 1;
          case EXSCAN -> grid.place();
          default -> grid.size();
        };
    script.work(() -> combineAll(all, operands, destination, source.count(), reduction));
  }

  private static void combineAll(
      Elements all, int operands, Elements destination, long count, Reduction reduction) {
    Combiner combiner = reduction.combiner(all.type());
    long bytes = count * all.type().sizeBytes();
    for (int place = 1; place < operands; place++) {
      combiner.combine(
          all.segment(),
          all.offset(),
          all.segment(),
          all.offset() + place * bytes,
          all.segment(),
          all.offset(),
          count);
    }
    if (operands > 0) {
      HostPacking.copy(all, 0, destination, 0, bytes);
    }
  }

  /** Goes through the root's column, if it has one. */
  void reduce(
      LevelScript script, Elements source, Elements destination, Reduction reduction, int root) {
    int column = grid.columnOf(root);
    int rootHost = grid.host(root);
    boolean isRoot = grid.place() == root;
    Elements own = script.partial(source.count(), source.type());
    Elements result = isRoot ? destination : script.packed(source.count(), source.type());
    script.inHost().reduce(source, own, reduction, column);
    if (grid.index() == column) {
      script.betweenHosts().reduce(own, result, reduction, rootHost);
    }
    if (grid.host() == rootHost && grid.index(root) != column) {
      script.inHost().broadcast(result, column);
    }
  }

  /** The parts of a host's members lie together, as they follow each other. */
  void reduceScatter(
      LevelScript script, Elements source, Elements destination, Reduction reduction, long count) {
    Elements own = script.partial(source.count(), source.type());
    Elements ours = script.packed(grid.members() * count, source.type());
    script.inHost().reduce(source, own, reduction, LEADER);
    if (isLeader()) {
      script.betweenHosts().reduceScatterv(own, ours, grid.counts(count), reduction);
    }
    script.inHost().scatter(ours, destination.slice(0, count), LEADER);
  }

  /**
   * Scan and exscan, where the members of hosts follow each other: each host scans for itself, and
   * puts the result of all hosts before it in front. The first host has none before it, and is done
   * when its leader has said what it comes to.
   */
  void scan(
      LevelScript script,
      Operation operation,
      Elements source,
      Elements destination,
      Reduction reduction) {
    Elements before = script.partial(source.count(), source.type());
    script.inHost().reduce(source, before, reduction, LEADER);
    boolean isFirst = grid.host() == 0;
    boolean isStraight = isFirst || NativeMemory.is(destination.segment());
    Elements scanned =
        isStraight
            ? destination.slice(0, source.count())
            : script.packed(source.count(), source.type());
    if (operation == Operation.SCAN) {
      script.inHost().scan(source, scanned, reduction);
    } else {
      script.inHost().exscan(source, scanned, reduction);
    }
    if (isLeader()) {
      script.betweenHosts().exscan(before, before, reduction);
    }
    if (!isFirst) {
      script.inHost().broadcast(before, LEADER);
      boolean isAlone = operation == Operation.EXSCAN && isLeader();
      if (isAlone) {
        script.work(() -> HostPacking.copy(before, 0, destination, 0, before.sizeBytes()));
        return;
      }
      script.work(() -> putInFront(before, scanned, reduction));
      if (!isStraight) {
        script.work(() -> HostPacking.copy(scanned, 0, destination, 0, scanned.sizeBytes()));
      }
    }
  }

  /**
   * @param scanned native memory
   */
  private static void putInFront(Elements before, Elements scanned, Reduction reduction) {
    reduction
        .combiner(before.type())
        .combine(
            before.segment(),
            before.offset(),
            scanned.segment(),
            scanned.offset(),
            scanned.segment(),
            scanned.offset(),
            before.count());
  }
}
