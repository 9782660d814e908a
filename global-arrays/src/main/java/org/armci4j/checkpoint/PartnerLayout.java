package org.armci4j.checkpoint;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the copies of a {@link PartnerCheckpoint} are. Each member's block has two slots of its own
 * bytes, and behind them two for each member whose partner it is. A slot is a header and the bytes.
 * Members are numbered as in the group.
 */
final class PartnerLayout {
  /** Bytes of a header: one word, and the rest of its cache line. */
  static final long HEADER_BYTES = 64;

  private static final int SLOTS = 2;

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

  int members() {
    return partners.length;
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
