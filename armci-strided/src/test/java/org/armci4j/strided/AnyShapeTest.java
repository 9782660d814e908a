package org.armci4j.strided;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;

/** A plan moves the bytes that its shape names, each as often, whatever the shape. */
class AnyShapeTest {
  private static final int MAX_LEVELS = 4;

  /** Both sections of a transfer. */
  record Shape(Section local, Section remote) {}

  /** The segments of a vector transfer. */
  record Vector(long[] local, long[] remote, long[] sizesBytes) {}

  /** Which byte goes where, or comes from where. */
  record Move(long local, long remote) {}

  record Segment(long local, long remote, long sizeBytes) {}

  @Provide
  Arbitrary<Shape> shapes() {
    Arbitrary<long[]> counts =
        Arbitraries.longs().between(0, 4).array(long[].class).ofSize(MAX_LEVELS + 1);
    Arbitrary<long[]> strides =
        Arbitraries.longs().between(-40, 40).array(long[].class).ofSize(MAX_LEVELS);
    Arbitrary<Long> offsets = Arbitraries.longs().between(-100, 100);
    return Combinators.combine(
            Arbitraries.integers().between(0, MAX_LEVELS),
            counts,
            offsets,
            strides,
            offsets,
            strides)
        .as(
            (levels, count, local, localStrides, remote, remoteStrides) ->
                new Shape(
                    Section.of(local, localStrides, count, levels),
                    Section.of(remote, remoteStrides, count, levels)))
        .withoutEdgeCases();
  }

  /** Often segments that continue each other or are equally spaced, as those are merged. */
  @Provide
  Arbitrary<Vector> vectors() {
    Arbitrary<Segment> steps =
        Combinators.combine(
                Arbitraries.longs().between(-2, 12),
                Arbitraries.longs().between(-2, 12),
                Arbitraries.of(0L, 1L, 4L, 4L, 8L))
            .as(Segment::new);
    return Combinators.combine(steps.list().ofMaxSize(40), Arbitraries.of(true, false))
        .as(AnyShapeTest::vector)
        .withoutEdgeCases();
  }

  private static Vector vector(List<Segment> steps, boolean even) {
    long[][] all = new long[3][steps.size()];
    long local = 0;
    long remote = 0;
    for (int i = 0; i < steps.size(); i++) {
      Segment step = steps.get(even ? 0 : i);
      all[0][i] = local;
      all[1][i] = remote;
      all[2][i] = step.sizeBytes;
      local += step.local;
      remote += step.remote;
    }
    return new Vector(all[0], all[1], all[2]);
  }

  private static List<Move> moves(SegmentList list) {
    List<Move> moves = new ArrayList<>();
    for (int run = 0; run < list.runs(); run++) {
      for (long i = 0; i < list.count(run); i++) {
        addMoves(
            list.local().offset(run) + i * list.local().stride(run),
            list.remote().offset(run) + i * list.remote().stride(run),
            list.lengthBytes(run),
            moves);
      }
    }
    return moves;
  }

  private static void addMoves(long local, long remote, long sizeBytes, List<Move> moves) {
    for (long i = 0; i < sizeBytes; i++) {
      moves.add(new Move(local + i, remote + i));
    }
  }

  private static List<Move> moves(Shape shape) {
    long[] local = SectionModel.rows(shape.local);
    long[] remote = SectionModel.rows(shape.remote);
    List<Move> moves = new ArrayList<>();
    for (int row = 0; row < local.length; row++) {
      addMoves(local[row], remote[row], shape.local.count(0), moves);
    }
    return moves;
  }

  private static List<Move> moves(Vector vector) {
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < vector.local.length; i++) {
      addMoves(vector.local[i], vector.remote[i], vector.sizesBytes[i], moves);
    }
    return moves;
  }

  private static List<Move> sorted(List<Move> moves) {
    List<Move> sorted = new ArrayList<>(moves);
    sorted.sort(
        (a, b) ->
            a.local == b.local ? Long.compare(a.remote, b.remote) : Long.compare(a.local, b.local));
    return sorted;
  }

  @Property
  void sections(@ForAll("shapes") Shape shape) {
    TransferPlan plan = TransferPlan.of(shape.local, shape.remote);
    List<Move> expected = moves(shape);
    assertEquals(sorted(expected), sorted(moves(plan.list())));
    assertEquals(expected.size(), plan.sizeBytes());
    assertTrue(plan.segments() <= SectionModel.rows(shape.local).length, plan.toString());
  }

  /** What lies densely on both sides is one segment. */
  @Property
  void denseSectionsAreOneSegment(@ForAll("shapes") Shape shape) {
    TransferPlan plan = TransferPlan.of(shape.local.packed(3), shape.remote.packed(-5));
    assertEquals(plan.sizeBytes() == 0 ? 0 : 1, plan.segments(), plan.toString());
  }

  /** The order stays: of two segments to one place the later one counts. */
  @Property
  void vectorsKeepTheirOrder(@ForAll("vectors") Vector vector) {
    TransferPlan plan = TransferPlan.ofSegments(vector.local, vector.remote, vector.sizesBytes);
    assertEquals(moves(vector), moves(plan.list()));
    assertTrue(plan.segments() <= vector.local.length, plan.toString());
  }

  @Property
  void overlapsOfSectionsAreFound(@ForAll("shapes") Shape shape) {
    judgeOverlaps(TransferPlan.of(shape.local, shape.remote), moves(shape));
  }

  @Property
  void overlapsOfVectorsAreFound(@ForAll("vectors") Vector vector) {
    TransferPlan plan = TransferPlan.ofSegments(vector.local, vector.remote, vector.sizesBytes);
    judgeOverlaps(plan, moves(vector));
  }

  private static void judgeOverlaps(TransferPlan plan, List<Move> moves) {
    Set<Long> local = new HashSet<>();
    Set<Long> remote = new HashSet<>();
    moves.forEach(
        move -> {
          local.add(move.local);
          remote.add(move.remote);
        });
    judge(local.size() < moves.size(), () -> plan.requireDisjointLocal("get"), plan);
    judge(remote.size() < moves.size(), () -> plan.requireDisjointRemote("put"), plan);
  }

  private static void judge(boolean overlaps, Runnable check, TransferPlan plan) {
    if (overlaps) {
      assertThrows(ArmciException.class, check::run, plan::toString);
    } else {
      check.run();
    }
  }
}
