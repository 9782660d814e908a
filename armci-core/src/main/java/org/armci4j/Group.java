package org.armci4j;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.waiting.ShortWork;

/**
 * An ordered set of ranks with collective operations of its own: barrier, allocation, fence, and
 * making further groups. {@link Armci#world} is the group of all.
 *
 * <p>Ranks are always named by their number in the job: by {@link #create}, which takes them, by
 * {@link #ranks}, and for memory that only a group allocated. {@link #worldRank} and {@link
 * #groupRank} translate between that and the place in the group, which is what {@link #rank} gives
 * and what {@link #split} orders by.
 *
 * <p>Collective calls of one group are made by one thread of each member at a time, in the same
 * order by all members: they meet in that order. So do the calls that make and close what the group
 * has in common: its memory, further groups, collectives, and for the group of all ranks mutexes,
 * events and calls. Different groups may be at work at once; {@link #create} with the same ranks
 * makes one for another thread.
 *
 * <p>Source: ARMCI's {@code ARMCI_Group} functions; MPI 4.1, section 7.4, for {@link #split}.
 */
public final class Group implements AutoCloseable {
  private final Job job;
  private final String name;
  private final int[] ranks;
  private final int rank;
  private final GlobalMemory control;
  private final Barrier barrier;

  /** What ends memory that this group allocates. */
  private final GlobalMemory.Origin origin;

  /** Whether it is the group of all, which lives as long as the runtime. */
  private final boolean isWorld;

  /** How often this rank has made a child of each list of ranks, so that each has its own name. */
  private final Map<String, Integer> children = new HashMap<>();

  private int allocations;
  private int splits;

  /** What has ended a barrier of this group in the middle; null while all members agree. */
  private RuntimeException lost;

  private volatile boolean closed;

  /** The group of all ranks. Collective. */
  static Group world(Job job) {
    return new Group(job, "world", IntStream.range(0, job.size()).toArray(), true);
  }

  /** Collective over {@code ranks}, which contains this rank. */
  private Group(Job job, String name, int[] ranks, boolean isWorld) {
    this.job = job;
    this.name = name;
    this.ranks = ranks;
    this.isWorld = isWorld;
    this.origin = new GlobalMemory.Origin(this, Text.format("group %s frees it", name));
    this.rank = indexOf(ranks, job.rank());
    this.control = allocate(Barrier.SIZE_BYTES);
    this.barrier = new Barrier(control, ranks, rank, job.waiter());
  }

  private static int indexOf(int[] ranks, int wanted) {
    return IntStream.range(0, ranks.length).filter(i -> ranks[i] == wanted).findFirst().orElse(-1);
  }

  /**
   * This rank's place in the group.
   *
   * @return from 0 to {@link #size} − 1
   */
  public int rank() {
    return rank;
  }

  /**
   * How many ranks the group has.
   *
   * @return at least 1
   */
  public int size() {
    return ranks.length;
  }

  /**
   * Whether this is a group of a runtime.
   *
   * @param armci any, also a closed one
   * @return false for a group of another job, or of another rank
   * @throws NullPointerException when there is no runtime
   */
  public boolean isOf(Armci armci) {
    return Objects.requireNonNull(armci, "armci").world().job == job;
  }

  /**
   * The members by their numbers in the job.
   *
   * @return in the order of the group; a copy
   */
  public int[] ranks() {
    return ranks.clone();
  }

  /**
   * The number in the job of a member.
   *
   * @param groupRank its place in the group
   * @return its rank in the job
   * @throws ArmciException when the group has no such place
   */
  public int worldRank(int groupRank) {
    if (groupRank < 0 || groupRank >= ranks.length) {
      throw new ArmciException(
          Text.format("group %s has places 0 to %d, not %d", name, ranks.length - 1, groupRank));
    }
    return ranks[groupRank];
  }

  /**
   * The place in the group of a rank of the job.
   *
   * @param worldRank its rank in the job
   * @return its place, or −1 when it is no member
   */
  public int groupRank(int worldRank) {
    return indexOf(ranks, worldRank);
  }

  /**
   * Returns when every member has called it; begins with a fence of all ranks. Collective.
   *
   * <p>A barrier that ends by an exception while it waits for other members leaves the group lost
   * for this rank: every later barrier of it, {@link #free} and {@link #close} throw and say why.
   * {@link #create} can make another group of the same members.
   *
   * @throws RankFailedException when a rank fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set; the group
   *     is lost then
   * @throws ArmciException when this group or the runtime is closed, or an earlier barrier of this
   *     group has ended by an exception
   */
  public void barrier() {
    requireCollective("barrier");
    requireWhole();
    job.transport().flushAll();
    try {
      barrier.await(job.waiter().defaultTimeoutNanos());
    } catch (RankFailedException e) {
      throw e; // which ends all waits of the job, those of later barriers too
    } catch (RuntimeException e) {
      lost = e;
      throw e;
    }
  }

  /**
   * Refuses a barrier behind one that has ended by an exception: other members have been told that
   * this rank had come, and nobody knows which of them have left.
   */
  private void requireWhole() {
    if (lost != null) {
      throw new ArmciException(
          Text.format(
              "barrier by rank %d: group %s is lost, as a barrier of it has ended by an exception"
                  + " (%s): its members may have left that barrier or not; make another group of"
                  + " them with create, or end the job",
              job.rank(), name, lost.getMessage()),
          lost);
    }
  }

  /**
   * Returns when all that this thread has sent to members is in their memory.
   *
   * @throws ArmciException when this group or the runtime is closed
   */
  public void fence() {
    requireOpen("fence");
    job.doOwnWork();
    for (int member : ranks) {
      job.transport().flush(member);
    }
  }

  /**
   * Allocates global memory of which each member gives a block. Collective over the group; ends
   * with all members knowing of all blocks.
   *
   * @param sizeBytes the size of this rank's block, zero allowed; ranks may differ
   * @return memory of which this rank's block is zeroed; only members have blocks
   * @throws ArmciException on every member, when any of them cannot give its block: it names the
   *     rank, how much is free and what to raise
   */
  public GlobalMemory allocate(long sizeBytes) {
    return allocate(() -> Job.requireSize(sizeBytes));
  }

  /**
   * The same for a size that a rank may find impossible: a rank that threw before it takes part
   * would leave the others waiting.
   *
   * @param size gives the size of this rank's block, or throws an {@link ArmciException} that all
   *     members shall get
   * @return memory of which this rank's block is zeroed; only members have blocks
   * @throws ArmciException on every member, when any of them cannot give its block
   */
  public GlobalMemory allocate(LongSupplier size) {
    requireCollective("allocate");
    LongSupplier told = () -> Objects.requireNonNull(size, "size").getAsLong();
    return job.allocate(name + "#" + allocations++, ranks, origin, told);
  }

  /**
   * Frees global memory that this group allocated. Collective; begins with a barrier, so that no
   * member is still using it.
   *
   * @param memory what {@link #allocate} of this group returned
   * @throws ArmciException when it is not this group's, or freed already: then this rank takes no
   *     part in the barrier
   */
  public void free(GlobalMemory memory) {
    requireCollective("free");
    job.requireEndedBy("free", Objects.requireNonNull(memory, "memory"), this);
    barrier();
    job.free(memory);
  }

  /**
   * Refuses what waits for the other members where this thread must not: before it is counted, and
   * before any of them is told.
   */
  private void requireCollective(String operation) {
    requireOpen(operation);
    ShortWork.refuse(operation);
  }

  private void requireOpen(String operation) {
    job.requireOpen(operation);
    if (closed) {
      throw new ArmciException(
          Text.format("%s by rank %d: group %s has been closed", operation, job.rank(), name));
    }
  }

  /**
   * Makes a group of some members. Collective over the new group's members only.
   *
   * <p>A call with a wrong list fails on this rank and tells the other members of this group, as
   * only a right list says which ranks wait: each of them that makes or next makes a group with
   * this rank gets an exception too, once. Then all can go on, and make groups again.
   *
   * @param members their ranks in the job, in the order of the new group, this rank among them; the
   *     same list on all of them
   * @return the new group
   * @throws ArmciException for a list that has no members, names one twice, names one that is no
   *     member of this group, or lacks this rank; also on the others, which learn that rank and its
   *     reason; and after the setting {@code exchangeTimeout}, when a rank of the list does not
   *     make the group
   * @throws NullPointerException when there is no list; the others are told as of a wrong one
   */
  public Group create(int... members) {
    requireCollective("create");
    String fault = members == null ? "is missing" : faultOf(members);
    if (fault != null) {
      String told =
          Text.format(
              "a group cannot be made of %s in group %s: the list %s",
              GroupNames.list(members), name, fault);
      job.refuse(GroupNames.folder(name), told);
      Objects.requireNonNull(members, "members");
      throw new ArmciException(told);
    }
    String list = GroupNames.list(members);
    int number = agreedNumber(list, members);
    return new Group(job, Text.format("%s/%s.%d", name, list, number), members.clone(), false);
  }

  /** What is wrong with a list of members, or null. */
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
    return indexOf(members, job.rank()) < 0 ? Text.format("lacks this rank, %d", job.rank()) : null;
  }

  /**
   * Which child of a list of members the next one is. They agree on it, as a call that failed may
   * count for some of them and not for others.
   */
  private int agreedNumber(String list, int[] members) {
    byte[] mine = ByteBuffer.allocate(Integer.BYTES).putInt(children.getOrDefault(list, 0)).array();
    int last =
        job.exchange(GroupNames.folder(name) + list, members, mine).stream()
            .mapToInt(answer -> ByteBuffer.wrap(answer).getInt())
            .max()
            .orElseThrow();
    children.put(list, last + 1);
    return last + 1;
  }

  /**
   * Makes a group of the members that give the same colour. Collective over this group.
   *
   * @param color which new group this rank joins, at least 0; a negative one joins none
   * @param key the order in the new group; equal keys keep the order of this group
   * @return the new group, or null for a negative colour
   * @throws ArmciException when this group or the runtime is closed
   */
  public Group split(int color, int key) {
    requireCollective("split");
    byte[] mine = ByteBuffer.allocate(2 * Integer.BYTES).putInt(color).putInt(key).array();
    List<byte[]> answers = job.exchange(Text.format("%s/split%d", name, splits++), ranks, mine);
    if (color < 0) {
      return null;
    }
    int[] members =
        IntStream.range(0, ranks.length)
            .filter(place -> ByteBuffer.wrap(answers.get(place)).getInt() == color)
            .boxed()
            .sorted(
                (a, b) ->
                    Integer.compare(
                        ByteBuffer.wrap(answers.get(a)).getInt(Integer.BYTES),
                        ByteBuffer.wrap(answers.get(b)).getInt(Integer.BYTES)))
            .mapToInt(place -> ranks[place])
            .toArray();
    return create(members);
  }

  /**
   * Ends the group: frees what it needs for itself. Memory that it allocated stays until the
   * runtime closes. Collective; begins with a barrier. A second call does nothing, nor does any for
   * the group of all ranks, or behind the runtime's own close.
   */
  @Override
  public void close() {
    if (!isWorld && !closed && !job.isClosed()) {
      free(control);
      closed = true;
    }
  }

  @Override
  public String toString() {
    return "Group[" + name + " " + Arrays.toString(ranks) + "]";
  }
}
