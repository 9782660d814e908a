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
import org.armci4j.collectives.algorithm.move.RecursiveDoublingBarrier;
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
import org.armci4j.collectives.algorithm.reduction.TreeAllreduce;
import org.armci4j.collectives.algorithm.reduction.TreeReduce;
import org.armci4j.collectives.schedule.Schedule;

/** All portable algorithms. The first of each operation serves every shape in rank order. */
public final class Catalogue {
  private static final String THESIS = "Gupta, thesis (2002)";
  private static final String SUR = "Sur et al., all-to-all broadcast (2005)";
  private static final String THAKUR = "Thakur, Rabenseifner, Gropp (2005)";
  private static final String BRUCK = "Bruck et al. (1997)";
  private static final String KNOWN = "textbook";
  private static final int[] DEGREES = {1, 3, 7, 15};

  /** In the order of operations. */
  public static final List<Algorithm> ALL = all();

  private Catalogue() {}

  private static List<Algorithm> all() {
    List<Algorithm> all = new ArrayList<>();
    moves(all);
    reductions(all);
    return List.copyOf(all);
  }

  private static void moves(List<Algorithm> all) {
    add(
        all,
        BARRIER,
        "dissemination",
        DisseminationBarrier::schedule,
        DisseminationBarrier::nanos,
        "Hensgen et al. (1988)");
    add(
        all,
        BARRIER,
        "recursive-doubling",
        RecursiveDoublingBarrier::schedule,
        RecursiveDoublingBarrier::nanos,
        THESIS + ", ch. 4");
    add(
        all,
        BROADCAST,
        "binomial",
        BinomialBroadcast::schedule,
        BinomialBroadcast::nanos,
        THESIS + ", ch. 5");
    add(
        all,
        BROADCAST,
        "binomial-straight",
        BinomialBroadcast::straight,
        BinomialBroadcast::straightNanos,
        THESIS + ", ch. 5");
    add(
        all,
        BROADCAST,
        WriteMode.STRAIGHT.of("chain"),
        ChainBroadcast::straight,
        ChainBroadcast::nanos,
        KNOWN);
    add(
        all,
        BROADCAST,
        "flat",
        FlatBroadcast::schedule,
        FlatBroadcast::nanos,
        THESIS + ", figure 5.2");
    for (WriteMode mode : WriteMode.values()) {
      String name = mode.of("scatter-allgather");
      add(
          all,
          BROADCAST,
          name,
          s -> ScatterAllgatherBroadcast.schedule(s, mode),
          (s, m) -> ScatterAllgatherBroadcast.nanos(s, m, mode),
          THAKUR);
    }
    add(all, GATHER, "flat", FlatGather::schedule, FlatGather::nanos, KNOWN);
    add(
        all,
        GATHER,
        "binomial",
        Shape::regular,
        BinomialGather::schedule,
        BinomialGather::nanos,
        THAKUR);
    add(all, SCATTER, "flat", FlatScatter::schedule, FlatScatter::nanos, KNOWN);
    add(
        all,
        SCATTER,
        "binomial",
        Shape::regular,
        BinomialScatter::schedule,
        BinomialScatter::nanos,
        THAKUR);
    allgathers(all);
    add(
        all,
        ALLTOALL,
        "pairwise",
        s -> PairwiseAlltoall.schedule(s, true),
        (s, m) -> PairwiseAlltoall.nanos(s, m, true),
        THAKUR);
    add(
        all,
        ALLTOALL,
        WriteMode.STRAIGHT.of("pairwise"),
        Shape::regular,
        PairwiseAlltoall::straight,
        PairwiseAlltoall::straightNanos,
        THAKUR);
    add(
        all,
        ALLTOALL,
        "flat",
        s -> PairwiseAlltoall.schedule(s, false),
        (s, m) -> PairwiseAlltoall.nanos(s, m, false),
        KNOWN);
    add(
        all,
        ALLTOALL,
        "bruck",
        Shape::regular,
        BruckAlltoall::schedule,
        BruckAlltoall::nanos,
        BRUCK);
  }

  private static void allgathers(List<Algorithm> all) {
    add(
        all,
        ALLGATHER,
        "ring",
        s -> RingAllgather.schedule(s, WriteMode.COPIED),
        (s, m) -> RingAllgather.nanos(s, m, WriteMode.COPIED),
        KNOWN);
    add(
        all,
        ALLGATHER,
        WriteMode.STRAIGHT.of("ring"),
        Shape::regular,
        s -> RingAllgather.schedule(s, WriteMode.STRAIGHT),
        (s, m) -> RingAllgather.nanos(s, m, WriteMode.STRAIGHT),
        SUR + ", 4.3");
    add(all, ALLGATHER, "flat", FlatAllgather::schedule, FlatAllgather::nanos, KNOWN);
    add(
        all,
        ALLGATHER,
        WriteMode.STRAIGHT.of("flat"),
        Shape::regular,
        FlatAllgather::straight,
        FlatAllgather::straightNanos,
        KNOWN);
    add(
        all,
        ALLGATHER,
        "recursive-doubling",
        shape -> shape.regular() && shape.isPowerOfTwo(),
        RecursiveDoublingAllgather::schedule,
        RecursiveDoublingAllgather::nanos,
        SUR + ", 4.2");
    add(
        all,
        ALLGATHER,
        "bruck",
        Shape::regular,
        BruckAllgather::schedule,
        BruckAllgather::nanos,
        BRUCK);
    for (WriteMode mode : WriteMode.values()) {
      add(
          all,
          ALLGATHER,
          mode.of("neighbour"),
          shape -> shape.regular() && shape.size() % 2 == 0,
          shape -> NeighbourAllgather.schedule(shape, mode),
          (shape, machine) -> NeighbourAllgather.nanos(shape, machine, mode),
          "Chen, Zhang, Zhang, Yuan (2005)");
    }
  }

  private static void reductions(List<Algorithm> all) {
    add(all, REDUCE, "chain", RANK, ChainReduce::schedule, ChainReduce::nanos, KNOWN);
    add(all, REDUCE, "flat", RANK, FlatReduce::schedule, FlatReduce::nanos, KNOWN);
    add(
        all,
        ALLREDUCE,
        "pairwise",
        RANK,
        PairwiseReduction::allreduce,
        PairwiseReduction::allreduceNanos,
        KNOWN);
    all.add(
        new Algorithm(
            ALLREDUCE,
            WriteMode.STRAIGHT.of("pairwise"),
            RANK,
            shape -> shape.size() <= StraightAllreduce.MAX_RANKS,
            StraightAllreduce::schedule,
            StraightAllreduce::nanos,
            KNOWN));
    add(all, ALLREDUCE, "flat", RANK, FlatAllreduce::schedule, FlatAllreduce::nanos, KNOWN);
    add(
        all,
        ALLREDUCE,
        WriteMode.STRAIGHT.of("flat"),
        RANK,
        FlatAllreduce::straight,
        FlatAllreduce::straightNanos,
        KNOWN);
    for (int k : DEGREES) {
      String name = "tree-" + k;
      String source = THESIS + ", ch. 6";
      add(
          all,
          REDUCE,
          name,
          BRACKETED,
          s -> TreeReduce.schedule(s, k),
          (s, m) -> TreeReduce.nanos(s, m, k),
          source);
      add(
          all,
          ALLREDUCE,
          name,
          BRACKETED,
          s -> TreeAllreduce.schedule(s, k),
          (s, m) -> TreeAllreduce.nanos(s, m, k),
          source);
    }
    add(
        all,
        ALLREDUCE,
        "recursive-doubling",
        BRACKETED,
        RecursiveDoublingAllreduce::schedule,
        RecursiveDoublingAllreduce::nanos,
        THAKUR);
    add(
        all,
        ALLREDUCE,
        "rabenseifner",
        BRACKETED,
        RabenseifnerAllreduce::schedule,
        RabenseifnerAllreduce::nanos,
        THAKUR);
    add(
        all,
        ALLREDUCE,
        "ring",
        PERMUTED,
        RingAllreduce::schedule,
        RingAllreduce::nanos,
        "Patarasuk, Yuan (2009)");
    add(
        all,
        REDUCE_SCATTER,
        "pairwise",
        RANK,
        PairwiseReduction::reduceScatter,
        PairwiseReduction::reduceScatterNanos,
        THAKUR);
    add(
        all,
        REDUCE_SCATTER,
        "ring",
        PERMUTED,
        RingReduceScatter::schedule,
        RingReduceScatter::nanos,
        KNOWN);
    for (Operation scan : List.of(SCAN, EXSCAN)) {
      add(all, scan, "chain", RANK, ChainScan::schedule, ChainScan::nanos, KNOWN);
      add(
          all,
          scan,
          "recursive-doubling",
          BRACKETED,
          RecursiveDoublingScan::schedule,
          RecursiveDoublingScan::nanos,
          "Hillis, Steele (1986)");
    }
  }

  private static void add(
      List<Algorithm> all,
      Operation operation,
      String name,
      Function<Shape, Schedule> builder,
      Cost cost,
      String source) {
    add(all, operation, name, shape -> true, builder, cost, source);
  }

  private static void add(
      List<Algorithm> all,
      Operation operation,
      String name,
      Predicate<Shape> serves,
      Function<Shape, Schedule> builder,
      Cost cost,
      String source) {
    all.add(new Algorithm(operation, name, NONE, serves, builder, cost, source));
  }

  private static void add(
      List<Algorithm> all,
      Operation operation,
      String name,
      OperandOrder order,
      Function<Shape, Schedule> builder,
      Cost cost,
      String source) {
    all.add(new Algorithm(operation, name, order, shape -> true, builder, cost, source));
  }
}
