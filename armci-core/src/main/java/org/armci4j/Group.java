package org.armci4j;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.ArmciTimeoutException;
import org.armci4j.error.GroupRevokedException;
import org.armci4j.error.RankFailedException;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.WaitScope;
import org.armci4j.waiting.Waiter;

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
 * group: its memory, further groups, collectives, mutexes, events, and for the group of all ranks
 * procedure calls. Different groups may work concurrently; {@link #create} with the same ranks
 * makes a group for another thread.
 *
 * <p>Source: ARMCI's {@code ARMCI_Group} functions; MPI 4.1, section 7.4, for {@link #split}.
 */
public final class Group implements AutoCloseable {
  /** What a member calls, in the values of a survey. */
  private static final byte AGREES = 0;

  private static final byte SHRINKS = 1;

  private final RankRuntime runtime;
  private final String name;
  private final int[] ranks;
  private final int rank;
  private final GlobalMemory control;
  private final Barrier barrier;

  private final Revocation revocation;

  /** Its waits end by the loss of a member, and of no other rank, and when the group is revoked. */
  private final Waiter waiter;

  private final Waiter operationWaiter;

  /** The group whose failed members end the waits of this one as well; null for none. */
  private final Group whole;

  /** Origin of the memory that this group allocates. */
  private final GlobalMemory.Origin origin;

  /** Whether this is the group of all ranks, which lives as long as the runtime. */
  private final boolean isWorld;

  /** Number of child groups by list of members, so that each child has its own name. */
  private final Map<String, Integer> children = new HashMap<>();

  private int allocations;
  private int splits;
  private int agreements;

  /** Memory that this rank has given up and that is freed when the members meet next. */
  private final Queue<GlobalMemory> givenUp = new ArrayDeque<>();

  /** The exception that ended a barrier of this group midway; null while the group is usable. */
  private RuntimeException lost;

  private volatile boolean closed;

  /** Makes the group of all ranks. Collective. */
  static Group world(RankRuntime runtime) {
    return new Group(runtime, "world", IntStream.range(0, runtime.size()).toArray(), true, null);
  }

  /** Makes a group. Collective over {@code ranks}, which contains this rank. */
  private Group(RankRuntime runtime, String name, int[] ranks, boolean isWorld, Group whole) {
    this.runtime = runtime;
    this.whole = whole;
    this.name = name;
    this.ranks = ranks;
    this.isWorld = isWorld;
    this.origin = new GlobalMemory.Origin(this, Text.format("group %s frees it", name));
    this.rank = indexOf(ranks, runtime.rank());
    WaitScope scope = this::requireGoingOn;
    this.waiter = runtime.waiterWithin(scope);
    this.operationWaiter = runtime.operationWaiterWithin(scope);
    this.control = allocateFor(() -> Barrier.SIZE_BYTES + Revocation.SIZE_BYTES);
    this.revocation = new Revocation(name, control, Barrier.SIZE_BYTES, runtime.tickets());
    this.barrier = newBarrier();
  }

  private Barrier newBarrier() {
    try {
      return runtime.newBarrier(name, control, ranks, rank, waiter);
    } catch (RuntimeException e) {
      runtime.memories().retire(control); // a member has just failed: nobody gets this group
      throw e;
    }
  }

  /** Throws when waits for members cannot end any more. */
  private void requireGoingOn(Supplier<String> what) {
    Waiter.requireWell(runtime.lost().among(ranks), what);
    revocation.requireNone(what);
    if (whole != null) {
      whole.requireGoingOn(what);
    }
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
    revocation.requireNone(() -> "barrier");
    requireWhole();
    runtime.transport().flushAll();
    long timeoutNanos = waiter.defaultTimeoutNanos();
    try {
      if (called) {
        barrier.await(timeoutNanos);
      } else {
        barrier.meet(timeoutNanos);
      }
    } catch (RankFailedException | GroupRevokedException e) {
      throw e; // later barriers throw as well
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
    return unlessRevoked("allocate", () -> allocateFor(size));
  }

  private GlobalMemory allocateFor(LongSupplier size) {
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
    runtime.memories().free(memory);
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
    GlobalMemory rest = runtime.memories().retire(memory);
    if (rest != null) {
      givenUp.add(rest);
    }
  }

  /** Frees what all members have given up before they met. */
  private void freeGivenUp() {
    if (!givenUp.isEmpty()) {
      List<GlobalMemory> ended = List.copyOf(givenUp);
      givenUp.clear(); // on all members, also where some of it is in use: see allocate
      runtime.memories().freeRetired(ended);
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
    return unlessRevoked("create", () -> make(null, members));
  }

  /**
   * Makes a group of some members for a part of what all members of this group do together. For
   * extensions of the runtime; as {@link #create}, but the failure of any member of this group ends
   * the waits of the part as well. So no member of the part waits for one that has met the failure
   * in another part, and has left.
   *
   * @param members their ranks in the job, as {@link #create} takes them
   * @return the new group
   * @throws ArmciException as {@link #create} does
   */
  public Group createPart(int... members) {
    requireCollective("createPart");
    return unlessRevoked("createPart", () -> make(this, members));
  }

  private Group make(Group itsWhole, int... members) {
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
    String itsName = Text.format("%s/%s.%d", name, list, number);
    return new Group(runtime, itsName, members.clone(), false, itsWhole);
  }

  /**
   * Agrees with the members that are left on a flag, and on who is left. Collective over them: each
   * member calls it, has failed, or has closed the runtime. All that call it get the same answer,
   * also when members fail meanwhile. Works in groups that have lost members, where {@link
   * #barrier} throws, and waits for no failed rank.
   *
   * <p>The process that holds the rendezvous decides, so the answer is the same as long as the
   * launcher lives. It takes a message there and one back.
   *
   * <p>Works in revoked groups as well. Source: ULFM's {@code MPIX_Comm_agree}.
   *
   * @param flag this rank's own
   * @return what all members have found out
   * @throws ArmciException when this group or the runtime is closed
   */
  public Agreement agree(boolean flag) {
    requireCollective("agree");
    return agree(Shrinking.firstKey(nextMeeting()), AGREES, ranks, flag);
  }

  /** Returns the key of the next call of agree or shrink, in which all members call the same. */
  private String nextMeeting() {
    return Text.format("meeting %d of %s", agreements++, name);
  }

  private Agreement agree(String key, byte call, int[] members, boolean flag) {
    List<byte[]> answers = runtime.survey(key, members, new byte[] {(byte) (flag ? 1 : 0), call});
    requireOneCall(members, call, answers);
    List<Integer> gone = new ArrayList<>();
    boolean all = true;
    for (int i = 0; i < members.length; i++) {
      if (answers.get(i) == null) {
        gone.add(members[i]);
      } else {
        all &= answers.get(i)[0] == 1;
      }
    }
    return new Agreement(all, gone);
  }

  /** Throws on all members when some call agree and others shrink. */
  private void requireOneCall(int[] members, byte call, List<byte[]> answers) {
    if (answers.stream().allMatch(answer -> answer == null || answer[1] == call)) {
      return;
    }
    StringJoiner calls = new StringJoiner(", ");
    for (int i = 0; i < members.length; i++) {
      if (answers.get(i) != null) {
        boolean agrees = answers.get(i)[1] == AGREES;
        calls.add(Text.format("rank %d %s", members[i], agrees ? "agree" : "shrink"));
      }
    }
    throw new ArmciException(
        Text.format(
            "the members of group %s have called different things: %s; all that are left must"
                + " call the same",
            name, calls));
  }

  /**
   * Makes a group of the members that are left, in their order. Collective over them. All get the
   * same group, also when members fail meanwhile: none of those that had failed before the call is
   * in it. Acknowledges the failures of ranks that are not in the new group, as {@link
   * Armci#acknowledgeFailures} does.
   *
   * <p>Memory, collectives and further groups are made of the new group as of any other. Memory of
   * this group stays: accesses to the blocks of failed ranks throw, the others go on. {@link
   * #freeLater} frees it, as {@link #free} would wait for all members.
   *
   * <p>Source: ULFM's {@code MPIX_Comm_shrink}.
   *
   * @return the new group, which the caller closes
   * @throws ArmciException when this group or the runtime is closed, or a member that is left
   *     cannot make its part of the group
   */
  public Group shrink() {
    requireCollective("shrink");
    String key = nextMeeting();
    Group made =
        new Shrinking<Group>() {
          @Override
          Agreement agree(String step, int[] members, boolean flag) {
            return Group.this.agree(step, SHRINKS, members, flag);
          }

          @Override
          Group make(String step, int[] members) {
            return new Group(runtime, step, members, false, null);
          }

          @Override
          void discard(Group half) {
            half.close();
          }
        }.shrink(key, ranks);
    runtime.lost().acknowledgeOthersThan(made.ranks);
    return made;
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
    return unlessRevoked("split", () -> splitBy(color, key));
  }

  private Group splitBy(int color, int key) {
    byte[] mine = ByteBuffer.allocate(2 * Integer.BYTES).putInt(color).putInt(key).array();
    List<byte[]> answers = runtime.exchange(splitFolder() + splits++, ranks, mine);
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
   * Revokes the group: waits of its members for each other end, now and later, with a {@link
   * org.armci4j.error.GroupRevokedException}, in barriers, allocations, group creation and
   * collectives. For a member that has met a failure, or leaves the common path for another reason,
   * while others may wait for it. They all go on by {@link #agree} and {@link #shrink}, which work
   * in a revoked group; with no member lost, shrink makes a new group of all.
   *
   * <p>Waits for no call of a member. A second call does nothing, nor does one in a group that
   * another member has revoked. Transfers and signals go on.
   *
   * <p>Source: ULFM's {@code MPIX_Comm_revoke}.
   *
   * @param reason for the other members' exceptions; some 200 characters arrive
   * @throws ArmciException when this group or the runtime is closed
   */
  public void revoke(String reason) {
    Objects.requireNonNull(reason, "reason");
    requireOpen("revoke");
    if (revocation.isThere()) {
      return;
    }
    revocation.say(reason);
    ArmciException untold = revocation.tell(ranks, runtime.rank());
    String told = Text.format("group %s is revoked by rank %d: %s", name, runtime.rank(), reason);
    exchangeFolders().forEach(folder -> runtime.refuse(folder, told));
    if (untold != null) {
      throw untold;
    }
  }

  /** Takes a step in which members exchange, and tells if the group is revoked meanwhile. */
  private <T> T unlessRevoked(String operation, Supplier<T> step) {
    revocation.requireNone(() -> operation);
    try {
      return step.get();
    } catch (ArmciException e) {
      revocation.requireNone(() -> operation);
      throw e;
    }
  }

  /** Returns how the keys begin of all exchanges in which members wait for each other. */
  private List<String> exchangeFolders() {
    return List.of(
        GroupNames.folder(name),
        splitFolder(),
        Allocator.allocateFolder(name + "#"),
        Allocator.attachFolder(name + "#"));
  }

  private String splitFolder() {
    return name + "/split";
  }

  /**
   * Waits until a word of this rank's own block stands in a relation to a value; as {@link
   * Armci#waitUntil(GlobalMemory, long, Comparison, long)}, but of failures only a member's ends
   * the wait.
   *
   * @param memory the global memory
   * @param offset offset of the word in this rank's block, a multiple of 8
   * @param comparison the relation
   * @param value the value to compare the word with
   * @return the word that was read
   * @throws RankFailedException when a member fails meanwhile, or has failed
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   * @throws ArmciException when no aligned word of this rank's block begins at the offset, or the
   *     memory is freed
   */
  public long waitUntil(GlobalMemory memory, long offset, Comparison comparison, long value) {
    RemoteBlock block = Checks.word(runtime.tickets(), "waitUntil", memory, runtime.rank(), offset);
    Objects.requireNonNull(comparison, "comparison");
    long limitNanos = waiter.defaultTimeoutNanos();
    return waiter.awaitWord(
        block.view(), offset, comparison.condition(), value, limitNanos, memory);
  }

  /**
   * Waits until a condition holds that members bring about. For extensions of the runtime; as
   * {@link Signals#await(BooleanSupplier, Supplier)}, but of failures only a member's ends the
   * wait.
   *
   * @param condition polled by this thread
   * @param what names the wait in messages
   * @throws RankFailedException when a member fails meanwhile
   * @throws ArmciTimeoutException after the setting {@code waitTimeout}, if that is set
   */
  public void await(BooleanSupplier condition, Supplier<String> what) {
    Objects.requireNonNull(condition, "condition");
    Objects.requireNonNull(what, "what");
    runtime.requireOpen("await");
    waiter.await(condition, waiter.defaultTimeoutNanos(), what);
  }

  /** Returns the waiter for changes that members bring about. */
  Waiter waiter() {
    return waiter;
  }

  /**
   * Returns a waiter for changes that come also when members are lost. Its waits end when the group
   * is revoked.
   */
  Waiter lossProofWaiter() {
    return runtime.waiterWithin(
        what -> {
          revocation.requireNone(what);
          if (whole != null) {
            whole.requireGoingOn(what);
          }
        });
  }

  /** Returns the waiter for the members' operations that each poll itself advances. */
  Waiter operationWaiter() {
    runtime.requireOpen("newHandle");
    return operationWaiter;
  }

  Tickets tickets() {
    return runtime.tickets();
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
      runtime.memories().leave(new LeftGroup(ranks, barrier, List.copyOf(givenUp)));
    }
  }

  @Override
  public String toString() {
    return "Group[" + name + " " + Arrays.toString(ranks) + "]";
  }
}
