package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Keeps bytes of each member of a group in the member's own memory and in that of a partner, on
 * another host if the group has several. When a job goes on without a rank ({@code
 * onFailure=continue}), the ranks that are left find its bytes at its partner.
 *
 * <pre>{@code
 * PartnerCheckpoint kept = PartnerCheckpoint.open(armci, group, sizeBytes);
 * kept.save(step, bytes);                        // every so many steps
 * ...
 * Group left = group.shrink();                   // after a RankFailedException
 * long step = kept.newest(left).orElseThrow();
 * kept.read(left, step, member, bytes);          // any member's, also a failed one's
 * }</pre>
 *
 * <p><b>What survives.</b> Two saves are kept in turn, so there is always a whole one while the
 * next is under way. The bytes of a rank are lost when the rank and its partner fail before the
 * ranks that are left have saved anew. Close the old checkpoint only when the members of the new
 * group have agreed ({@link Group#agree}) that each has its copy of the new one.
 *
 * <p>Each rank may keep another number of bytes. One thread of each member calls at a time.
 *
 * <p>Source: Plank, Li, Puening, "Diskless checkpointing" (1998); Fenix's in-memory redundancy.
 */
public final class PartnerCheckpoint implements AutoCloseable {
  private static final int SLOTS = 2;

  private final Armci armci;
  private final Group group;
  private final int[] ranks;
  private final int me;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final PartnerLayout layout;
  private final Handle sent;

  /** Number of saves so far, the same on all members. */
  private long saves;

  private long last = -1;
  private boolean closed;

  private PartnerCheckpoint(Armci armci, Group group, PartnerLayout layout) {
    this.armci = armci;
    this.group = group;
    this.ranks = group.ranks();
    this.me = group.rank();
    this.layout = layout;
    this.memory = group.allocate(() -> layout.blockBytes(me));
    this.own = memory.local();
    this.sent = armci.newHandle();
  }

  /**
   * Allocates the memory for the copies. Collective over the group.
   *
   * @param armci an open runtime
   * @param group whose members keep bytes for each other
   * @param sizeBytes how many bytes this rank keeps, at least 0; members may differ. It takes twice
   *     as many here, and twice as many at the partner
   * @return with nothing saved
   * @throws ArmciException on every member, when a size is negative, or a member cannot give the
   *     memory; or when the group is another runtime's
   * @throws RankFailedException when a member fails meanwhile
   */
  public static PartnerCheckpoint open(Armci armci, Group group, long sizeBytes) {
    if (!Objects.requireNonNull(group, "group").isOf(armci)) {
      throw new ArmciException("PartnerCheckpoint.open: the group is another runtime's");
    }
    int[] hosts = Arrays.stream(group.ranks()).map(armci.domains()::domain).toArray();
    long[] sizes = sizes(armci, group, sizeBytes);
    PartnerLayout layout = new PartnerLayout(sizes, PartnerLayout.partners(hosts));
    return new PartnerCheckpoint(armci, group, layout);
  }

  /** Returns how many bytes each member keeps. */
  private static long[] sizes(Armci armci, Group group, long ownBytes) {
    GlobalMemory words = group.allocate(() -> wordBytes(ownBytes));
    try {
      armci.putLong(words, armci.rank(), 0, ownBytes);
      group.barrier();
      return Arrays.stream(group.ranks())
          .mapToLong(rank -> armci.getLong(words, rank, 0))
          .toArray();
    } finally {
      group.freeLater(words);
    }
  }

  private static long wordBytes(long sizeBytes) {
    if (sizeBytes < 0) {
      throw new ArmciException(
          Text.format("PartnerCheckpoint.open: a rank cannot keep %d bytes", sizeBytes));
    }
    return Long.BYTES;
  }

  /**
   * Saves this rank's bytes. Collective over the group. Copies them here and starts to send them to
   * the partner; the bytes may change when it returns, and the ranks compute while the copies
   * travel. The first part of the call waits until all members have made the save before.
   *
   * @param step names the save, larger than those before; the same on all members
   * @param bytes as many as this rank said when it opened the checkpoint
   * @throws ArmciException when the step is not larger, the size is another one, or this is closed
   * @throws RankFailedException when a member fails meanwhile; earlier saves stay
   */
  public void save(long step, MemorySegment bytes) {
    requireOpen("save");
    if (step <= last) {
      throw new ArmciException(
          Text.format("save by rank %d: step %d follows %d", armci.rank(), step, last));
    }
    requireSize("save", me, bytes.byteSize());
    sent.await();
    if (saves > 0) {
      group.barrier(); // all have the last save everywhere before the one before it is overwritten
    }
    int slot = (int) (saves % SLOTS);
    long here = layout.own(me, slot);
    int partner = layout.partner(me);
    armci.putLong(memory, armci.rank(), here, 0);
    if (partner != me) {
      armci.putLong(memory, ranks[partner], layout.copy(me, slot), 0);
      armci.fence(ranks[partner]); // the copy says that it is none before its bytes change
    }
    MemorySegment.copy(bytes, 0, own, here + PartnerLayout.HEADER_BYTES, bytes.byteSize());
    armci.putLong(memory, armci.rank(), here, header(step));
    if (partner != me) {
      send(slot, header(step));
    }
    saves++;
    last = step;
  }

  private void send(int slot, long header) {
    long here = layout.own(me, slot);
    long there = layout.copy(me, slot);
    int target = ranks[layout.partner(me)];
    armci.nbPutSignal(
        own,
        here + PartnerLayout.HEADER_BYTES,
        memory,
        target,
        there + PartnerLayout.HEADER_BYTES,
        layout.sizeBytes(me),
        memory,
        there,
        header,
        sent);
  }

  /**
   * Waits until this rank's last save is at its partner.
   *
   * @throws ArmciException when this is closed
   * @throws RankFailedException when the partner fails meanwhile, or has failed
   */
  public void awaitCopy() {
    requireOpen("awaitCopy");
    sent.await();
    armci.fence(ranks[layout.partner(me)]);
  }

  /** Returns the header of a slot with the bytes of a step; 0 stands for none. */
  private static long header(long step) {
    return step + 1;
  }

  /**
   * Returns the newest save of which the bytes of all members are still there. Collective over the
   * members that are left, after {@link Group#shrink}.
   *
   * @param left those members
   * @return the step, the same for all of them; empty when there is none
   * @throws ArmciException when this is closed
   * @throws RankFailedException when one of them fails meanwhile: shrink again, and ask again
   */
  public OptionalLong newest(Group left) {
    requireOpen("newest");
    try {
      sent.await();
    } catch (RankFailedException partnerLost) {
      // Its copy is lost with it.
    }
    left.barrier(); // so that no copy changes any more
    OptionalLong newest = OptionalLong.empty();
    for (int slot = 0; slot < SLOTS; slot++) {
      for (boolean copy : new boolean[] {false, true}) {
        // A save that all have is one that the first member has, here or at its partner.
        long found = headerOf(left, 0, slot, copy);
        if (found > 0 && found - 1 > newest.orElse(-1) && isWhole(left, found)) {
          newest = OptionalLong.of(found - 1);
        }
      }
    }
    left.barrier(); // nobody saves before all have looked
    return newest;
  }

  private boolean isWhole(Group left, long header) {
    for (int member = 0; member < layout.members(); member++) {
      if (find(left, header, member) == null) {
        return false;
      }
    }
    return true;
  }

  /** Where the bytes of a member are: at which rank, and from which byte on. */
  private record CopyPlace(int rank, long offset) {}

  private CopyPlace find(Group left, long header, int member) {
    for (int slot = 0; slot < SLOTS; slot++) {
      if (headerOf(left, member, slot, false) == header) {
        return new CopyPlace(ranks[member], layout.own(member, slot));
      }
      if (headerOf(left, member, slot, true) == header) {
        return new CopyPlace(ranks[layout.partner(member)], layout.copy(member, slot));
      }
    }
    return null;
  }

  /**
   * Returns the header of a member's slot, or of the copy; 0 if the rank that has it is not left.
   */
  private long headerOf(Group left, int member, int slot, boolean copy) {
    int holder = copy ? layout.partner(member) : member;
    if ((copy && holder == member) || left.groupRank(ranks[holder]) < 0) {
      return 0;
    }
    long offset = copy ? layout.copy(member, slot) : layout.own(member, slot);
    return armci.getLong(memory, ranks[holder], offset);
  }

  /**
   * Returns the number of members of this checkpoint's group.
   *
   * @return at least 1
   */
  public int members() {
    return layout.members();
  }

  /**
   * Returns how many bytes a member has kept.
   *
   * @param member its number in the group of this checkpoint
   * @return the size in bytes
   * @throws ArmciException when there is no such member
   */
  public long sizeBytes(int member) {
    requireMember("sizeBytes", member);
    return layout.sizeBytes(member);
  }

  /**
   * Reads the bytes of any member, failed ones included, by a get.
   *
   * @param left the members that are left
   * @param step of a save that {@link #newest} has returned
   * @param member its number in the group of this checkpoint
   * @param destination takes the bytes; as many as the member has kept
   * @throws ArmciException when there is no such member, the size is another one, or the bytes are
   *     not there any more
   * @throws RankFailedException when the rank that has them fails meanwhile
   */
  public void read(Group left, long step, int member, MemorySegment destination) {
    requireOpen("read");
    requireMember("read", member);
    requireSize("read", member, destination.byteSize());
    CopyPlace found = find(left, header(step), member);
    if (found == null) {
      throw new ArmciException(
          Text.format(
              "read by rank %d: the bytes of member %d, step %d, are not there any more",
              armci.rank(), member, step));
    }
    armci.get(
        memory,
        found.rank(),
        found.offset() + PartnerLayout.HEADER_BYTES,
        destination,
        0,
        destination.byteSize());
  }

  private void requireMember(String operation, int member) {
    if (member < 0 || member >= layout.members()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no member %d, members are 0 to %d",
              operation, armci.rank(), member, layout.members() - 1));
    }
  }

  private void requireSize(String operation, int member, long sizeBytes) {
    if (sizeBytes != layout.sizeBytes(member)) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: member %d keeps %d bytes, not %d",
              operation, armci.rank(), member, layout.sizeBytes(member), sizeBytes));
    }
  }

  private void requireOpen(String operation) {
    if (closed) {
      throw new ArmciException(
          Text.format("%s by rank %d: this checkpoint is closed", operation, armci.rank()));
    }
  }

  /** Frees the memory. Collective over the members that are left; waits for none. */
  @Override
  public void close() {
    if (closed || armci.isClosed()) {
      return;
    }
    closed = true;
    group.freeLater(memory);
  }
}
