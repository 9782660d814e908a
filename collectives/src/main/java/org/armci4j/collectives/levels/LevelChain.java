package org.armci4j.collectives.levels;

import org.armci4j.collectives.Combiner;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.hosts.HostGrid;
import org.armci4j.collectives.hosts.HostPacking;

/**
 * An allreduce of {@link HostLevels} that combines one operand after the other, as one thread
 * would, where the members of each host follow each other: what the hosts before have come to goes
 * on from host to host, and each combines its own members' operands behind it; the last one gives
 * the result back to all. So no byte comes to a host more than twice, however many ranks it has.
 * Each column carries its share; long vectors go in pieces, of which the next is on its way to the
 * last host while one comes back from there.
 */
final class LevelChain {
  /** Bytes of a piece that a column carries. */
  private static final long SHARE_BYTES = 512 << 10;

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
    Pieces pieces = new Pieces(script, source, destination.slice(0, source.count()), reduction);
    pieces.combine(0);
    for (int piece = 0; piece < pieces.number(); piece++) {
      if (piece + 1 < pieces.number()) {
        pieces.combine(piece + 1);
      }
      pieces.giveBack(piece);
    }
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
    private final Elements destination;
    private final Reduction reduction;
    private final long pieceCount;

    /** This column's share of what each of this host's members gives. */
    private final Elements gathered;

    /** This column's share of what it all comes to. */
    private final Elements combined;

    Pieces(LevelScript script, Elements source, Elements destination, Reduction reduction) {
      this.script = script;
      this.source = source;
      this.destination = destination;
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

    private Elements of(Elements all, int piece) {
      long from = piece * pieceCount;
      return all.slice(from, Math.min(pieceCount, source.count() - from));
    }

    /** Combines a piece; the last host's columns then have it where it is to be. */
    void combine(int piece) {
      Elements given = of(source, piece);
      for (int column = 0; column < grid.columns(); column++) {
        script.inHost().gather(moves.share(given, column), gathered, column);
      }
      if (!grid.isInColumn()) {
        return;
      }
      Elements result = moves.share(of(destination, piece), grid.index());
      Elements share = combined.slice(0, result.count());
      for (int host = 0; host < hosts; host++) {
        if (host == grid.host()) {
          script.work(() -> combineMembers(share));
        }
        if (host < last) {
          handOn(script, share, host, host + 1);
        }
      }
      if (grid.host() == last) {
        script.work(() -> HostPacking.copy(share, 0, result, 0, result.sizeBytes()));
      }
    }

    void giveBack(int piece) {
      Elements result = of(destination, piece);
      if (grid.isInColumn()) {
        script.betweenHosts().broadcast(moves.share(result, grid.index()), last);
      }
      moves.spread(script, result);
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
