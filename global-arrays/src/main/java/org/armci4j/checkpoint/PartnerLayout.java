package org.armci4j.checkpoint;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Where the copies of a {@link PartnerCheckpoint} are. Each member's block has two slots of its own
 * bytes, and behind them two for each member whose partner it is. A slot is a header and the bytes.
 * Members are numbered as in the group.
 */
final class PartnerLayout {
  /** Bytes of a header: one word, and the rest of its cache line. */
  static final long HEADER_BYTES = 64;

  /** Slots for each member. */
  static final int SLOTS = 2;

  private final long[] sizesBytes;
  private final int[] partners;

  /** First byte of each member's copies in its partner's block. */
  private final long[] copies;

  /** Size of each member's block. */
  private final long[] blocksBytes;

  /**
   * Places the slots.
   *
   * @param sizesBytes how many bytes each member keeps
   * @param partners the member that has the copy of each; the member itself for none
   */
  PartnerLayout(long[] sizesBytes, int[] partners) {
    this.sizesBytes = sizesBytes;
    this.partners = partners;
    this.copies = new long[partners.length];
    this.blocksBytes = new long[partners.length];
    for (int member = 0; member < partners.length; member++) {
      blocksBytes[member] = SLOTS * slotBytes(member);
    }
    for (int member = 0; member < partners.length; member++) {
      if (partners[member] != member) {
        copies[member] = blocksBytes[partners[member]];
        blocksBytes[partners[member]] += SLOTS * slotBytes(member);
      }
    }
  }

  /**
   * Returns a partner for each member: on the next host the member with the same number there, as
   * far as it has so many; on one host the next member.
   *
   * @param hosts the host of each member
   */
  static int[] partners(int[] hosts) {
    int[] distinct = Arrays.stream(hosts).distinct().toArray();
    int[] partners = new int[hosts.length];
    for (int member = 0; member < hosts.length; member++) {
      int host = hosts[member];
      int[] here = membersOn(host, hosts);
      int[] there = membersOn(distinct[(indexOf(distinct, host) + 1) % distinct.length], hosts);
      int place = indexOf(here, member) + (distinct.length == 1 ? 1 : 0);
      partners[member] = there[place % there.length];
    }
    return partners;
  }

  private static int[] membersOn(int host, int[] hosts) {
    return IntStream.range(0, hosts.length).filter(member -> hosts[member] == host).toArray();
  }

  private static int indexOf(int[] all, int wanted) {
    int index = 0;
    while (all[index] != wanted) {
      index++;
    }
    return index;
  }

  /** Returns the header of a slot with the bytes of a step; 0 stands for none. */
  static long header(long step) {
    return step + 1;
  }

  /** Returns the step that a header names. */
  static long step(long header) {
    return header - 1;
  }

  int members() {
    return partners.length;
  }

  /** Throws if a member keeps another number of bytes, or there is no such member. */
  void requireSize(String operation, int rank, int member, long sizeBytes) {
    requireMember(operation, rank, member);
    if (sizeBytes != sizesBytes[member]) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: member %d keeps %d bytes, not %d",
              operation, rank, member, sizesBytes[member], sizeBytes));
    }
  }

  /** Throws if there is no such member. */
  void requireMember(String operation, int rank, int member) {
    if (member < 0 || member >= members()) {
      throw new ArmciException(
          Text.format(
              "%s by rank %d: there is no member %d, members are 0 to %d",
              operation, rank, member, members() - 1));
    }
  }

  long sizeBytes(int member) {
    return sizesBytes[member];
  }

  long blockBytes(int member) {
    return blocksBytes[member];
  }

  /** Returns the member that has the copy of {@code member}: itself in a group of one. */
  int partner(int member) {
    return partners[member];
  }

  /** Returns where a member's own slot begins in its block. */
  long own(int member, int slot) {
    return slot * slotBytes(member);
  }

  /** Returns where the copy of a member's slot begins in its partner's block. */
  long copy(int member, int slot) {
    return copies[member] + slot * slotBytes(member);
  }

  private long slotBytes(int member) {
    return HEADER_BYTES + (sizesBytes[member] + HEADER_BYTES - 1) / HEADER_BYTES * HEADER_BYTES;
  }
}
