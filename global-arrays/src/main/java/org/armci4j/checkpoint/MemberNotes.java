package org.armci4j.checkpoint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.LongBlock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Tells all members how many bytes each keeps, whether it comes with copies, and which of them it
 * holds from the epoch before. All members have the same notes, so all draw the same conclusions.
 *
 * @param sizesBytes how many bytes each member keeps
 * @param withCopies number of members that come with copies, be it with none yet
 * @param held the copies that each member holds
 */
record MemberNotes(long[] sizesBytes, int withCopies, List<List<PartnerCopies.Held>> held) {
  private static final int WORDS_OF_MEMBER = 2;
  private static final int WORDS_OF_COPY = 4;

  /**
   * Exchanges the notes. Collective over the group.
   *
   * @param sizeBytes how many bytes this rank keeps
   * @param copies those of this rank; null for none
   */
  static MemberNotes exchange(Armci armci, Group group, long sizeBytes, PartnerCopies copies) {
    List<PartnerCopies.Held> mine = copies == null ? List.of() : copies.held();
    long[] words = encode(sizeBytes, copies != null, mine);
    GlobalMemory memory = group.allocate(() -> blockBytes(words, copies));
    try {
      memory.longs(armci.rank()).put(0, words, 0, words.length);
      group.barrier();
      long[] sizes = new long[group.size()];
      int withCopies = 0;
      List<List<PartnerCopies.Held>> held = new ArrayList<>();
      for (int member = 0; member < sizes.length; member++) {
        LongBlock block = memory.longs(group.worldRank(member));
        long[] told = new long[(int) block.length()];
        block.get(0, told, 0, told.length);
        sizes[member] = told[0];
        withCopies += (int) told[1];
        held.add(decode(told));
      }
      return new MemberNotes(sizes, withCopies, held);
    } finally {
      group.freeLater(memory);
    }
  }

  private static long blockBytes(long[] words, PartnerCopies copies) {
    if (words[0] < 0) {
      throw new ArmciException(
          Text.format("PartnerCheckpoint.open: a rank cannot keep %d bytes", words[0]));
    }
    if (copies != null) {
      copies.requireFree();
    }
    return (long) words.length * Long.BYTES;
  }

  private static long[] encode(long sizeBytes, boolean withCopies, List<PartnerCopies.Held> held) {
    long[] words = new long[WORDS_OF_MEMBER + WORDS_OF_COPY * held.size()];
    words[0] = sizeBytes;
    words[1] = withCopies ? 1 : 0;
    int word = WORDS_OF_MEMBER;
    for (PartnerCopies.Held copy : held) {
      words[word++] = copy.members();
      words[word++] = copy.member();
      words[word++] = copy.header();
      words[word++] = copy.sizeBytes();
    }
    return words;
  }

  private static List<PartnerCopies.Held> decode(long[] words) {
    List<PartnerCopies.Held> held = new ArrayList<>();
    for (int word = WORDS_OF_MEMBER; word < words.length; word += WORDS_OF_COPY) {
      held.add(
          new PartnerCopies.Held(
              (int) words[word], (int) words[word + 1], words[word + 2], words[word + 3]));
    }
    return held;
  }

  /**
   * Returns who holds what: for each save, from the newest to the oldest and by its header, the
   * first member that holds the bytes of each member; −1 where none does.
   */
  NavigableMap<Long, int[]> holders() {
    NavigableMap<Long, int[]> holders = new TreeMap<>(Comparator.reverseOrder());
    for (int holder = members() - 1; holder >= 0; holder--) {
      for (PartnerCopies.Held copy : held.get(holder)) {
        holders.computeIfAbsent(copy.header(), _ -> none())[copy.member()] = holder;
      }
    }
    return holders;
  }

  private int[] none() {
    int[] none = new int[members()];
    Arrays.fill(none, -1);
    return none;
  }

  private int members() {
    return sizesBytes.length;
  }

  /**
   * Throws if some members come without copies, or copies are those of another group, or have other
   * sizes.
   */
  void requireFitting() {
    if (withCopies != 0 && withCopies != members()) {
      throw new ArmciException(
          Text.format(
              "PartnerCheckpoint.open: %d of %d members come with PartnerCopies; all or none must",
              withCopies, members()));
    }
    for (PartnerCopies.Held copy : held.stream().flatMap(List::stream).toList()) {
      if (copy.members() != members()) {
        throw new ArmciException(
            Text.format(
                "PartnerCheckpoint.open: the copies are those of %d members, and the group has %d",
                copy.members(), members()));
      }
      if (copy.sizeBytes() != sizesBytes[copy.member()]) {
        throw new ArmciException(
            Text.format(
                "PartnerCheckpoint.open: member %d keeps %d bytes, and its copy has %d",
                copy.member(), sizesBytes[copy.member()], copy.sizeBytes()));
      }
    }
  }
}
