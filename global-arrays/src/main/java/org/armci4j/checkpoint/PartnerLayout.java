package org.armci4j.checkpoint;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.HostDomains;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Where the copies of a {@link PartnerCheckpoint} are. Each member's block has two slots of its own
 * bytes, and behind them two for each member whose copies it holds. A slot is a header and the
 * bytes. Members are numbered as in the group.
 *
 * <p>Where all members share memory, a member's own slots are its copies: memory stays mapped in
 * the other members when the process that made it has ended.
 */
final class PartnerLayout {
  /** Bytes of a header: one word, and the rest of its cache line. */
  static final long HEADER_BYTES = 64;

  /** Slots for each member. */
  static final int SLOTS = 2;

  private final long[] sizesBytes;
  private final int[] partners;
  private final boolean shared;

  /** First byte of each member's copies in the block of their holder. */
  private final long[] copies;

  /** Size of each member's block. */
  private final long[] blocksBytes;

  /**
   * Places the slots.
   *
   * @param sizesBytes how many bytes each member keeps
   * @param partners the partner of each member; the member itself in a group of one
   * @param shared whether all members share memory
   */
  PartnerLayout(long[] sizesBytes, int[] partners, boolean shared) {
    this.sizesBytes = sizesBytes;
    this.partners = partners;
    this.shared = shared;
    this.copies = new long[partners.length];
    this.blocksBytes = new long[partners.length];
    for (int member = 0; member < partners.length; member++) {
      blocksBytes[member] = SLOTS * slotBytes(member);
    }
    for (int member = 0; member < partners.length; member++) {
      int holder = holder(member);
      if (holder != member) {
        copies[member] = blocksBytes[holder];
        blocksBytes[holder] += SLOTS * slotBytes(member);
      }
    }
  }

  /**
   * Places the slots of a group's members.
   *
   * @param sizesBytes how many bytes each member keeps
   */
  static PartnerLayout of(Armci armci, Group group, long[] sizesBytes) {
    HostDomains domains = armci.domains();
    int[] hosts = Arrays.stream(group.ranks()).map(domains::domain).toArray();
    boolean oneHost = Arrays.stream(hosts).distinct().count() == 1;
    return new PartnerLayout(sizesBytes, partners(hosts), oneHost && domains.sharesMemory());
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

  /** Returns whether all members share memory. */
  boolean isShared() {
    return shared;
  }

  /**
   * Returns the member that brings the saves of {@code member} into the next epoch if that member
   * fails; the member itself in a group of one.
   */
  int partner(int member) {
    return partners[member];
  }

  /**
   * Returns the member whose block has the copy of {@code member}: the partner, or the member
   * itself if its own slots are the copy.
   */
  int holder(int member) {
    return shared ? member : partners[member];
  }

  /** Returns where a member's own slot begins in its block. */
  long own(int member, int slot) {
    return slot * slotBytes(member);
  }

  /** Returns where the copy of a member's slot begins in its holder's block. */
  long copy(int member, int slot) {
    return copies[member] + slot * slotBytes(member);
  }

  private long slotBytes(int member) {
    return HEADER_BYTES + (sizesBytes[member] + HEADER_BYTES - 1) / HEADER_BYTES * HEADER_BYTES;
  }
}
