package org.armci4j.collectives.levels;

import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.Reduction;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.hosts.HostGrid;
import org.armci4j.collectives.running.Engine;
import org.armci4j.collectives.running.PlannedCall;
import org.armci4j.collectives.selection.LevelForm;
import org.armci4j.collectives.selection.Selection;

/**
 * Collectives of ranks on several hosts, of which some have several: inside each host through
 * memory, between hosts through one rank of each, its leader, or for long messages through several,
 * each of which carries a share. What a host gives or takes crosses the network once, however many
 * ranks it has. Ranks may be on hosts in any way ({@link HostGrid}).
 *
 * <p>Reductions keep the order that is asked for: where they must be combined one after the other
 * as one thread would, short ones are gathered and combined by each rank for itself, in a long
 * allreduce what has been combined goes on from host to host ({@link LevelChain}), and others are
 * left to the other algorithms: a chain of ranks crosses the network as seldom.
 *
 * <p>Source: Karonis and others, Exploiting hierarchy in parallel computer networks to optimize
 * collective operation performance, 2000; with one level more than shared memory it would be
 * theirs.
 */
public final class HostLevels implements AutoCloseable {
  /** The name of its algorithm. */
  public static final String NAME = "levels";

  /** The same with several leaders. */
  public static final String NAME_OF_MANY = "levels-many";

  /**
   * Fewest ranks of a host, on average, for which parts are packed: that saves the squared number
   * of messages.
   */
  private static final int PACKED_RANKS = 4;

  /** Fewest bytes for each of several leaders where hosts have cores to spare. */
  private static final long SPARE_CORES_BYTES = 256 * 1024;

  private final HostGrid grid;
  private final Selection selection;
  private final Selection.Ability<LevelForm> ability = this::can;
  private final LevelCalls calls;
  private final Engine host;

  /** Of this rank's column; null where it is in none. */
  private final Engine column;

  private final LevelMoves moves;
  private final LevelReductions reductions;
  private final LevelChain chain;

  /** Makes the steps of calls at once. */
  private final LevelScript atOnce;

  /** Whether all ranks reach the memory of those on their host. */
  private final boolean isWhole;

  /** Fewest bytes of each column with several leaders. */
  private final long leaderBytes;

  private HostLevels(
      Armci armci,
      Group group,
      HostGrid grid,
      Settings settings,
      Selection selection,
      LevelCalls calls) {
    this.grid = grid;
    this.selection = selection;
    this.calls = calls;
    this.host = level(armci, group, grid.hosts().get(grid.host()));
    this.column = grid.isInColumn() ? level(armci, group, grid.column(grid.index())) : null;
    this.moves = new LevelMoves(grid);
    this.reductions = new LevelReductions(grid, moves);
    this.chain = new LevelChain(grid, moves);
    this.atOnce = LevelScript.atOnce(calls, host, column);
    this.isWhole = isSo(host.isDirect());
    this.leaderBytes = leaderBytes(armci, settings.get(CollectivesSettings.LEADER_BYTES));
  }

  /**
   * Returns the fewest bytes that each of several leaders carries. If none are set, there is one
   * leader unless all hosts have two cores for each rank: the helper thread of a network's
   * transport takes a second one, and where they share cores one rank feeds the network as fast as
   * several.
   */
  private long leaderBytes(Armci armci, long setBytes) {
    int ranksHere = armci.domains().ranks(armci.domains().mine()).length;
    boolean spare = isSo(Runtime.getRuntime().availableProcessors() >= 2 * ranksHere);
    return setBytes > 0 ? setBytes : spare ? SPARE_CORES_BYTES : Long.MAX_VALUE;
  }

  private Engine level(Armci armci, Group group, int[] places) {
    int[] ranks = Arrays.stream(places).map(group::worldRank).toArray();
    return new Engine(armci, group.createPart(ranks), selection::measured);
  }

  /**
   * Returns the levels of a group, or null where there are none: its ranks are on one host, each on
   * its own, or those of a host do not reach each other's memory. Collective over the group.
   *
   * @param selection chooses the forms
   * @param calls makes the calls of each level
   */
  public static HostLevels where(
      Armci armci, Group group, Settings settings, Selection selection, LevelCalls calls) {
    HostGrid grid = HostGrid.of(armci.domains(), group);
    boolean pays = grid.hosts().size() > 1 && grid.hosts().size() < group.size();
    if (!pays || !settings.get(CollectivesSettings.LEVELS)) {
      return null;
    }
    HostLevels levels = new HostLevels(armci, group, grid, settings, selection, calls);
    if (levels.isWhole) {
      return levels;
    }
    levels.close();
    return null;
  }

  /** Returns whether a condition holds on all ranks. */
  private boolean isSo(boolean here) {
    long[] least = {here ? 1 : 0};
    Elements value = Elements.of(least);
    reductions.allreduce(atOnce, value, value, Reduction.MIN);
    return least[0] == 1;
  }

  /**
   * Returns the name of the form that serves a call.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public String nameFor(Shape shape, OperandOrder loosest) {
    return form(shape, loosest) == LevelForm.COLUMNS ? NAME_OF_MANY : NAME;
  }

  /**
   * Returns whether it serves a call.
   *
   * @param loosest how far it may leave the order of the ranks
   */
  public boolean serves(Shape shape, OperandOrder loosest) {
    return form(shape, loosest) != null;
  }

  /** Returns how a call goes; null where it does not go by levels. */
  private LevelForm form(Shape shape, OperandOrder loosest) {
    return selection.level(shape, loosest, ability);
  }

  private boolean can(LevelForm form, Shape shape, OperandOrder loosest) {
    return switch (form) {
      case GATHERED -> true;
      case CHAIN -> grid.isInOrder();
      case LEADERS -> canByLeaders(shape, loosest);
      case COLUMNS ->
          switch (shape.operation()) {
            case ALLTOALL -> shape.regular() && grid.isEven();
            case ALLREDUCE -> keeps(loosest) && isForMany(shape);
            default -> isForMany(shape);
          };
    };
  }

  private boolean canByLeaders(Shape shape, OperandOrder loosest) {
    return switch (shape.operation()) {
      case BARRIER, BROADCAST -> true;
      case ALLGATHER, GATHER, SCATTER -> shape.regular();
      case ALLTOALL -> shape.regular() && grid.size() >= PACKED_RANKS * grid.hosts().size();
      case REDUCE, ALLREDUCE -> keeps(loosest);
      case REDUCE_SCATTER -> keepsPlaces(loosest) && shape.regular();
      case SCAN, EXSCAN -> keepsPlaces(loosest);
    };
  }

  /** Returns whether combining inside each host first keeps that order. */
  private boolean keeps(OperandOrder loosest) {
    return loosest == OperandOrder.PERMUTED
        || (loosest == OperandOrder.BRACKETED && grid.isInOrder());
  }

  /** Returns whether combining inside each host first keeps every rank's place. */
  private boolean keepsPlaces(OperandOrder loosest) {
    return keeps(loosest) && grid.isInOrder();
  }

  /** Returns whether each of several leaders has enough to carry. */
  private boolean isForMany(Shape shape) {
    return grid.columns() > 1 && shape.bytes() / grid.columns() >= leaderBytes;
  }

  /** Runs a call. */
  public void run(
      Shape shape,
      Elements source,
      Elements destination,
      Reduction reduction,
      OperandOrder loosest) {
    write(atOnce, shape, source, destination, reduction, loosest);
  }

  /** Plans a call, for a {@link #newRunner}. */
  public PlannedCall plan(
      Shape shape,
      Elements source,
      Elements destination,
      Reduction reduction,
      OperandOrder loosest) {
    LevelScript script = LevelScript.forLater(calls, host, column);
    write(script, shape, source, destination, reduction, loosest);
    return PlannedCall.of(shape, null, script.steps(), source, destination, reduction, null);
  }

  /** Returns a runner of planned calls. Collective over the group. */
  public LevelRunner newRunner() {
    return new LevelRunner(host.newRunner(), column == null ? null : column.newRunner());
  }

  private void write(
      LevelScript script,
      Shape shape,
      Elements source,
      Elements destination,
      Reduction reduction,
      OperandOrder loosest) {
    LevelForm form = form(shape, loosest);
    boolean byColumns = form == LevelForm.COLUMNS;
    int root = shape.root();
    long count = shape.count();
    if (form == LevelForm.GATHERED) {
      reductions.combineGathered(script, shape.operation(), source, destination, reduction);
      return;
    }
    switch (shape.operation()) {
      case BARRIER -> moves.barrier(script);
      case BROADCAST -> {
        if (byColumns) {
          moves.broadcastByColumns(script, destination, root);
        } else {
          moves.broadcast(script, destination, root);
        }
      }
      case GATHER -> moves.gather(script, source, destination, root);
      case SCATTER -> moves.scatter(script, source, destination, root, count);
      case ALLGATHER -> moves.allgather(script, source, destination);
      case ALLTOALL -> {
        if (byColumns) {
          moves.alltoallByColumns(script, source, destination, count);
        } else {
          moves.alltoallByLeaders(script, source, destination, count);
        }
      }
      case REDUCE -> reductions.reduce(script, source, destination, reduction, root);
      case REDUCE_SCATTER ->
          reductions.reduceScatter(script, source, destination, reduction, count);
      case ALLREDUCE -> {
        switch (form) {
          case COLUMNS -> reductions.allreduceByColumns(script, source, destination, reduction);
          case CHAIN -> chain.allreduce(script, source, destination, reduction);
          default -> reductions.allreduce(script, source, destination, reduction);
        }
      }
      case SCAN, EXSCAN ->
          reductions.scan(script, shape.operation(), source, destination, reduction);
    }
  }

  /** Collective over the group. */
  @Override
  public void close() {
    if (column != null) {
      column.close();
    }
    host.close();
  }
}
