package org.armci4j.collectives;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.lanes.Lanes;
import org.armci4j.collectives.running.Plan;
import org.armci4j.collectives.running.Submission;
import org.armci4j.error.ArmciException;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.kernel.Words;
import org.armci4j.waiting.ShortWork;

/**
 * Collective operations of a group of ranks. Every member makes the same calls in the same order,
 * one thread of it at a time, with the same operation, root, count, type and reduction. Roots,
 * counts and displacements name members by their places in the group, 0 to size − 1. Several
 * groups, and several objects of one group, may be at work at once: each object has buffers and a
 * barrier of its own, so each may be used by another thread. To make an object ({@link #of}, {@link
 * #checked}) and to close it are collective calls of the group: one thread of each member at a time
 * makes them, in an order that all members share.
 *
 * <p>A call returns when this rank's part is done: its source may be changed and its destination is
 * complete. Only {@link #barrier} says anything about other ranks.
 *
 * <p>In place: source and destination may begin at the same element; with {@link #gather}, {@link
 * #scatter} and the like, the rank's own part may lie where it belongs in the large buffer.
 * Otherwise they must not overlap.
 *
 * <p>Reproducible: reductions combine in the order of the ranks, ((x0 ∘ x1) ∘ x2) ∘ …, so that the
 * same input gives the same bits on every rank and in every run. Where that makes no difference
 * (integers, smallest, largest) faster orders are used; {@link #inAnyOrder} allows them for all.
 *
 * <p>Errors: {@link org.armci4j.error.ArmciException} for arguments that cannot be right, before
 * anything has moved; with the setting {@code collectivesCheck} also for calls that do not fit
 * together, on every rank. Without it such calls may hang until {@code waitTimeout}, or give wrong
 * results. A wait ends with {@link org.armci4j.error.RankFailedException} when a rank fails. A call
 * that another exception ends in the middle, such as that of its time-out or of a reduction, leaves
 * this object lost for this rank: later calls throw and say why. Another object of the group is not
 * touched.
 *
 * <p>Source of the set: MPI 4.1, chapter 6.
 */
public final class Collectives implements AutoCloseable {
  private static final Reduction NOTHING = null;

  private final Group group;
  private final CollectivesEngine engine;
  private final Plan plan;
  private final CollectiveCalls<Void> calls;
  private final Shape barrier;

  /** For the forms that take one value. */
  private final MemorySegment one;

  private final Elements oneLong;
  private final Elements oneDouble;

  private Collectives(Group group, CollectivesEngine engine, Plan plan) {
    this.group = group;
    this.engine = engine;
    this.plan = plan;
    this.calls = calls(this::run);
    this.barrier = calls.shape(Operation.BARRIER, 0, 0, ElementType.BYTE);
    this.one = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    this.oneLong = Elements.of(one, ElementType.LONG);
    this.oneDouble = Elements.of(one, ElementType.DOUBLE);
  }

  /**
   * Returns the collectives of all ranks. Collective: allocates the buffers that they use.
   *
   * @param armci an open runtime; its closing frees the buffers
   * @return to be kept and used for all calls
   * @throws org.armci4j.error.ArmciException on every member, when one has too little memory for
   *     its buffers, or cannot read the file that the setting {@code collectivesMachine} names,
   *     which ranks that share memory do not read
   */
  public static Collectives of(Armci armci) {
    return of(Objects.requireNonNull(armci, "armci"), armci.world());
  }

  /**
   * Returns the collectives of a group. Collective over the group.
   *
   * @param armci an open runtime
   * @param group of this rank and others
   * @return to be kept and used for all calls
   * @throws org.armci4j.error.ArmciException on every member, when one has too little memory for
   *     its buffers, or cannot read the file that the setting {@code collectivesMachine} names,
   *     which ranks that share memory do not read
   */
  public static Collectives of(Armci armci, Group group) {
    Objects.requireNonNull(armci, "armci");
    Objects.requireNonNull(group, "group");
    Settings settings = settings(armci);
    return of(armci, group, settings, settings.get(CollectivesSettings.CHECK));
  }

  /**
   * Returns the collectives of a group in checking mode, whatever the setting {@code
   * collectivesCheck} says. Collective over the group; all members say the same.
   *
   * @param armci an open runtime
   * @param group of this rank and others
   * @return to be kept and used for all calls
   * @throws org.armci4j.error.ArmciException on every member, when one has too little memory for
   *     its buffers, or cannot read the file that the setting {@code collectivesMachine} names,
   *     which ranks that share memory do not read
   */
  public static Collectives checked(Armci armci, Group group) {
    Objects.requireNonNull(armci, "armci");
    Objects.requireNonNull(group, "group");
    return of(armci, group, settings(armci), true);
  }

  private static Settings settings(Armci armci) {
    return armci.settings().with(CollectivesSettings.ALL);
  }

  private static Collectives of(Armci armci, Group group, Settings settings, boolean checks) {
    ShortWork.refuse("Collectives.of");
    if (!group.isOf(armci)) {
      throw new ArmciException("collectives: the group is that of another runtime: " + group);
    }
    Group own = group.create(group.ranks());
    // A lambda with the recorder as a parameter would load its class where nothing is recorded.
    CollectivesEngine engine =
        armci.recorder().isEmpty()
            ? new CollectivesEngine(armci, own, settings, checks)
            : RecordingCollectives.engine(armci, own, settings, checks);
    return new Collectives(group, engine, Plan.of(settings));
  }

  /**
   * Returns all algorithms that can be forced.
   *
   * @return in the order of operations
   */
  public static List<AlgorithmInfo> algorithms() {
    return AlgorithmInfo.all();
  }

  /**
   * Returns the same collectives with one algorithm forced, for the calls made through the result.
   * All ranks force the same.
   *
   * @param operation which collective
   * @param algorithm a name from {@link #algorithms}
   * @return shares everything with this object; closing either closes both
   * @throws org.armci4j.error.ArmciException when the operation has no algorithm of that name
   */
  public Collectives using(Operation operation, String algorithm) {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(algorithm, "algorithm");
    return new Collectives(group, engine, plan.with(operation, algorithm));
  }

  /**
   * Returns the same collectives with leave to combine in any order where that is faster.
   *
   * @return shares everything with this object; closing either closes both
   */
  public Collectives inAnyOrder() {
    return new Collectives(group, engine, plan.inAnyOrder());
  }

  /**
   * Returns what would serve a call.
   *
   * @param operation which collective
   * @param count how many elements each rank gives, or the root gives each
   * @param type of the elements
   * @param reduction of operations that reduce, else null
   * @return a name from {@link #algorithms}
   * @throws org.armci4j.error.ArmciException when a forced algorithm does not serve such a call
   */
  public String algorithmFor(
      Operation operation, long count, ElementType type, Reduction reduction) {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(type, "type");
    return engine.algorithmFor(plan, calls.shape(operation, 0, count, type), reduction, type);
  }

  /**
   * Returns the group.
   *
   * @return whose members take part
   */
  public Group group() {
    return group;
  }

  private <R> CollectiveCalls<R> calls(Submission<R> submit) {
    return new CollectiveCalls<>(group, submit);
  }

  private Void run(Shape shape, Elements source, Elements destination, Reduction reduction) {
    engine.run(plan, shape, source, destination, reduction);
    return null;
  }

  /**
   * Returns the same collectives in nonblocking form. The first such call, or the first of {@link
   * #persistent}, is collective: it allocates what these forms use.
   *
   * @return starts operations; each call gives the handle of its own
   * @throws org.armci4j.error.ArmciException on every member, when one has too little memory; when
   *     these collectives or the runtime are closed
   */
  public CollectiveCalls<Handle> nonblocking() {
    Lanes _ = engine.lanes(); // all ranks open them here, and not at their first start
    return calls(
        (shape, source, destination, reduction) ->
            engine.start(engine.request(plan, shape, source, destination, reduction)));
  }

  /**
   * Returns the same collectives in persistent form: planned once, started again and again, with
   * nothing allocated. The first such call, or the first of {@link #nonblocking}, is collective.
   *
   * @return plans operations; starting them is what all members do in the same order
   * @throws org.armci4j.error.ArmciException on every member, when one has too little memory; when
   *     these collectives or the runtime are closed
   */
  public CollectiveCalls<PersistentCollective> persistent() {
    Lanes _ = engine.lanes(); // all ranks open them here, and not at their first start
    return calls(
        (shape, source, destination, reduction) ->
            new PersistentCollective(
                engine, engine.request(plan, shape, source, destination, reduction)));
  }

  /**
   * Returns when every member has called it; begins with a fence of all ranks, so that all puts
   * made before it are in place after it.
   *
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   * @throws org.armci4j.error.ArmciException when these collectives or the runtime are closed
   */
  public void barrier() {
    if (!engine.isGroupsBarrier(plan, barrier)) {
      engine.fence();
    }
    engine.run(plan, barrier, Elements.none(), Elements.none(), NOTHING);
  }

  /**
   * Gives the root's elements to all.
   *
   * @param data read at the root, written at all others
   * @param root its place
   * @throws org.armci4j.error.ArmciException when there is no such root, the data are read-only at
   *     another rank, or these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void broadcast(Elements data, int root) {
    calls.broadcast(data, root);
  }

  /**
   * Combines everyone's elements at the root.
   *
   * @param source this rank's
   * @param destination receives the result at the root; not looked at elsewhere
   * @param reduction how to combine
   * @param root its place
   * @throws org.armci4j.error.ArmciException when there is no such root, the reduction does not
   *     take such elements, the destination is too short, read-only or of another type, or these
   *     collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void reduce(Elements source, Elements destination, Reduction reduction, int root) {
    calls.reduce(source, destination, reduction, root);
  }

  /**
   * Combines everyone's elements at all.
   *
   * @param source this rank's
   * @param destination receives the result
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void allreduce(Elements source, Elements destination, Reduction reduction) {
    calls.allreduce(source, destination, reduction);
  }

  /**
   * Combines everyone's elements at all, in place.
   *
   * @param values this rank's, replaced by the result
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void allreduce(Elements values, Reduction reduction) {
    allreduce(Objects.requireNonNull(values, "values"), values, reduction);
  }

  /**
   * Combines arrays element by element, in place.
   *
   * @param values this rank's, replaced by the result
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void allreduce(double[] values, Reduction reduction) {
    allreduce(Elements.of(Objects.requireNonNull(values, "values")), reduction);
  }

  /**
   * Combines arrays element by element, in place.
   *
   * @param values this rank's, replaced by the result
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void allreduce(long[] values, Reduction reduction) {
    allreduce(Elements.of(Objects.requireNonNull(values, "values")), reduction);
  }

  /**
   * Combines one value of every rank.
   *
   * @param value this rank's
   * @param reduction how to combine
   * @return the same result on every rank
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public double allreduce(double value, Reduction reduction) {
    NativeMemory.exact(one).set(ValueLayout.JAVA_DOUBLE, 0, value);
    allreduce(oneDouble, reduction);
    return NativeMemory.exact(one).get(ValueLayout.JAVA_DOUBLE, 0);
  }

  /**
   * Combines one value of every rank.
   *
   * @param value this rank's
   * @param reduction how to combine
   * @return the same result on every rank
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public long allreduce(long value, Reduction reduction) {
    Words.set(one, 0, value);
    allreduce(oneLong, reduction);
    return Words.get(one, 0);
  }

  /**
   * Puts everyone's elements side by side at the root, in the order of the places.
   *
   * @param source this rank's, equally many on all
   * @param destination at the root of {@code size} times as many; not looked at elsewhere
   * @param root its place
   * @throws org.armci4j.error.ArmciException when there is no such root, the destination is too
   *     short, read-only or of another type, or these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void gather(Elements source, Elements destination, int root) {
    calls.gather(source, destination, root);
  }

  /**
   * Puts everyone's elements at the root, of each rank as many as it has.
   *
   * @param source this rank's
   * @param destination at the root; not looked at elsewhere
   * @param counts how many elements of each rank; looked at only at the root
   * @param displacements where in the destination each rank's begin, in elements; only at the root
   * @param root its place
   * @throws org.armci4j.error.ArmciException when there is no such root, there is not one count and
   *     displacement for each rank, a part is not inside the destination, which is read-only or of
   *     another type, or these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void gatherv(
      Elements source, Elements destination, long[] counts, long[] displacements, int root) {
    calls.gatherv(source, destination, counts, displacements, root);
  }

  /**
   * Gives each rank its part of the root's elements, in the order of the places.
   *
   * @param source at the root of {@code size} times as many; not looked at elsewhere
   * @param destination receives this rank's part, equally many on all
   * @param root its place
   * @throws org.armci4j.error.ArmciException when there is no such root, the source is too short or
   *     of another type, the destination is read-only, or these collectives or the runtime are
   *     closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void scatter(Elements source, Elements destination, int root) {
    calls.scatter(source, destination, root);
  }

  /**
   * Gives each rank its part of the root's elements, to each as many as it is to have.
   *
   * @param source at the root; not looked at elsewhere
   * @param counts how many elements for each rank; looked at only at the root
   * @param displacements where in the source each rank's begin, in elements; only at the root
   * @param destination receives this rank's part, and is exactly as long
   * @param root its place
   * @throws org.armci4j.error.ArmciException when there is no such root, there is not one count and
   *     displacement for each rank, a part is not inside the source, the destination is read-only,
   *     too short or of another type, or these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void scatterv(
      Elements source, long[] counts, long[] displacements, Elements destination, int root) {
    calls.scatterv(source, counts, displacements, destination, root);
  }

  /**
   * Puts everyone's elements side by side at all, in the order of the places.
   *
   * @param source this rank's, equally many on all
   * @param destination of {@code size} times as many
   * @throws org.armci4j.error.ArmciException when the destination is too short, read-only or of
   *     another type, or these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void allgather(Elements source, Elements destination) {
    calls.allgather(source, destination);
  }

  /**
   * Puts everyone's elements at all, of each rank as many as it has.
   *
   * @param source this rank's, {@code counts[place]} of them
   * @param destination receives all
   * @param counts how many elements of each rank; the same on all
   * @param displacements where in the destination each rank's begin, in elements; ranks may differ
   * @throws org.armci4j.error.ArmciException when there is not one count and displacement for each
   *     rank, a part is not inside the destination, which is read-only or of another type, the
   *     source is too short, or these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void allgatherv(
      Elements source, Elements destination, long[] counts, long[] displacements) {
    calls.allgatherv(source, destination, counts, displacements);
  }

  /**
   * Gives part j of every rank's source to rank j, which has them side by side in the order of the
   * places they come from.
   *
   * @param source of {@code size} equal parts
   * @param destination as long as the source
   * @throws org.armci4j.error.ArmciException when the source is no equal parts, the destination is
   *     too short, read-only or of another type, or these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void alltoall(Elements source, Elements destination) {
    calls.alltoall(source, destination);
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
   * @throws org.armci4j.error.ArmciException when there is not one count and displacement for each
   *     rank, a part is not inside its buffer, the destination is read-only or of another type, or
   *     these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void alltoallv(
      Elements source,
      long[] sourceCounts,
      long[] sourceDisplacements,
      Elements destination,
      long[] counts,
      long[] displacements) {
    calls.alltoallv(source, sourceCounts, sourceDisplacements, destination, counts, displacements);
  }

  /**
   * Combines everyone's elements and gives each rank an equal part of the result.
   *
   * @param source this rank's, of {@code size} equal parts
   * @param destination receives this rank's part of the result
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when the source is no equal parts, the reduction does
   *     not take such elements, the destination is too short, read-only or of another type, or
   *     these collectives or the runtime are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void reduceScatter(Elements source, Elements destination, Reduction reduction) {
    calls.reduceScatter(source, destination, reduction);
  }

  /**
   * Combines everyone's elements and gives each rank a part of the result.
   *
   * @param source this rank's, as many as all counts together
   * @param destination receives this rank's part of the result
   * @param counts how many elements of the result each rank gets, in the order of the places; the
   *     same on all
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when there is not one count for each rank, the source
   *     is shorter than all counts together, the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void reduceScatterv(
      Elements source, Elements destination, long[] counts, Reduction reduction) {
    calls.reduceScatterv(source, destination, counts, reduction);
  }

  /**
   * Combines the elements of this rank and all before it.
   *
   * @param source this rank's
   * @param destination receives the result
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void scan(Elements source, Elements destination, Reduction reduction) {
    calls.scan(source, destination, reduction);
  }

  /**
   * Combines the elements of all ranks before this one.
   *
   * @param source this rank's
   * @param destination receives the result; at place 0 it is left as it is
   * @param reduction how to combine
   * @throws org.armci4j.error.ArmciException when the reduction does not take such elements, the
   *     destination is too short, read-only or of another type, or these collectives or the runtime
   *     are closed
   * @throws org.armci4j.error.RankFailedException when a rank fails meanwhile
   */
  public void exscan(Elements source, Elements destination, Reduction reduction) {
    calls.exscan(source, destination, reduction);
  }

  /**
   * Frees the buffers. Collective, but waits for no rank. The group stays open. A second call does
   * nothing, nor does any behind the runtime's own close.
   *
   * <p>Operations that are under way end on this rank alone. Other ranks may go on with them, and
   * read and write their memory until they close these collectives, too.
   *
   * @throws org.armci4j.error.ArmciException after all is freed, when operations were started here
   *     whose handles nobody has seen complete
   */
  @Override
  public void close() {
    List<String> unseen = engine.end();
    if (!unseen.isEmpty()) {
      throw new ArmciException(
          Text.format(
              "close of %s by rank %d: nobody waited for %s; test or wait for every handle",
              group, group.worldRank(group.rank()), String.join(", ", unseen)));
    }
  }
}
