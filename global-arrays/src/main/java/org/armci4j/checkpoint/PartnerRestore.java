package org.armci4j.checkpoint;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the newest whole save of the epoch before into the slots of a new checkpoint: at each
 * member and at its partner, so that a second failure loses nothing.
 */
final class PartnerRestore {
  private static final Logger LOG = LoggerFactory.getLogger(PartnerRestore.class);

  private PartnerRestore() {}

  /**
   * Puts the bytes that this rank is the first to hold. The members need a barrier afterwards; only
   * behind it may the copies of older saves be freed, as a member may fail before it has put.
   *
   * @param copies those of this rank; those of newer saves are freed
   * @return the header of the save, the same on all members; 0 if there is none
   */
  static long restore(PartnerSlots slots, MemberNotes notes, PartnerCopies copies) {
    NavigableMap<Long, int[]> holders = notes.holders();
    long header = newestWhole(holders);
    if (header == 0 && !holders.isEmpty() && slots.me() == 0) {
      warn(holders);
    }
    // A save that is not whole never becomes so, and its step may be saved anew with other bytes.
    copies.freeNewer(header);
    for (int member = 0; header > 0 && member < slots.layout().members(); member++) {
      if (holders.get(header)[member] == slots.me()) {
        slots.put(0, header, member, copies.bytes(member, header));
      }
    }
    return header;
  }

  private static long newestWhole(NavigableMap<Long, int[]> holders) {
    for (Map.Entry<Long, int[]> save : holders.entrySet()) {
      if (Arrays.stream(save.getValue()).allMatch(holder -> holder >= 0)) {
        return save.getKey();
      }
    }
    return 0;
  }

  /** Names the save that lacks the fewest members, the newest one of several. */
  private static void warn(NavigableMap<Long, int[]> holders) {
    Map.Entry<Long, int[]> nearest =
        holders.entrySet().stream()
            .min(Comparator.comparingInt(save -> missing(save.getValue()).size()))
            .orElseThrow();
    LOG.warn(
        "no save is whole: no rank has the bytes of members {} of step {} (they failed with their"
            + " partners, or closed before the failure)",
        missing(nearest.getValue()),
        PartnerLayout.step(nearest.getKey()));
  }

  private static List<Integer> missing(int[] holders) {
    return IntStream.range(0, holders.length)
        .filter(member -> holders[member] < 0)
        .boxed()
        .toList();
  }
}
