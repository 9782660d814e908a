package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalLong;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * Keeps bytes of each member of a group in memory that outlives the member. Between hosts that is
 * the member's own memory and that of a partner on another host. Members of one host share memory,
 * and the others still reach a failed member's own. Where settings send operations within a host
 * through the network, members have partners there too.
 *
 * <p>When a job goes on without a rank ({@code onFailure=continue}), the ranks that are left read
 * there:
 *
 * <pre>{@code
 * PartnerCheckpoint kept = PartnerCheckpoint.open(armci, group, sizeBytes);
 * kept.save(step, bytes);                        // every so many steps; also of several segments
 * ...
 * Group left = group.shrink();                   // after a RankFailedException
 * long step = kept.newest(left).orElseThrow();
 * kept.read(left, step, member, bytes);          // any member's, also a failed one's
 * }</pre>
 *
 * <p>When a failed rank is replaced, all ranks close the runtime and open it again. {@link
 * PartnerCopies}, which the program makes once, keep the saves of this process meanwhile:
 *
 * <pre>{@code
 * try (PartnerCheckpoint kept = PartnerCheckpoint.open(armci, world, sizeBytes, copies)) {
 *   OptionalLong step = kept.newest(world);      // empty in a new job
 *   if (step.isPresent()) {
 *     kept.read(world, step.getAsLong(), world.rank(), bytes);
 *   }
 *   ...                                          // go on from there
 *   world.barrier();                             // a rank that has closed keeps nothing
 * }
 * }</pre>
 *
 * <p><b>What survives.</b> Two saves are kept in turn, so there is always a whole one while the
 * next is under way. With partners, the bytes of a rank are lost when the rank and its partner fail
 * before the ranks that are left have saved anew, or have opened a new checkpoint with their
 * copies. In shared memory any one rank that is left is enough; only into the next epoch do {@link
 * PartnerCopies} bring the bytes of a rank by the rank itself and by the next one. Close the old
 * checkpoint of a shrunk group only when the members of the new group have agreed ({@link
 * Group#agree}) that each has its copy of the new one.
 *
 * <p><b>What it costs.</b> In shared memory a save is one put of all bytes. With partners it
 * compares the bytes with those of the save before last, in blocks of 64 KiB, and copies and sends
 * the blocks that differ. Copies are made for the next epoch only when the checkpoint or the
 * runtime closes after a failure.
 *
 * <p>Each rank may keep another number of bytes. One thread of each member calls at a time.
 *
 * <p>Source: Plank, Li, Puening, "Diskless checkpointing" (1998); Fenix's in-memory redundancy.
 */
public final class PartnerCheckpoint implements AutoCloseable {
  private final Armci armci;
  private final Group group;
  private final PartnerLayout layout;
  private final PartnerSlots slots;
  private final PartnerSave save;

  /** Keeps the saves for the next epoch; null where nothing does. */
  private final PartnerCopies copies;

  private final OpenPartners open;

  /** Number of saves so far, the same on all members; one from the epoch before counts. */
  private long saves;

  private long last = -1;

  /** Whether the saves of the epoch before are in the slots, as far as there are any. */
  private boolean restored;

  private boolean closed;

  private PartnerCheckpoint(Armci armci, Group group, PartnerLayout layout, PartnerCopies copies) {
    this.armci = armci;
    this.group = group;
    this.layout = layout;
    this.copies = copies;
    this.slots = new PartnerSlots(armci, group, layout);
    this.save = new PartnerSave(armci, slots);
    this.open = OpenPartners.of(armci);
    if (copies != null) {
      copies.use(true);
      open.add(this);
    }
  }

  /**
   * Allocates the memory for the copies. Collective over the group.
   *
   * @param armci an open runtime
   * @param group whose members keep bytes for each other
   * @param sizeBytes how many bytes this rank keeps, at least 0; members may differ. It takes twice
   *     as many here, and with a partner twice as many there
   * @return with nothing saved
   * @throws ArmciException on every member, when a size is negative, or a member cannot give the
   *     memory; or when the group is another runtime's
   * @throws RankFailedException when a member fails meanwhile
   */
  public static PartnerCheckpoint open(Armci armci, Group group, long sizeBytes) {
    return openWith(armci, group, sizeBytes, null);
  }

  /**
   * Allocates the memory for the copies, and brings the newest whole save of the epoch before into
   * it. Collective over the group.
   *
   * <p>A rank whose process is new has no copies; its bytes come from its partner's. If the bytes
   * of a member are at no rank, there is no save, and the job's log says so. A rank that fails
   * before all have returned may take the newest save with it, if its copy had not reached the
   * partner; the save before is then the newest. Once {@code open} has returned everywhere, the
   * failure of any one rank loses nothing.
   *
   * @param armci an open runtime
   * @param group whose members keep bytes for each other; of as many members as before
   * @param sizeBytes how many bytes this rank keeps, as many as before
   * @param copies those of this process, which this checkpoint uses until it is closed
   * @return with one save or none
   * @throws ArmciException on every member, as {@link #open(Armci, Group, long)}; also when the
   *     copies of a member are closed or serve another checkpoint, or do not fit the group and its
   *     sizes, or some members come with copies and others without
   * @throws RankFailedException when a member fails meanwhile
   */
  public static PartnerCheckpoint open(
      Armci armci, Group group, long sizeBytes, PartnerCopies copies) {
    return openWith(armci, group, sizeBytes, Objects.requireNonNull(copies, "copies"));
  }

  private static PartnerCheckpoint openWith(
      Armci armci, Group group, long sizeBytes, PartnerCopies copies) {
    if (!Objects.requireNonNull(group, "group").isOf(armci)) {
      throw new ArmciException("PartnerCheckpoint.open: the group is another runtime's");
    }
    MemberNotes notes = MemberNotes.exchange(armci, group, sizeBytes, copies);
    notes.requireFitting();
    PartnerLayout layout = PartnerLayout.of(armci, group, notes.sizesBytes());
    PartnerCheckpoint checkpoint = new PartnerCheckpoint(armci, group, layout, copies);
    try {
      checkpoint.restore(notes);
    } catch (RuntimeException failed) {
      checkpoint.close(); // keeps what has arrived already
      throw failed;
    }
    return checkpoint;
  }

  private void restore(MemberNotes notes) {
    if (copies != null) {
      long header = PartnerRestore.restore(slots, notes, copies);
      // Behind it all bytes are in place, and no member has copies that could mix with a new save.
      group.barrier();
      copies.retain(header);
      if (header > 0) {
        saves = 1;
        last = PartnerLayout.step(header);
      }
    }
    restored = true;
  }

  /**
   * Saves this rank's bytes. Collective over the group. Copies them, and starts to send to a
   * partner what has changed since the save before last. The bytes may change when it returns, and
   * the ranks compute while the copies travel. The first part of the call waits until all members
   * have made the save before.
   *
   * @param step names the save, larger than those before; the same on all members
   * @param parts as many bytes in all as this rank said when it opened the checkpoint: its own
   *     segments, its blocks of global memory ({@link org.armci4j.GlobalMemory#local}) and of
   *     arrays ({@link org.armci4j.arrays.GlobalArray#segment})
   * @throws ArmciException when the step is not larger, the size is another one, or this is closed
   * @throws RankFailedException when a member fails meanwhile; earlier saves stay
   */
  public void save(long step, MemorySegment... parts) {
    requireOpen("save");
    if (step <= last) {
      throw new ArmciException(
          Text.format("save by rank %d: step %d follows %d", armci.rank(), step, last));
    }
    layout.requireSize("save", armci.rank(), slots.me(), sizeBytes(parts));
    save.await();
    if (saves > 0) {
      group.barrier(); // all have the last save everywhere before the one before it is overwritten
    }
    if (saves > 1 && copies != null) {
      copies.retain(0); // all have a save of this epoch
    }
    save.write((int) (saves % PartnerLayout.SLOTS), PartnerLayout.header(step), parts);
    saves++;
    last = step;
  }

  private static long sizeBytes(MemorySegment[] parts) {
    return Arrays.stream(parts).mapToLong(MemorySegment::byteSize).sum();
  }

  /**
   * Waits until this rank's last save is at its partner. In shared memory it is complete when
   * {@link #save} returns.
   *
   * @throws ArmciException when this is closed
   * @throws RankFailedException when the partner fails meanwhile, or has failed; never in shared
   *     memory
   */
  public void awaitCopy() {
    requireOpen("awaitCopy");
    save.await();
    armci.fence(slots.rank(layout.holder(slots.me())));
  }

  /** Returns how many bytes of saves this rank has sent to its partner. */
  long sentBytes() {
    return save.sentBytes();
  }

  /**
   * Returns the newest save of which the bytes of all members are still there. Collective over the
   * members that are left, after {@link Group#shrink}; in a new epoch over the whole group.
   *
   * @param left those members
   * @return the step, the same for all of them; empty when there is none
   * @throws ArmciException when this is closed
   * @throws RankFailedException when one of them fails meanwhile: shrink again, and ask again
   */
  public OptionalLong newest(Group left) {
    requireOpen("newest");
    try {
      save.await();
    } catch (RankFailedException partnerLost) {
      // Its copy is lost with it.
    }
    left.barrier(); // so that no member of it changes a copy any more
    slots.vote(slots.newest(left));
    left.barrier(); // nobody saves before all have looked
    long header = slots.oldestVote(left);
    return header == 0 ? OptionalLong.empty() : OptionalLong.of(PartnerLayout.step(header));
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
    layout.requireMember("sizeBytes", armci.rank(), member);
    return layout.sizeBytes(member);
  }

  /**
   * Reads the bytes of any member, failed ones included.
   *
   * @param left the members that are left
   * @param step of a save that {@link #newest} has returned
   * @param member its number in the group of this checkpoint
   * @param destinations take the bytes one after the other; as many in all as the member has kept
   * @throws ArmciException when there is no such member, the size is another one, or the bytes are
   *     not there any more
   * @throws RankFailedException when the rank that has them fails meanwhile
   */
  public void read(Group left, long step, int member, MemorySegment... destinations) {
    requireOpen("read");
    layout.requireSize("read", armci.rank(), member, sizeBytes(destinations));
    if (!slots.read(left, PartnerLayout.header(step), member, destinations)) {
      throw new ArmciException(
          Text.format(
              "read by rank %d: the bytes of member %d, step %d, are not there any more",
              armci.rank(), member, step));
    }
  }

  private void requireOpen(String operation) {
    if (closed) {
      throw new ArmciException(
          Text.format("%s by rank %d: this checkpoint is closed", operation, armci.rank()));
    }
  }

  /**
   * Frees the memory. Collective over the members that are left; waits for none. After a failure
   * that ends the epoch, copies the saves to the {@link PartnerCopies} before; without one, frees
   * what they hold.
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      open.remove(this);
      if (copies != null) {
        copies.use(false);
      }
      if (copies != null && armci.failure().isPresent()) {
        slots.keepIn(copies);
      } else if (copies != null && restored) {
        copies.retain(0);
      }
    } finally {
      if (!armci.isClosed()) {
        group.freeLater(slots.memory());
      }
    }
  }
}
