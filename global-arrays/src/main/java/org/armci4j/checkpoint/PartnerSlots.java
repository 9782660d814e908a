package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.error.RankFailedException;

/**
 * Global memory with the slots of all members: their headers, and where the bytes of a save are.
 *
 * <p>Where all members share memory, this rank reads all slots through views that it takes at the
 * start. The runtime refuses operations on a failed member's block, but a view of it stays mapped.
 */
final class PartnerSlots {
  /** Place of a member's vote behind the header of its first slot. */
  private static final long VOTE = Long.BYTES;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

  private final Armci armci;
  private final PartnerLayout layout;
  private final int[] ranks;
  private final int me;
  private final GlobalMemory memory;

  /** The block of each member; null unless all members share memory. */
  private final MemorySegment[] views;

  /** Where the bytes of a member are: in whose block, and from which byte on. */
  private record SlotPlace(int holder, long offset) {}

  /** Allocates the memory. Collective over the group. */
  PartnerSlots(Armci armci, Group group, PartnerLayout layout) {
    this.armci = armci;
    this.layout = layout;
    this.ranks = group.ranks();
    this.me = group.rank();
    this.memory = group.allocate(layout.blockBytes(me));
    try {
      this.views =
          layout.isShared()
              ? Arrays.stream(ranks).mapToObj(memory::view).toArray(MemorySegment[]::new)
              : null;
    } catch (RankFailedException failed) {
      group.freeLater(memory);
      throw failed;
    }
  }

  PartnerLayout layout() {
    return layout;
  }

  GlobalMemory memory() {
    return memory;
  }

  /** Returns this rank's number in the group. */
  int me() {
    return me;
  }

  /** Returns a member's rank in the job. */
  int rank(int member) {
    return ranks[member];
  }

  /**
   * Returns the header of the newest save of which the bytes of all members are in reach: in shared
   * memory, or at ranks of {@code left}; 0 for none.
   */
  long newest(Group left) {
    long newest = 0;
    for (int slot = 0; slot < PartnerLayout.SLOTS; slot++) {
      for (boolean copy : new boolean[] {false, true}) {
        // A save that all have is one that the first member has, here or at its partner.
        long found = header(left, 0, slot, copy);
        if (found > newest && isWhole(left, found)) {
          newest = found;
        }
      }
    }
    return newest;
  }

  /**
   * Tells the others which save this rank has found. The vote lies behind the header of its first
   * slot, in the same cache line.
   */
  void vote(long header) {
    armci.putLong(memory, ranks[me], layout.own(me, 0) + VOTE, header);
  }

  /**
   * Returns the oldest save that members of {@code left} have found, which all of them have. They
   * differ where a put of a failed rank arrives as they look.
   */
  long oldestVote(Group left) {
    long oldest = Long.MAX_VALUE;
    for (int member = 0; member < layout.members(); member++) {
      if (left.groupRank(ranks[member]) >= 0) {
        long vote = armci.getLong(memory, ranks[member], layout.own(member, 0) + VOTE);
        oldest = Math.min(oldest, vote);
      }
    }
    return oldest;
  }

  private boolean isWhole(Group left, long header) {
    for (int member = 0; member < layout.members(); member++) {
      if (find(left, header, member) == null) {
        return false;
      }
    }
    return true;
  }

  /** Reads a member's bytes of a save; returns whether they are in reach of {@code left}. */
  boolean read(Group left, long header, int member, MemorySegment... destinations) {
    SlotPlace found = find(left, header, member);
    if (found == null) {
      return false;
    }
    long first = found.offset() + PartnerLayout.HEADER_BYTES;
    for (MemorySegment destination : destinations) {
      get(found.holder(), first, destination);
      first += destination.byteSize();
    }
    return true;
  }

  private SlotPlace find(Group left, long header, int member) {
    for (int slot = 0; slot < PartnerLayout.SLOTS; slot++) {
      if (header(left, member, slot, false) == header) {
        return new SlotPlace(member, layout.own(member, slot));
      }
      if (header(left, member, slot, true) == header) {
        return new SlotPlace(layout.holder(member), layout.copy(member, slot));
      }
    }
    return null;
  }

  /**
   * Returns the header of a member's slot, or of the copy; 0 if there is no copy, or the rank that
   * has it is out of reach.
   */
  private long header(Group left, int member, int slot, boolean copy) {
    int holder = copy ? layout.holder(member) : member;
    long offset = copy ? layout.copy(member, slot) : layout.own(member, slot);
    if (copy && holder == member) {
      return 0;
    }
    if (views != null) {
      return (long) WORD.getAcquire(views[holder], offset);
    }
    return left.groupRank(ranks[holder]) < 0 ? 0 : armci.getLong(memory, ranks[holder], offset);
  }

  private void get(int holder, long offset, MemorySegment destination) {
    long sizeBytes = destination.byteSize();
    if (views == null) {
      armci.get(memory, ranks[holder], offset, destination, 0, sizeBytes);
    } else {
      MemorySegment.copy(views[holder], offset, destination, 0, sizeBytes);
    }
  }

  /** Writes a member's bytes into its own slot and into the copy, if there is one. */
  void put(int slot, long header, int member, MemorySegment bytes) {
    put(ranks[member], layout.own(member, slot), header, bytes);
    int holder = layout.holder(member);
    if (holder != member) {
      put(ranks[holder], layout.copy(member, slot), header, bytes);
    }
  }

  private void put(int rank, long offset, long header, MemorySegment bytes) {
    armci.putSignal(bytes, memory, rank, offset + PartnerLayout.HEADER_BYTES, offset, header);
  }

  /** Copies the saves of this rank, and of the members whose partner it is, out of the slots. */
  void keepIn(PartnerCopies copies) {
    for (int member = 0; member < layout.members(); member++) {
      for (int slot = 0; slot < PartnerLayout.SLOTS; slot++) {
        if (member == me || layout.partner(member) == me) {
          copies.keep(layout.members(), member, slot(member, slot));
        }
      }
    }
  }

  /** Returns a slot of this rank, or of a member whose partner it is. */
  private MemorySegment slot(int member, int slot) {
    boolean own = member == me || layout.holder(member) == member;
    MemorySegment block = views == null ? memory.local() : views[member];
    long offset = own ? layout.own(member, slot) : layout.copy(member, slot);
    return block.asSlice(offset, PartnerLayout.HEADER_BYTES + layout.sizeBytes(member));
  }
}
