package org.armci4j.collectives.levels;

import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.hosts.HostGrid;
import org.armci4j.collectives.hosts.HostPacking;
import org.armci4j.collectives.hosts.HostPacking.Excerpt;

/**
 * The operations of {@link HostLevels} that move elements.
 *
 * <p>Those with a root go through the root's column, if it is in one: then it is the root itself
 * that gives or takes between hosts, and nothing is handed on inside its host. Long gathers,
 * scatters and alltoalls go in pieces, so that the memory that they take on their way has a bound,
 * and members of a host that are ahead work while its leader waits for the network.
 */
final class LevelMoves {
  /** Bytes of one piece between two hosts. */
  private static final long PIECE_BYTES = 1 << 20;

  private static final int LEADER = 0;

  private final HostGrid grid;
  private final HostPacking packing;

  LevelMoves(HostGrid grid) {
    this.grid = grid;
    this.packing = new HostPacking(grid);
  }

  private boolean isIn(int column) {
    return grid.index() == column;
  }

  private boolean isRootsHost(int root) {
    return grid.host() == grid.host(root);
  }

  /** Returns the elements of each part that make a piece of so many parts between hosts. */
  private static long pieceCount(long parts, ElementType type) {
    return Math.max(1, PIECE_BYTES / (parts * type.sizeBytes()));
  }

  void barrier(LevelScript script) {
    script.inHost().barrier();
    if (isIn(LEADER)) {
      script.betweenHosts().barrier();
    }
    script.inHost().barrier();
  }

  /** A root without a column gives its data to its host first, from where the leader has them. */
  void broadcast(LevelScript script, Elements data, int root) {
    int column = grid.columnOf(root);
    boolean isFirst = isRootsHost(root) && grid.index(root) != column;
    if (isFirst) {
      script.inHost().broadcast(data, grid.index(root));
    }
    if (isIn(column)) {
      script.betweenHosts().broadcast(data, grid.host(root));
    }
    if (!isFirst) {
      script.inHost().broadcast(data, column);
    }
  }

  /** Each column carries its share; the root's host has all before. */
  void broadcastByColumns(LevelScript script, Elements data, int root) {
    boolean isFirst = isRootsHost(root);
    if (isFirst) {
      script.inHost().broadcast(data, grid.index(root));
    }
    if (grid.isInColumn()) {
      Elements share = share(data, grid.index());
      script.betweenHosts().broadcast(share, grid.host(root));
    }
    if (!isFirst) {
      spread(script, data);
    }
  }

  /** Returns a column's share of elements that are divided among all of them. */
  Elements share(Elements all, int column) {
    long from = all.count() * column / grid.columns();
    long end = all.count() * (column + 1) / grid.columns();
    return all.slice(from, end - from);
  }

  /** Gives each column's share, which its member has, to all of this host. */
  void spread(LevelScript script, Elements data) {
    for (int column = 0; column < grid.columns(); column++) {
      script.inHost().broadcast(share(data, column), column);
    }
  }

  /** Packed host by host, which is the order of the ranks where the members of hosts follow. */
  void allgather(LevelScript script, Elements source, Elements destination) {
    long count = source.count();
    Elements all =
        grid.isInOrder() ? destination : script.packed(grid.size() * count, source.type());
    Elements own = all.slice(grid.membersBefore() * count, grid.members() * count);
    script.inHost().gather(source, own, LEADER);
    if (isIn(LEADER)) {
      allgatherHosts(script, own, all, count);
    }
    script.inHost().broadcast(all, LEADER);
    if (!grid.isInOrder()) {
      Excerpt whole = new Excerpt(source.sizeBytes(), 0, source.sizeBytes());
      script.work(() -> packing.unpack(all, destination, whole));
    }
  }

  /** The schedule of equal parts is kept; one of unequal parts is made for each call. */
  private void allgatherHosts(LevelScript script, Elements own, Elements all, long count) {
    if (grid.isEven()) {
      script.betweenHosts().allgather(own, all);
    } else {
      script.betweenHosts().allgatherv(own, all, grid.counts(count), grid.first(count));
    }
  }

  /** Each host's parts are one message. */
  void gather(LevelScript script, Elements source, Elements destination, int root) {
    Buffers buffers = new Buffers(script, root, source.count(), source.slice(0, 0), destination);
    long partBytes = source.sizeBytes();
    for (long from = 0; from < source.count(); from += buffers.piece) {
      long length = Math.min(buffers.piece, source.count() - from);
      Elements own = buffers.own(length);
      script.inHost().gather(source.slice(from, length), own, buffers.column);
      if (isIn(buffers.column)) {
        long[] counts = grid.counts(length);
        long[] first = grid.first(length);
        script.betweenHosts().gatherv(own, buffers.all, counts, first, grid.host(root));
      }
      if (buffers.isHandedOn) {
        long[] counts = leaderAlone(grid.size() * length);
        Elements given = buffers.handedOn(length);
        script.inHost().gatherv(given, buffers.all, counts, nowhere(), grid.index(root));
      }
      if (grid.place() == root && !buffers.isStraight) {
        Excerpt piece = piece(partBytes, from, length, source.type());
        script.work(() -> packing.unpack(buffers.all, destination, piece));
      }
    }
  }

  /** The way back. */
  void scatter(LevelScript script, Elements source, Elements destination, int root, long count) {
    ElementType type = destination.type();
    Elements nothing = destination.slice(0, 0);
    Buffers buffers = new Buffers(script, root, count, nothing, source);
    for (long from = 0; from < count; from += buffers.piece) {
      long length = Math.min(buffers.piece, count - from);
      if (grid.place() == root && !buffers.isStraight) {
        Excerpt piece = piece(count * type.sizeBytes(), from, length, type);
        script.work(() -> packing.pack(source, buffers.all, piece));
      }
      if (buffers.isHandedOn) {
        long[] counts = leaderAlone(grid.size() * length);
        Elements taken = buffers.handedOn(length);
        script.inHost().scatterv(buffers.all, counts, nowhere(), taken, grid.index(root));
      }
      Elements own = buffers.own(length);
      if (isIn(buffers.column)) {
        long[] counts = grid.counts(length);
        long[] first = grid.first(length);
        script.betweenHosts().scatterv(buffers.all, counts, first, own, grid.host(root));
      }
      script.inHost().scatter(own, destination.slice(from, length), buffers.column);
    }
  }

  private static Excerpt piece(long partBytes, long from, long length, ElementType type) {
    return new Excerpt(partBytes, from * type.sizeBytes(), length * type.sizeBytes());
  }

  /** Of the members of this host the leader alone has something. */
  private long[] leaderAlone(long count) {
    long[] counts = nowhere();
    counts[LEADER] = count;
    return counts;
  }

  private long[] nowhere() {
    return new long[grid.members()];
  }

  /** The memory of a gather or scatter, on the ranks that need some. */
  private final class Buffers {
    final int column;
    final long piece;

    /** Whether this host has a root that is in no column: its leader hands all on to it. */
    final boolean isHandedOn;

    /** Whether the root's own buffer is that of all, as its order is host by host. */
    final boolean isStraight;

    /** Pieces of all ranks, host by host. */
    final Elements all;

    private final Elements nothing;
    private final boolean hasAll;

    /** Those of this host's members; where there are all, these are among them. */
    private final Elements members;

    /**
     * @param whole the root's large buffer; not looked at elsewhere
     */
    Buffers(LevelScript script, int root, long count, Elements nothing, Elements whole) {
      this.nothing = nothing;
      this.column = grid.columnOf(root);
      this.piece = Math.min(count, pieceCount(grid.mostMembers(), nothing.type()));
      boolean isHere = isRootsHost(root);
      this.isHandedOn = isHere && grid.index(root) != column;
      this.isStraight =
          grid.place() == root
              && isIn(column)
              && grid.isInOrder()
              && piece == count
              && !whole.segment().isReadOnly();
      this.hasAll = isHere && (isIn(column) || grid.place() == root);
      this.all = isStraight ? whole : hasAll ? room(script, true) : nothing;
      this.members = isIn(column) && !hasAll ? room(script, false) : nothing;
    }

    private Elements room(LevelScript script, boolean ofAll) {
      ElementType type = nothing.type();
      return ofAll
          ? script.packed(grid.size() * piece, type)
          : script.partial(grid.members() * piece, type);
    }

    Elements own(long length) {
      if (!isIn(column)) {
        return nothing;
      }
      long count = grid.members() * length;
      return hasAll ? all.slice(grid.first(length)[grid.host()], count) : members.slice(0, count);
    }

    /** Returns all elements, which a leader hands on or receives. */
    Elements handedOn(long length) {
      return isIn(column) ? all.slice(0, grid.size() * length) : nothing;
    }
  }

  /**
   * Leaders pack what the members of their host give to those of each other one, so that it is one
   * message. For short parts.
   */
  void alltoallByLeaders(LevelScript script, Elements source, Elements destination, long count) {
    ElementType type = source.type();
    int members = grid.members();
    Elements given = script.partial(members * count * grid.size(), type);
    Elements sent = script.packed(members * count * grid.size(), type);
    script.inHost().gather(source.slice(0, grid.size() * count), given, LEADER);
    if (isIn(LEADER)) {
      long[] counts = grid.counts(members * count);
      long[] first = grid.first(members * count);
      script.work(() -> packing.packMembers(given, sent, count * type.sizeBytes()));
      script.betweenHosts().alltoallv(sent, counts, first, given, counts, first);
      script.work(() -> packing.sort(given, sent, count * type.sizeBytes()));
    }
    script.inHost().scatter(sent, destination.slice(0, grid.size() * count), LEADER);
  }

  /**
   * Members of a host first give each other what is for the other's column, and then each column
   * exchanges: each rank carries its own column's. All ranks are in columns. Source: Träff and
   * Hunold, Decomposing MPI collectives for exploiting multi-lane communication, 2020.
   */
  void alltoallByColumns(LevelScript script, Elements source, Elements destination, long count) {
    ElementType type = source.type();
    long most = pieceCount((long) grid.members() * grid.members(), type);
    long room = grid.size() * Math.min(count, most);
    Elements one = script.partial(room, type);
    Elements other = script.packed(room, type);
    for (long from = 0; from < count; from += most) {
      Excerpt piece = piece(count * type.sizeBytes(), from, Math.min(most, count - from), type);
      Elements first = one.slice(0, grid.size() * piece.bytes() / type.sizeBytes());
      Elements second = other.slice(0, first.count());
      script.work(() -> packing.packColumns(source, first, piece));
      script.inHost().alltoall(first, second);
      script.work(() -> packing.turn(second, first, piece.bytes()));
      script.betweenHosts().alltoall(first, second);
      script.work(() -> packing.unpack(second, destination, piece));
    }
  }
}
