package org.armci4j.collectives;

import org.armci4j.collectives.hosts.HostGrid;
import org.armci4j.collectives.hosts.HostPacking;

/**
 * Reductions of {@link HostLevels} that combine one operand after the other, as one thread would,
 * where the members of each host follow each other: what the hosts before have come to goes on from
 * host to host, and each combines its own members' operands behind it. So a host gives and takes
 * each byte once, however many ranks it has. Each column carries its share; long vectors go in
 * pieces, of which the next is on its way to the last host while one comes back from there.
 */
final class LevelChain {
  /** What a column carries of a piece. */
  private static final long SHARE_BYTES = 128 << 10;

  private final HostGrid grid;
  private final LevelMoves moves;
  private final int hosts;
  private final int last;

  LevelChain(HostGrid grid, LevelMoves moves) {
    this.grid = grid;
    this.moves = moves;
    this.hosts = grid.hosts().size();
    this.last = hosts - 1;
  }

  void allreduce(LevelScript script, Elements source, Elements destination, Reduction reduction) {
    Pieces pieces = new Pieces(script, source, reduction);
    Elements results = destination.slice(0, source.count());
    keep(script, pieces.combine(0), results, pieces, 0);
    for (int piece = 0; piece < pieces.number(); piece++) {
      if (piece + 1 < pieces.number()) {
        keep(script, pieces.combine(piece + 1), results, pieces, piece + 1);
      }
      Elements result = pieces.of(results, piece);
      if (grid.isInColumn()) {
        script.betweenHosts().broadcast(moves.share(result, grid.index()), last);
      }
      moves.spread(script, result);
    }
  }

  /** On the last host a column's share is where all of them go to. */
  private void keep(
      LevelScript script, Elements share, Elements results, Pieces pieces, int piece) {
    if (grid.host() == last && grid.isInColumn()) {
      Elements to = moves.share(pieces.of(results, piece), grid.index());
      script.work(() -> HostPacking.copy(share, 0, to, 0, share.sizeBytes()));
    }
  }

  void reduce(
      LevelScript script, Elements source, Elements destination, Reduction reduction, int root) {
    Pieces pieces = new Pieces(script, source, reduction);
    int rootHost = grid.host(root);
    boolean isRoot = grid.place() == root;
    for (int piece = 0; piece < pieces.number(); piece++) {
      Elements share = pieces.combine(piece);
      if (grid.isInColumn() && rootHost != last) {
        handOn(script, share, last, rootHost);
      }
      if (grid.host() == rootHost) {
        Elements whole = pieces.of(source, piece);
        Elements result = isRoot ? pieces.of(destination, piece) : destination;
        giveToRoot(script, share, whole, result, grid.index(root));
      }
    }
  }

  /** Each column's member gives its share. */
  private void giveToRoot(
      LevelScript script, Elements share, Elements whole, Elements result, int root) {
    long[] counts = new long[grid.members()];
    long[] first = new long[grid.members()];
    for (int column = 0; column < grid.columns(); column++) {
      counts[column] = moves.share(whole, column).count();
      first[column] = column == 0 ? 0 : first[column - 1] + counts[column - 1];
    }
    script.inHost().gatherv(share, result, counts, first, root);
  }

  /** Between two of a column's members; all of them call it. */
  private void handOn(LevelScript script, Elements data, int from, int to) {
    if (hosts == 2) {
      script.betweenHosts().broadcast(data, from);
      return;
    }
    long[] counts = new long[hosts];
    counts[to] = data.count();
    Elements taken = grid.host() == to ? data : data.slice(0, 0);
    script.betweenHosts().scatterv(data, counts, new long[hosts], taken, from);
  }

  /** The pieces of one call, and the memory in which one is combined at a time. */
  private final class Pieces {
    private final LevelScript script;
    private final Elements source;
    private final Reduction reduction;
    private final long pieceCount;

    /** This column's share of what each of this host's members gives. */
    private final Elements gathered;

    /** This column's share of what it all comes to. */
    private final Elements combined;

    Pieces(LevelScript script, Elements source, Reduction reduction) {
      this.script = script;
      this.source = source;
      this.reduction = reduction;
      ElementType type = source.type();
      long share = SHARE_BYTES / type.sizeBytes();
      this.pieceCount = share * grid.columns();
      long most = Math.min(share, Math.ceilDiv(source.count(), grid.columns()));
      this.gathered = script.packed(grid.isInColumn() ? grid.members() * most : 0, type);
      this.combined = script.partial(grid.isInColumn() ? most : 0, type);
    }

    int number() {
      return Math.toIntExact(Math.ceilDiv(source.count(), pieceCount));
    }

    Elements of(Elements all, int piece) {
      long from = piece * pieceCount;
      return all.slice(from, Math.min(pieceCount, source.count() - from));
    }

    /** Combines a piece; returns where this column's share of it is on the last host. */
    Elements combine(int piece) {
      Elements given = of(source, piece);
      for (int column = 0; column < grid.columns(); column++) {
        script.inHost().gather(moves.share(given, column), gathered, column);
      }
      if (!grid.isInColumn()) {
        return combined;
      }
      Elements share = combined.slice(0, moves.share(given, grid.index()).count());
      for (int host = 0; host < hosts; host++) {
        if (host == grid.host()) {
          script.work(() -> combineMembers(share));
        }
        if (host < last) {
          handOn(script, share, host, host + 1);
        }
      }
      return share;
    }

    /** Behind what has come from the host before, if there is one. */
    private void combineMembers(Elements share) {
      Combiner combiner = reduction.combiner(share.type());
      long bytes = share.sizeBytes();
      int first = 0;
      if (grid.host() == 0) {
        HostPacking.copy(gathered, 0, share, 0, bytes);
        first = 1;
      }
      for (int member = first; member < grid.members(); member++) {
        combiner.combine(
            share.segment(),
            share.offset(),
            gathered.segment(),
            gathered.offset() + member * bytes,
            share.segment(),
            share.offset(),
            share.count());
      }
    }
  }
}
