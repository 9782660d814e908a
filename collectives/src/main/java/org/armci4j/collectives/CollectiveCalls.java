package org.armci4j.collectives;

import java.util.Objects;
import org.armci4j.Group;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.algorithm.Shape.Parts;
import org.armci4j.collectives.algorithm.ShapeCache;
import org.armci4j.collectives.running.Submission;

/**
 * The collective operations of a group as calls that do not wait for others: the nonblocking ones
 * ({@link Collectives#nonblocking}) start an operation and return its {@link org.armci4j.Handle};
 * the persistent ones ({@link Collectives#persistent}) plan one and return a {@link
 * PersistentCollective} that starts it as often as wanted.
 *
 * <p>Every member starts the same operations in the same order, as with {@link Collectives}, and
 * may complete them in any. Between start and completion nobody changes the source, nor looks at
 * the destination; each operation has a destination of its own. Blocking collectives, other groups'
 * collectives and transfers may go on between.
 *
 * <p>Operations proceed while the caller computes: a thread of the runtime drives them, as does
 * every test of and every wait for any of them. In memory of a confined arena only its own thread
 * can: there they proceed in its tests and waits alone. So many proceed at once for each group as
 * the setting {@code collectivesLanes} says; later ones begin as earlier ones end.
 *
 * <p>Errors: {@link org.armci4j.error.ArmciException} for arguments that cannot be right, by the
 * call; all others by the handle. In checking mode a handle tells of calls that do not fit
 * together, but for lengths of single parts.
 *
 * <p>Source of the set: MPI 4.1, sections 6.12 and 6.13.
 *
 * @param <R> what a call returns: a handle, or a persistent collective
 */
public final class CollectiveCalls<R> {
  private static final Reduction NOTHING = null;

  /** The parts of a buffer that is at another rank. */
  private static final Parts ELSEWHERE = new Parts(new long[0], new long[0]);

  private final int size;
  private final int place;
  private final ShapeCache shapes;
  private final Shape barrier;
  private final Submission<R> submit;

  CollectiveCalls(Group group, Submission<R> submit) {
    this.size = group.size();
    this.place = group.rank();
    this.shapes = new ShapeCache(place, size);
    this.barrier = new Shape(Operation.BARRIER, place, size, 0, 0, 1);
    this.submit = submit;
  }

  /** Returns the shape of a call with equal parts. */
  Shape shape(Operation operation, int root, long count, ElementType type) {
    return shapes.of(operation, root, count, type.sizeBytes());
  }

  /**
   * Completes when every member has called it. It fences nothing: puts that must be in place behind
   * it are fenced before it.
   *
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when these collectives or the runtime are closed
   */
  public R barrier() {
    return submit.call(barrier, Elements.none(), Elements.none(), NOTHING);
  }

  /**
   * Gives the root's elements to all.
   *
   * @param data read at the root, written at all others
   * @param root its place
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is no such root, the data are read-only at
   *     another rank, or these collectives or the runtime are closed
   */
  public R broadcast(Elements data, int root) {
    Arguments.root(Operation.BROADCAST, root, size);
    Objects.requireNonNull(data, "data");
    if (place != root) {
      Arguments.writable(Operation.BROADCAST, data);
    }
    Shape shape = shape(Operation.BROADCAST, root, data.count(), data.type());
    return submit.call(shape, data, data, NOTHING);
  }

  /**
   * Combines everyone's elements at the root.
   *
   * @param source this rank's
   * @param destination receives the result at the root; not looked at elsewhere
   * @param reduction how to combine
   * @param root its place
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is no such root, the reduction does not
   *     take such elements, the destination is too short, read-only or of another type, or these
   *     collectives or the runtime are closed
   */
  public R reduce(Elements source, Elements destination, Reduction reduction, int root) {
    Arguments.root(Operation.REDUCE, root, size);
    Objects.requireNonNull(source, "source");
    if (place == root) {
      Arguments.destination(Operation.REDUCE, source, destination, source.count());
    }
    Arguments.reduction(reduction, source);
    return run(
        Operation.REDUCE, source, place == root ? destination : Elements.none(), reduction, root);
  }

  /**
   * Combines everyone's elements at all.
   *
   * @param source this rank's
   * @param destination receives the result
   * @param reduction how to combine
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   */
  public R allreduce(Elements source, Elements destination, Reduction reduction) {
    Objects.requireNonNull(source, "source");
    Arguments.destination(Operation.ALLREDUCE, source, destination, source.count());
    Arguments.reduction(reduction, source);
    return run(Operation.ALLREDUCE, source, destination, reduction, 0);
  }

  /**
   * Combines everyone's elements at all, in place.
   *
   * @param values this rank's, replaced by the result
   * @param reduction how to combine
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     values are read-only, or these collectives or the runtime are closed
   */
  public R allreduce(Elements values, Reduction reduction) {
    return allreduce(Objects.requireNonNull(values, "values"), values, reduction);
  }

  /**
   * Puts everyone's elements side by side at the root, in the order of the places.
   *
   * @param source this rank's, equally many on all
   * @param destination at the root of {@code size} times as many; not looked at elsewhere
   * @param root its place
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is no such root, the destination is too
   *     short, read-only or of another type, or these collectives or the runtime are closed
   */
  public R gather(Elements source, Elements destination, int root) {
    Arguments.root(Operation.GATHER, root, size);
    Objects.requireNonNull(source, "source");
    if (place == root) {
      Arguments.destination(Operation.GATHER, source, destination, size * source.count());
    }
    return run(
        Operation.GATHER, source, place == root ? destination : Elements.none(), NOTHING, root);
  }

  /**
   * Puts everyone's elements at the root, of each rank as many as it has.
   *
   * @param source this rank's
   * @param destination at the root; not looked at elsewhere
   * @param counts how many elements of each rank; looked at only at the root
   * @param displacements where in the destination each rank's begin, in elements; only at the root
   * @param root its place
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is no such root, there is not one count and
   *     displacement for each rank, a part is not inside the destination, which is read-only or of
   *     another type, or these collectives or the runtime are closed
   */
  public R gatherv(
      Elements source, Elements destination, long[] counts, long[] displacements, int root) {
    Arguments.root(Operation.GATHER, root, size);
    Objects.requireNonNull(source, "source");
    Parts take = ELSEWHERE;
    if (place == root) {
      Arguments.destination(Operation.GATHER, source, destination, 0);
      take = Arguments.parts(Operation.GATHER, destination, counts, displacements, size);
      Arguments.count(Operation.GATHER, "source", source, counts[root]);
    }
    Elements to = place == root ? destination : Elements.none();
    long count = place == root ? counts[root] : source.count();
    return runParts(Operation.GATHER, source, to, NOTHING, root, count, null, take);
  }

  /**
   * Gives each rank its part of the root's elements, in the order of the places.
   *
   * @param source at the root of {@code size} times as many; not looked at elsewhere
   * @param destination receives this rank's part, equally many on all
   * @param root its place
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is no such root, the source is too short or
   *     of another type, the destination is read-only, or these collectives or the runtime are
   *     closed
   */
  public R scatter(Elements source, Elements destination, int root) {
    Arguments.root(Operation.SCATTER, root, size);
    Arguments.writable(Operation.SCATTER, destination);
    Elements from = source;
    if (place == root) {
      Arguments.sameType(Operation.SCATTER, source, destination);
      Arguments.count(Operation.SCATTER, "source", source, size * destination.count());
    } else {
      from = destination.slice(0, 0);
    }
    Shape shape = shape(Operation.SCATTER, root, destination.count(), destination.type());
    return submit.call(shape, from, destination, NOTHING);
  }

  /**
   * Gives each rank its part of the root's elements, to each as many as it is to have.
   *
   * @param source at the root; not looked at elsewhere
   * @param counts how many elements for each rank; looked at only at the root
   * @param displacements where in the source each rank's begin, in elements; only at the root
   * @param destination receives this rank's part, and is exactly as long
   * @param root its place
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is no such root, there is not one count and
   *     displacement for each rank, a part is not inside the source, the destination is read-only,
   *     too short or of another type, or these collectives or the runtime are closed
   */
  public R scatterv(
      Elements source, long[] counts, long[] displacements, Elements destination, int root) {
    Arguments.root(Operation.SCATTER, root, size);
    Arguments.writable(Operation.SCATTER, destination);
    Parts give = ELSEWHERE;
    Elements from = destination.slice(0, 0);
    if (place == root) {
      Arguments.sameType(Operation.SCATTER, source, destination);
      give = Arguments.parts(Operation.SCATTER, source, counts, displacements, size);
      Arguments.count(Operation.SCATTER, "destination", destination, counts[root]);
      from = source;
    }
    return runParts(
        Operation.SCATTER, from, destination, NOTHING, root, destination.count(), give, null);
  }

  /**
   * Puts everyone's elements side by side at all, in the order of the places.
   *
   * @param source this rank's, equally many on all
   * @param destination of {@code size} times as many
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when the destination is too short, read-only or of
   *     another type, or these collectives or the runtime are closed
   */
  public R allgather(Elements source, Elements destination) {
    Objects.requireNonNull(source, "source");
    Arguments.destination(Operation.ALLGATHER, source, destination, size * source.count());
    return run(Operation.ALLGATHER, source, destination, NOTHING, 0);
  }

  /**
   * Puts everyone's elements at all, of each rank as many as it has.
   *
   * @param source this rank's, {@code counts[place]} of them
   * @param destination receives all
   * @param counts how many elements of each rank; the same on all
   * @param displacements where in the destination each rank's begin, in elements; ranks may differ
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is not one count and displacement for each
   *     rank, a part is not inside the destination, which is read-only or of another type, the
   *     source is too short, or these collectives or the runtime are closed
   */
  public R allgatherv(Elements source, Elements destination, long[] counts, long[] displacements) {
    Arguments.destination(Operation.ALLGATHER, source, destination, 0);
    Parts take = Arguments.parts(Operation.ALLGATHER, destination, counts, displacements, size);
    Arguments.count(Operation.ALLGATHER, "source", source, counts[place]);
    return runParts(Operation.ALLGATHER, source, destination, NOTHING, 0, 0, null, take);
  }

  /**
   * Gives part j of every rank's source to rank j, which has them side by side in the order of the
   * places they come from.
   *
   * @param source of {@code size} equal parts
   * @param destination as long as the source
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when the source is no equal parts, the destination is
   *     too short, read-only or of another type, or these collectives or the runtime are closed
   */
  public R alltoall(Elements source, Elements destination) {
    Objects.requireNonNull(source, "source");
    Arguments.destination(Operation.ALLTOALL, source, destination, source.count());
    Arguments.wholeParts(Operation.ALLTOALL, source, size);
    Shape shape = shape(Operation.ALLTOALL, 0, source.count() / size, source.type());
    return submit.call(shape, source, destination, NOTHING);
  }

  /**
   * Gives each rank a part of every rank's source; parts may have any length.
   *
   * @param source holds the parts that this rank gives
   * @param sourceCounts how many elements for each rank
   * @param sourceDisplacements where in the source each begins, in elements
   * @param destination receives the parts that this rank takes
   * @param counts how many elements of each rank: what that rank gives this one
   * @param displacements where in the destination each begins, in elements
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is not one count and displacement for each
   *     rank, a part is not inside its buffer, the destination is read-only or of another type, or
   *     these collectives or the runtime are closed
   */
  public R alltoallv(
      Elements source,
      long[] sourceCounts,
      long[] sourceDisplacements,
      Elements destination,
      long[] counts,
      long[] displacements) {
    Operation operation = Operation.ALLTOALL;
    Arguments.oneEach(operation, "sourceCounts", sourceCounts, size);
    Arguments.oneEach(operation, "sourceDisplacements", sourceDisplacements, size);
    Arguments.destination(operation, source, destination, 0);
    Parts give = Arguments.parts(operation, source, sourceCounts, sourceDisplacements, size);
    Parts take = Arguments.parts(operation, destination, counts, displacements, size);
    return runParts(operation, source, destination, NOTHING, 0, 0, give, take);
  }

  /**
   * Combines everyone's elements and gives each rank an equal part of the result.
   *
   * @param source this rank's, of {@code size} equal parts
   * @param destination receives this rank's part of the result
   * @param reduction how to combine
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when the source is no equal parts, the reduction does
   *     not take such elements, the destination is too short, read-only or of another type, or
   *     these collectives or the runtime are closed
   */
  public R reduceScatter(Elements source, Elements destination, Reduction reduction) {
    Arguments.wholeParts(Operation.REDUCE_SCATTER, source, size);
    long count = source.count() / size;
    Arguments.destination(Operation.REDUCE_SCATTER, source, destination, count);
    Arguments.reduction(reduction, source);
    Shape shape = shape(Operation.REDUCE_SCATTER, 0, count, source.type());
    return submit.call(shape, source, destination, reduction);
  }

  /**
   * Combines everyone's elements and gives each rank a part of the result.
   *
   * @param source this rank's, as many as all counts together
   * @param destination receives this rank's part of the result
   * @param counts how many elements of the result each rank gets, in the order of the places; the
   *     same on all
   * @param reduction how to combine
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when there is not one count for each rank, the source
   *     is shorter than all counts together, the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   */
  public R reduceScatterv(
      Elements source, Elements destination, long[] counts, Reduction reduction) {
    Objects.requireNonNull(source, "source");
    Arguments.oneEach(Operation.REDUCE_SCATTER, "counts", counts, size);
    long[] displacements = new long[counts.length];
    for (int rank = 1; rank < counts.length; rank++) {
      displacements[rank] = displacements[rank - 1] + counts[rank - 1];
    }
    Parts give = Arguments.parts(Operation.REDUCE_SCATTER, source, counts, displacements, size);
    Arguments.destination(Operation.REDUCE_SCATTER, source, destination, counts[place]);
    Arguments.reduction(reduction, source);
    return runParts(Operation.REDUCE_SCATTER, source, destination, reduction, 0, 0, give, null);
  }

  /**
   * Combines the elements of this rank and all before it.
   *
   * @param source this rank's
   * @param destination receives the result
   * @param reduction how to combine
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   */
  public R scan(Elements source, Elements destination, Reduction reduction) {
    Objects.requireNonNull(source, "source");
    Arguments.destination(Operation.SCAN, source, destination, source.count());
    Arguments.reduction(reduction, source);
    return run(Operation.SCAN, source, destination, reduction, 0);
  }

  /**
   * Combines the elements of all ranks before this one.
   *
   * @param source this rank's
   * @param destination receives the result; at place 0 it is left as it is
   * @param reduction how to combine
   * @return what these calls make: see the class
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   */
  public R exscan(Elements source, Elements destination, Reduction reduction) {
    Objects.requireNonNull(source, "source");
    Arguments.destination(Operation.EXSCAN, source, destination, source.count());
    Arguments.reduction(reduction, source);
    return run(Operation.EXSCAN, source, destination, reduction, 0);
  }

  private R run(
      Operation operation, Elements source, Elements destination, Reduction reduction, int root) {
    Shape shape = shape(operation, root, source.count(), source.type());
    return submit.call(shape, source, destination, reduction);
  }

  private R runParts(
      Operation operation,
      Elements source,
      Elements destination,
      Reduction reduction,
      int root,
      long count,
      Parts give,
      Parts take) {
    int elementBytes = source.type().sizeBytes();
    Shape shape = new Shape(operation, place, size, root, count, elementBytes, give, take);
    return submit.call(shape, source, destination, reduction);
  }
}
