package org.armci4j;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.ShortWork;

/**
 * An ordered set of ranks with collective operations of its own: barrier, allocation, fence, and
 * making further groups. {@link Armci#world} is the group of all ranks.
 *
 * <p>Ranks are always given by their number in the job: in {@link #create}, in {@link #ranks}, and
 * for memory that a group allocated. {@link #rank} returns the number in the group. {@link
 * #worldRank} and {@link #groupRank} translate between the two.
 *
 * <p>Collective calls of one group are made by one thread of each member at a time, in the same
 * order by all members. The same holds for the calls that make and close shared objects of the
 * group: its memory, further groups, collectives, and for the group of all ranks mutexes, events
 * and procedure calls. Different groups may work concurrently; {@link #create} with the same ranks
 * makes a group for another thread.
 *
 * <p>Source: ARMCI's {@code ARMCI_Group} functions; MPI 4.1, section 7.4, for {@link #split}.
 */
public final class Group implements AutoCloseable {
  private final RankRuntime runtime;
  private final String name;
  private final int[] ranks;
  private final int rank;
  private final GlobalMemory control;
  private final Barrier barrier;

  /** Origin of the memory that this group allocates. */
  private final GlobalMemory.Origin origin;

  /** Whether this is the group of all ranks, which lives as long as the runtime. */
  private final boolean isWorld;

  /** Number of child groups by list of members, so that each child has its own name. */
  private final Map<String, Integer> children = new HashMap<>();

  private int allocations;
  private int splits;

  /** Memory that this rank has given up and that is freed when the members meet next. */
  private final Queue<GlobalMemory> givenUp = new ArrayDeque<>();

  /** The exception that ended a barrier of this group midway; null while the group is usable. */
  private RuntimeException lost;

  private volatile boolean closed;

  /** Makes the group of all ranks. Collective. */
  static Group world(RankRuntime runtime) {
    return new Group(runtime, "world", IntStream.range(0, runtime.size()).toArray(), true);
  }

  /** Makes a group. Collective over {@code ranks}, which contains this rank. */
  private Group(RankRuntime runtime, String name, int[] ranks, boolean isWorld) {
    this.runtime = runtime;
    this.name = name;
    this.ranks = ranks;
    this.isWorld = isWorld;
    this.origin = new GlobalMemory.Origin(this, Text.format("group %s frees it", name));
    this.rank = indexOf(ranks, runtime.rank());
    this.control = allocate(Barrier.SIZE_BYTES);
    this.barrier = runtime.newBarrier(name, control, ranks, rank);
  }

  private static int indexOf(int[] ranks, int wanted) {
    return IntStream.range(0, ranks.length).filter(i -> ranks[i] == wanted).findFirst().orElse(-1);
  }

  /**
   * Returns this rank's number in the group.
   *
   * @return from 0 to {@link #size} − 1
   */
  public int rank() {
    return rank;
  }

  /**
   * Returns the number of ranks of the group.
   *
   * @return at least 1
   */
  public int size() {
    return ranks.length;
  }

  /**
   * Returns whether this group belongs to a runtime.
   *
   * @param armci the runtime, open or closed
   * @return false for a group of another job, or of another rank
   * @throws NullPointerException when the runtime is null
   */
  public boolean isOf(Armci armci) {
    return Objects.requireNonNull(armci, "armci").world().runtime == runtime;
  }

  /**
   * Returns the members by their ranks in the job.
   *
   * @return a copy, in the order of the group
   */
  public int[] ranks() {
    return ranks.clone();
  }

  /**
   * Returns a member's rank in the job.
   *
   * @param groupRank its number in the group
   * @return its rank in the job
   * @throws ArmciException when the group has no such member
   */
  public int worldRank(int groupRank) {
    if (groupRank < 0 || groupRank >= ranks.length) {
      throw new ArmciException(
          Text.format("group %s has members 0 to %d, not %d", name, ranks.length - 1, groupRank));
    }
    return ranks[groupRank];
  }

  /**
   * Returns the number in the group of one of the job's ranks.
   *
   * @param worldRank its rank in the job
   * @return its number, or −1 when it is no member
   */
  public int groupRank(int worldRank) {
    return indexOf(ranks, worldRank);
  }

  /**
   * Waits until every member has called it. Collective; begins with a fence of all ranks.
   *
   * <p>After a barrier that throws while it waits for other members, the group is lost for this
   * rank: later calls of {@code barrier} and {@link #free} throw and give the reason. {@link
   * #create} can make another group of the same members.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set; the group
   *     is lost then
   * @throws ArmciException when this group or the runtime is closed, or the group is lost
   */
  public void barrier() {
    meet(true);
  }

  /**
   * Waits for all members, and frees what they have given up.
   *
   * @param called whether the program has called the barrier
   */
  private void meet(boolean called) {
    requireCollective("barrier");
    requireWhole();
    runtime.transport().flushAll();
    long timeoutNanos = runtime.waiter().defaultTimeoutNanos();
    try {
      if (called) {
        barrier.await(timeoutNanos);
      } else {
        barrier.meet(timeoutNanos);
      }
    } catch (RankFailedException e) {
      throw e; // the failure ends all waits of the job, also those of later barriers
    } catch (RuntimeException e) {
      lost = e;
      throw e;
    }
    freeGivenUp();
  }

  /**
   * Throws if an earlier barrier has failed: it may have signalled this rank's arrival to other
   * members, and this rank cannot know which of them have left it.
   */
  private void requireWhole() {
    if (lost != null) {
      throw new ArmciException(
          Text.format(
              "barrier by rank %d: group %s is lost, as a barrier of it has ended by an exception"
                  + " (%s): its members may have left that barrier or not; make another group of"
                  + " them with create, or end the job",
              runtime.rank(), name, lost.getMessage()),
          lost);
    }
  }

  /**
   * Waits until all data that this thread has sent to members is in their memory.
   *
   * @throws ArmciException when this group or the runtime is closed
   */
  public void fence() {
    requireOpen("fence");
    runtime.doOwnWork();
    for (int member : ranks) {
      runtime.transport().flush(member);
    }
  }

  /**
   * Allocates global memory in which each member has a block. Collective over the group; when it
   * returns, all members are attached to all blocks.
   *
   * @param sizeBytes the size of this rank's block, zero allowed; ranks may differ
   * @return the memory; this rank's block is zeroed, and only members have blocks
   * @throws ArmciException on every member, when any of them cannot give its block: names the rank,
   *     the free space and the limit to raise
   */
  public GlobalMemory allocate(long sizeBytes) {
    return allocate(() -> RankRuntime.requireSize(sizeBytes));
  }

  /**
   * Allocates global memory of a size that a rank may have to refuse. The refusal reaches all
   * members; if the rank threw before the call, the others would wait for it.
   *
   * @param size gives the size of this rank's block, or throws an {@link ArmciException} for all
   *     members
   * @return the memory; this rank's block is zeroed, and only members have blocks
   * @throws ArmciException on every member, when any of them cannot give its block; over a network
   *     also when the group is lost
   */
  public GlobalMemory allocate(LongSupplier size) {
    requireCollective("allocate");
    if (!givenUp.isEmpty()) {
      meet(false); // or what a loop gives up and allocates again would be there twice
    }
    LongSupplier told = () -> Objects.requireNonNull(size, "size").getAsLong();
    return runtime.allocate(name + "#" + allocations++, ranks, origin, told);
  }

  /**
   * Frees global memory that this group allocated. Collective; begins with a barrier, so that no
   * member still uses the memory.
   *
   * @param memory memory that {@link #allocate} of this group returned
   * @throws ArmciException when it is not this group's, or freed already: this rank then takes no
   *     part in the barrier
   */
  public void free(GlobalMemory memory) {
    requireCollective("free");
    runtime.requireEndedBy("free", Objects.requireNonNull(memory, "memory"), this);
    barrier();
    runtime.free(memory);
  }

  /**
   * Frees global memory that this group allocated, and waits for no member. Collective; begins with
   * a fence. This rank's use of the memory ends at once. Members that have not made the call go on
   * using it: memory that a network reaches stays until all members have made the call and meet in
   * {@link #barrier} or {@link #allocate}, or all have closed the group.
   *
   * <p>For objects that a program closes by try-with-resources: a rank that leaves the block by an
   * exception must not wait for members that are elsewhere, as nobody would see the exception. That
   * rank should end: if it goes on to a barrier, its memory is freed while others use it.
   *
   * @param memory memory that {@link #allocate} of this group returned
   * @throws ArmciException when it is not this group's, or freed already; or when a copy of another
   *     thread lasts longer than 2 s
   */
  public void freeLater(GlobalMemory memory) {
    requireCollective("freeLater");
    runtime.requireEndedBy("freeLater", Objects.requireNonNull(memory, "memory"), this);
    runtime.transport().flushAll();
    giveUp(memory);
  }

  private void giveUp(GlobalMemory memory) {
    GlobalMemory rest = runtime.retire(memory);
    if (rest != null) {
      givenUp.add(rest);
    }
  }

  /** Frees what all members have given up before they met. */
  private void freeGivenUp() {
    if (!givenUp.isEmpty()) {
      List<GlobalMemory> ended = List.copyOf(givenUp);
      givenUp.clear(); // on all members, also where some of it is in use: see allocate
      runtime.freeRetired(ended);
    }
  }

  /**
   * Throws if this thread must not wait for other members. Called before the operation is counted
   * and before any member is told of it.
   */
  private void requireCollective(String operation) {
    requireOpen(operation);
    ShortWork.refuse(operation);
  }

  private void requireOpen(String operation) {
    runtime.requireOpen(operation);
    if (closed) {
      throw new ArmciException(
          Text.format("%s by rank %d: group %s has been closed", operation, runtime.rank(), name));
    }
  }

  /**
   * Makes a group of some members. Collective over the new group's members only.
   *
   * <p>A call with a wrong list fails on this rank. A wrong list does not say which ranks wait, so
   * all other members of this group are told: the current or next call of each member that makes a
   * group with this rank throws too, once. Afterwards all can make groups again.
   *
   * @param members their ranks in the job, in the order of the new group, this rank among them; the
   *     same list on all members
   * @return the new group
   * @throws ArmciException for a list that is empty, names a rank twice, names a rank outside this
   *     group, or lacks this rank. The other members get an exception that names this rank and its
   *     reason. Also after the setting {@code exchangeTimeout}, when a rank of the list does not
   *     make the group
   * @throws NullPointerException when the list is null; the other members are told as of a wrong
   *     list
   */
  public Group create(int... members) {
    requireCollective("create");
    String fault = members == null ? "is missing" : faultOf(members);
    if (fault != null) {
      String told =
          Text.format(
              "a group cannot be made of %s in group %s: the list %s",
              GroupNames.list(members), name, fault);
      runtime.refuse(GroupNames.folder(name), told);
      Objects.requireNonNull(members, "members");
      throw new ArmciException(told);
    }
    String list = GroupNames.list(members);
    int number = agreedNumber(list, members);
    return new Group(runtime, Text.format("%s/%s.%d", name, list, number), members.clone(), false);
  }

  /** Returns the fault of a list of members, or null. */
  private String faultOf(int[] members) {
    if (members.length == 0) {
      return "is empty";
    }
    for (int i = 0; i < members.length; i++) {
      int member = members[i];
      if (indexOf(members, member) < i) {
        return Text.format("names rank %d twice", member);
      }
      if (groupRank(member) < 0) {
        return Text.format("names rank %d, which is no member", member);
      }
    }
    return indexOf(members, runtime.rank()) < 0
        ? Text.format("lacks this rank, %d", runtime.rank())
        : null;
  }

  /**
   * Returns the number of the next child with these members. The members agree on it, as a call
   * that failed may count for some of them and not for others.
   */
  private int agreedNumber(String list, int[] members) {
    byte[] mine = ByteBuffer.allocate(Integer.BYTES).putInt(children.getOrDefault(list, 0)).array();
    int last =
        runtime.exchange(GroupNames.folder(name) + list, members, mine).stream()
            .mapToInt(answer -> ByteBuffer.wrap(answer).getInt())
            .max()
            .orElseThrow();
    children.put(list, last + 1);
    return last + 1;
  }

  /**
   * Makes a group of the members that give the same colour. Collective over this group.
   *
   * @param color the new group that this rank joins, at least 0; negative to join none
   * @param key sorts the new group; equal keys keep the order of this group
   * @return the new group, or null for a negative colour
   * @throws ArmciException when this group or the runtime is closed
   */
  public Group split(int color, int key) {
    requireCollective("split");
    byte[] mine = ByteBuffer.allocate(2 * Integer.BYTES).putInt(color).putInt(key).array();
    List<byte[]> answers = runtime.exchange(Text.format("%s/split%d", name, splits++), ranks, mine);
    if (color < 0) {
      return null;
    }
    int[] members =
        IntStream.range(0, ranks.length)
            .filter(member -> ByteBuffer.wrap(answers.get(member)).getInt() == color)
            .boxed()
            .sorted(
                (a, b) ->
                    Integer.compare(
                        ByteBuffer.wrap(answers.get(a)).getInt(Integer.BYTES),
                        ByteBuffer.wrap(answers.get(b)).getInt(Integer.BYTES)))
            .mapToInt(member -> ranks[member])
            .toArray();
    return create(members);
  }

  /**
   * Ends the group and frees its internal memory. Memory that it allocated stays until the runtime
   * closes. Collective; begins with a fence, and waits for no member. A second call does nothing,
   * nor does a call for the group of all ranks or after the runtime's own close.
   */
  @Override
  public void close() {
    if (isWorld || closed || runtime.isClosed()) {
      return;
    }
    requireCollective("close");
    runtime.transport().flushAll();
    closed = true;
    giveUp(control);
    if (!givenUp.isEmpty()) {
      runtime.leave(new LeftGroup(barrier, List.copyOf(givenUp)));
    }
  }

  @Override
  public String toString() {
    return "Group[" + name + " " + Arrays.toString(ranks) + "]";
  }
}
