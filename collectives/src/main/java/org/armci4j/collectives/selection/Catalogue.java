package org.armci4j.collectives.selection;

import static org.armci4j.collectives.Operation.ALLGATHER;
import static org.armci4j.collectives.Operation.ALLREDUCE;
import static org.armci4j.collectives.Operation.ALLTOALL;
import static org.armci4j.collectives.Operation.BARRIER;
import static org.armci4j.collectives.Operation.BROADCAST;
import static org.armci4j.collectives.Operation.EXSCAN;
import static org.armci4j.collectives.Operation.GATHER;
import static org.armci4j.collectives.Operation.REDUCE;
import static org.armci4j.collectives.Operation.REDUCE_SCATTER;
import static org.armci4j.collectives.Operation.SCAN;
import static org.armci4j.collectives.Operation.SCATTER;
import static org.armci4j.collectives.algorithm.OperandOrder.BRACKETED;
import static org.armci4j.collectives.algorithm.OperandOrder.NONE;
import static org.armci4j.collectives.algorithm.OperandOrder.PERMUTED;
import static org.armci4j.collectives.algorithm.OperandOrder.RANK;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Algorithm;
import org.armci4j.collectives.algorithm.Cost;
import org.armci4j.collectives.algorithm.OperandOrder;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.WriteMode;
import org.armci4j.collectives.algorithm.move.BinomialBroadcast;
import org.armci4j.collectives.algorithm.move.BinomialGather;
import org.armci4j.collectives.algorithm.move.BinomialScatter;
import org.armci4j.collectives.algorithm.move.BruckAllgather;
import org.armci4j.collectives.algorithm.move.BruckAlltoall;
import org.armci4j.collectives.algorithm.move.ChainBroadcast;
import org.armci4j.collectives.algorithm.move.DisseminationBarrier;
import org.armci4j.collectives.algorithm.move.FlatAllgather;
import org.armci4j.collectives.algorithm.move.FlatBroadcast;
import org.armci4j.collectives.algorithm.move.FlatGather;
import org.armci4j.collectives.algorithm.move.FlatScatter;
import org.armci4j.collectives.algorithm.move.NeighbourAllgather;
import org.armci4j.collectives.algorithm.move.PairwiseAlltoall;
import org.armci4j.collectives.algorithm.move.RecursiveDoublingAllgather;
import org.armci4j.collectives.algorithm.move.RingAllgather;
import org.armci4j.collectives.algorithm.move.ScatterAllgatherBroadcast;
import org.armci4j.collectives.algorithm.reduction.ChainReduce;
import org.armci4j.collectives.algorithm.reduction.ChainScan;
import org.armci4j.collectives.algorithm.reduction.FlatAllreduce;
import org.armci4j.collectives.algorithm.reduction.FlatReduce;
import org.armci4j.collectives.algorithm.reduction.PairwiseReduction;
import org.armci4j.collectives.algorithm.reduction.RabenseifnerAllreduce;
import org.armci4j.collectives.algorithm.reduction.RecursiveDoublingAllreduce;
import org.armci4j.collectives.algorithm.reduction.RecursiveDoublingScan;
import org.armci4j.collectives.algorithm.reduction.RingAllreduce;
import org.armci4j.collectives.algorithm.reduction.RingReduceScatter;
import org.armci4j.collectives.algorithm.reduction.StraightAllreduce;
import org.armci4j.collectives.algorithm.reduction.TreeReduce;
import org.armci4j.collectives.schedule.Schedule;

/** All portable algorithms. The first of each operation serves every shape in rank order. */
public final class Catalogue {
  private static final String THESIS = "Gupta, thesis (2002)";
  private static final String SUR = "Sur et al., all-to-all broadcast (2005)";
  private static final String THAKUR = "Thakur, Rabenseifner, Gropp (2005)";
  private static final String BRUCK = "Bruck et al. (1997)";
  private static final String CHEN = "Chen, Zhang, Zhang, Yuan (2005)";
  private static final String HILLIS = "Hillis, Steele (1986)";
  private static final String KNOWN = "textbook";
  private static final int[] DEGREES = {1, 3, 7, 15};

  /** In the order of operations. */
  public static final List<Algorithm> ALL = all();

  private Catalogue() {}

  /** Returns the algorithm of that name, or null. */
  public static Algorithm find(Operation operation, String name) {
    return ALL.stream()
        .filter(one -> one.operation() == operation && one.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static List<Algorithm> all() {
    List<Algorithm> all = new ArrayList<>();
    barriers(new Listing(BARRIER, all));
    broadcasts(new Listing(BROADCAST, all));
    gathers(new Listing(GATHER, all));
    scatters(new Listing(SCATTER, all));
    allgathers(new Listing(ALLGATHER, all));
    alltoalls(new Listing(ALLTOALL, all));
    reduces(new Listing(REDUCE, all));
    allreduces(new Listing(ALLREDUCE, all));
    reduceScatters(new Listing(REDUCE_SCATTER, all));
    scans(new Listing(SCAN, all));
    scans(new Listing(EXSCAN, all));
    return List.copyOf(all);
  }

  private static void barriers(Listing to) {
    to.add(
        "dissemination",
        "Hensgen et al. (1988)",
        DisseminationBarrier::schedule,
        DisseminationBarrier::nanos);
  }

  private static void broadcasts(Listing to) {
    String trees = THESIS + ", ch. 5";
    to.add("binomial", trees, BinomialBroadcast::schedule, BinomialBroadcast::nanos);
    to.add(
        "binomial-straight", trees, BinomialBroadcast::straight, BinomialBroadcast::straightNanos);
    to.add("chain-straight", KNOWN, ChainBroadcast::straight, ChainBroadcast::nanos);
    to.add("flat", THESIS + ", figure 5.2", FlatBroadcast::schedule, FlatBroadcast::nanos);
    for (WriteMode mode : WriteMode.values()) {
      to.add(
          mode.of("scatter-allgather"),
          THAKUR,
          shape -> ScatterAllgatherBroadcast.schedule(shape, mode),
          (shape, machine) -> ScatterAllgatherBroadcast.nanos(shape, machine, mode));
    }
  }

  private static void gathers(Listing to) {
    to.add("flat", KNOWN, FlatGather::schedule, FlatGather::nanos);
    to.add("binomial", THAKUR, Shape::regular, BinomialGather::schedule, BinomialGather::nanos);
  }

  private static void scatters(Listing to) {
    to.add("flat", KNOWN, FlatScatter::schedule, FlatScatter::nanos);
    to.add("binomial", THAKUR, Shape::regular, BinomialScatter::schedule, BinomialScatter::nanos);
  }

  private static void allgathers(Listing to) {
    to.add(
        "ring",
        KNOWN,
        shape -> RingAllgather.schedule(shape, WriteMode.COPIED),
        (shape, machine) -> RingAllgather.nanos(shape, machine, WriteMode.COPIED));
    to.add(
        "ring-straight",
        SUR + ", 4.3",
        Shape::regular,
        shape -> RingAllgather.schedule(shape, WriteMode.STRAIGHT),
        (shape, machine) -> RingAllgather.nanos(shape, machine, WriteMode.STRAIGHT));
    to.add("flat", KNOWN, FlatAllgather::schedule, FlatAllgather::nanos);
    to.add(
        "flat-straight",
        KNOWN,
        Shape::regular,
        FlatAllgather::straight,
        FlatAllgather::straightNanos);
    to.add(
        "recursive-doubling",
        SUR + ", 4.2",
        shape -> shape.regular() && shape.isPowerOfTwo(),
        RecursiveDoublingAllgather::schedule,
        RecursiveDoublingAllgather::nanos);
    to.add("bruck", BRUCK, Shape::regular, BruckAllgather::schedule, BruckAllgather::nanos);
    for (WriteMode mode : WriteMode.values()) {
      to.add(
          mode.of("neighbour"),
          CHEN,
          shape -> shape.regular() && shape.size() % 2 == 0,
          shape -> NeighbourAllgather.schedule(shape, mode),
          (shape, machine) -> NeighbourAllgather.nanos(shape, machine, mode));
    }
  }

  private static void alltoalls(Listing to) {
    to.add(
        "pairwise",
        THAKUR,
        shape -> PairwiseAlltoall.schedule(shape, true),
        (shape, machine) -> PairwiseAlltoall.nanos(shape, machine, true));
    to.add(
        "pairwise-straight",
        THAKUR,
        Shape::regular,
        PairwiseAlltoall::straight,
        PairwiseAlltoall::straightNanos);
    to.add(
        "flat",
        KNOWN,
        shape -> PairwiseAlltoall.schedule(shape, false),
        (shape, machine) -> PairwiseAlltoall.nanos(shape, machine, false));
    to.add("bruck", BRUCK, Shape::regular, BruckAlltoall::schedule, BruckAlltoall::nanos);
  }

  private static void reduces(Listing to) {
    to.add("chain", KNOWN, RANK, ChainReduce::schedule, ChainReduce::nanos);
    to.add("flat", KNOWN, RANK, FlatReduce::schedule, FlatReduce::nanos);
    for (int k : DEGREES) {
      to.add(
          "tree-" + k,
          THESIS + ", ch. 6",
          BRACKETED,
          shape -> TreeReduce.schedule(shape, k),
          (shape, machine) -> TreeReduce.nanos(shape, machine, k));
    }
  }

  private static void allreduces(Listing to) {
    to.add(
        "pairwise", KNOWN, RANK, PairwiseReduction::allreduce, PairwiseReduction::allreduceNanos);
    to.add(
        "pairwise-straight",
        KNOWN,
        RANK,
        shape -> shape.size() <= StraightAllreduce.MAX_RANKS,
        StraightAllreduce::schedule,
        StraightAllreduce::nanos);
    to.add("flat", KNOWN, RANK, FlatAllreduce::schedule, FlatAllreduce::nanos);
    to.add("flat-straight", KNOWN, RANK, FlatAllreduce::straight, FlatAllreduce::straightNanos);
    to.add(
        "recursive-doubling",
        THAKUR,
        BRACKETED,
        RecursiveDoublingAllreduce::schedule,
        RecursiveDoublingAllreduce::nanos);
    to.add(
        "rabenseifner",
        THAKUR,
        BRACKETED,
        RabenseifnerAllreduce::schedule,
        RabenseifnerAllreduce::nanos);
    to.add(
        "ring", "Patarasuk, Yuan (2009)", PERMUTED, RingAllreduce::schedule, RingAllreduce::nanos);
  }

  private static void reduceScatters(Listing to) {
    to.add(
        "pairwise",
        THAKUR,
        RANK,
        PairwiseReduction::reduceScatter,
        PairwiseReduction::reduceScatterNanos);
    to.add("ring", KNOWN, PERMUTED, RingReduceScatter::schedule, RingReduceScatter::nanos);
  }

  private static void scans(Listing to) {
    to.add("chain", KNOWN, RANK, ChainScan::schedule, ChainScan::nanos);
    to.add(
        "recursive-doubling",
        HILLIS,
        BRACKETED,
        RecursiveDoublingScan::schedule,
        RecursiveDoublingScan::nanos);
  }

  /**
   * Adds the algorithms of one operation.
   *
   * @param to where all operations' are
   */
  private record Listing(Operation operation, List<Algorithm> to) {
    void add(String name, String source, Function<Shape, Schedule> builder, Cost cost) {
      add(name, source, NONE, shape -> true, builder, cost);
    }

    void add(
        String name,
        String source,
        Predicate<Shape> serves,
        Function<Shape, Schedule> builder,
        Cost cost) {
      add(name, source, NONE, serves, builder, cost);
    }

    void add(
        String name,
        String source,
        OperandOrder order,
        Function<Shape, Schedule> builder,
        Cost cost) {
      add(name, source, order, shape -> true, builder, cost);
    }

    void add(
        String name,
        String source,
        OperandOrder order,
        Predicate<Shape> serves,
        Function<Shape, Schedule> builder,
        Cost cost) {
      to.add(new Algorithm(operation, name, order, serves, builder, cost, source));
    }
  }
}
