package org.armci4j.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.LongBlock;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;

/**
 * Tells all members how many bytes each keeps, and which copies each holds from the epoch before.
 * All members have the same notes, so all draw the same conclusions.
 *
 * @param sizesBytes how many bytes each member keeps
 * @param held the copies that each member holds
 */
record MemberNotes(long[] sizesBytes, List<List<PartnerCopies.Held>> held) {
  private static final int WORDS_OF_COPY = 4;

  /**
   * Exchanges the notes. Collective over the group.
   *
   * @param sizeBytes how many bytes this rank keeps
   * @param copies those of this rank; null for none
   */
  static MemberNotes exchange(Armci armci, Group group, long sizeBytes, PartnerCopies copies) {
    List<PartnerCopies.Held> mine = copies == null ? List.of() : copies.held();
    long[] words = encode(sizeBytes, mine);
    GlobalMemory memory = group.allocate(() -> blockBytes(words, copies));
    try {
      memory.longs(armci.rank()).put(0, words, 0, words.length);
      group.barrier();
      long[] sizes = new long[group.size()];
      List<List<PartnerCopies.Held>> held = new ArrayList<>();
      for (int member = 0; member < sizes.length; member++) {
        LongBlock block = memory.longs(group.worldRank(member));
        long[] told = new long[(int) block.length()];
        block.get(0, told, 0, told.length);
        sizes[member] = told[0];
        held.add(decode(told));
      }
      return new MemberNotes(sizes, held);
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

  private static long[] encode(long sizeBytes, List<PartnerCopies.Held> held) {
    long[] words = new long[1 + WORDS_OF_COPY * held.size()];
    words[0] = sizeBytes;
    int word = 1;
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
    for (int word = 1; word < words.length; word += WORDS_OF_COPY) {
      held.add(
          new PartnerCopies.Held(
              (int) words[word], (int) words[word + 1], words[word + 2], words[word + 3]));
    }
    return held;
  }

  private int members() {
    return sizesBytes.length;
  }

  /** Returns the header of the newest save of which some member holds some bytes; 0 for none. */
  long newest() {
    return held.stream()
        .flatMap(List::stream)
        .mapToLong(PartnerCopies.Held::header)
        .max()
        .orElse(0);
  }

  /**
   * Returns the header of the newest save of which the bytes of all members are held; 0 for none.
   */
  long newestWhole() {
    return held.stream()
        .flatMap(List::stream)
        .mapToLong(PartnerCopies.Held::header)
        .filter(header -> missing(header).isEmpty())
        .max()
        .orElse(0);
  }

  /** Returns the members whose bytes of a save no member holds. */
  List<Integer> missing(long header) {
    return IntStream.range(0, members())
        .filter(member -> holder(member, header) < 0)
        .boxed()
        .toList();
  }

  /** Returns the first member that holds a member's bytes of a save; −1 if none does. */
  int holder(int member, long header) {
    return IntStream.range(0, members())
        .filter(
            one ->
                held.get(one).stream()
                    .anyMatch(copy -> copy.member() == member && copy.header() == header))
        .findFirst()
        .orElse(-1);
  }

  /** Throws if copies are those of another group, or the bytes of a save have other sizes. */
  void requireFitting(long header) {
    for (PartnerCopies.Held copy : held.stream().flatMap(List::stream).toList()) {
      if (copy.members() != members()) {
        throw new ArmciException(
            Text.format(
                "PartnerCheckpoint.open: the copies are those of %d members, and the group has %d",
                copy.members(), members()));
      }
      if (copy.header() == header && copy.sizeBytes() != sizesBytes[copy.member()]) {
        throw new ArmciException(
            Text.format(
                "PartnerCheckpoint.open: member %d keeps %d bytes, and its copy has %d",
                copy.member(), sizesBytes[copy.member()], copy.sizeBytes()));
      }
    }
  }
}
