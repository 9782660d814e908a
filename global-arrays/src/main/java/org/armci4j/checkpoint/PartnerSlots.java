package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;

/**
 * Global memory with the slots of all members: their headers, and where the bytes of a save are.
 */
final class PartnerSlots {
  /** Place of a member's vote behind the header of its first slot. */
  private static final long VOTE = Long.BYTES;

  private final Armci armci;
  private final PartnerLayout layout;
  private final int[] ranks;
  private final int me;
  private final GlobalMemory memory;

  /** Where the bytes of a member are: at which rank, and from which byte on. */
  private record SlotPlace(int rank, long offset) {}

  /** Allocates the memory. Collective over the group. */
  PartnerSlots(Armci armci, Group group, PartnerLayout layout) {
    this.armci = armci;
    this.layout = layout;
    this.ranks = group.ranks();
    this.me = group.rank();
    this.memory = group.allocate(layout.blockBytes(me));
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
   * Returns the header of the newest save of which the bytes of all members are at ranks of {@code
   * left}; 0 for none.
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

  /** Reads a member's bytes of a save; returns whether they are at a rank of {@code left}. */
  boolean read(Group left, long header, int member, MemorySegment... destinations) {
    SlotPlace found = find(left, header, member);
    if (found == null) {
      return false;
    }
    long first = found.offset() + PartnerLayout.HEADER_BYTES;
    for (MemorySegment destination : destinations) {
      armci.get(memory, found.rank(), first, destination, 0, destination.byteSize());
      first += destination.byteSize();
    }
    return true;
  }

  private SlotPlace find(Group left, long header, int member) {
    for (int slot = 0; slot < PartnerLayout.SLOTS; slot++) {
      if (header(left, member, slot, false) == header) {
        return new SlotPlace(ranks[member], layout.own(member, slot));
      }
      if (header(left, member, slot, true) == header) {
        return new SlotPlace(ranks[layout.partner(member)], layout.copy(member, slot));
      }
    }
    return null;
  }

  /**
   * Returns the header of a member's slot, or of the copy; 0 if the rank that has it is not left.
   */
  private long header(Group left, int member, int slot, boolean copy) {
    int holder = copy ? layout.partner(member) : member;
    if ((copy && holder == member) || left.groupRank(ranks[holder]) < 0) {
      return 0;
    }
    long offset = copy ? layout.copy(member, slot) : layout.own(member, slot);
    return armci.getLong(memory, ranks[holder], offset);
  }

  /** Writes a member's bytes into its own slot and into the copy at its partner. */
  void put(int slot, long header, int member, MemorySegment bytes) {
    put(ranks[member], layout.own(member, slot), header, bytes);
    int partner = layout.partner(member);
    if (partner != member) {
      put(ranks[partner], layout.copy(member, slot), header, bytes);
    }
  }

  private void put(int rank, long offset, long header, MemorySegment bytes) {
    armci.putSignal(bytes, memory, rank, offset + PartnerLayout.HEADER_BYTES, offset, header);
  }

  /** Copies all saves that this rank's block holds, also of other members, out of it. */
  void keepIn(PartnerCopies copies) {
    MemorySegment block = memory.local();
    for (int member = 0; member < layout.members(); member++) {
      for (int slot = 0; slot < PartnerLayout.SLOTS; slot++) {
        if (member == me) {
          copies.keep(layout.members(), member, slice(block, layout.own(member, slot), member));
        } else if (layout.partner(member) == me) {
          copies.keep(layout.members(), member, slice(block, layout.copy(member, slot), member));
        }
      }
    }
  }

  private MemorySegment slice(MemorySegment block, long offset, int member) {
    return block.asSlice(offset, PartnerLayout.HEADER_BYTES + layout.sizeBytes(member));
  }
}
