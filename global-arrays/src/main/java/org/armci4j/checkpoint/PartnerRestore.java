package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
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
   * Puts the bytes that this rank is the first to hold. The members need a barrier afterwards.
   *
   * @param copies those of this rank; keeps only those of the save
   * @return the header of the save, the same on all members; 0 if there is none
   */
  static long restore(PartnerSlots slots, MemberNotes notes, PartnerCopies copies) {
    long header = notes.newestWhole();
    notes.requireFitting(header);
    if (header == 0 && notes.newest() > 0 && slots.me() == 0) {
      LOG.warn(
          "no save is whole: a rank and its partner have failed, and no rank has the bytes of"
              + " members {} of step {}",
          notes.missing(notes.newest()),
          PartnerLayout.step(notes.newest()));
    }
    // A save that is not whole never becomes so, and its step may be saved anew with other bytes.
    copies.retain(header);
    for (int member = 0; header > 0 && member < slots.layout().members(); member++) {
      if (notes.holder(member, header) == slots.me()) {
        MemorySegment bytes = copies.bytes(member, header);
        slots.put(0, header, member, bytes);
      }
    }
    return header;
  }
}
