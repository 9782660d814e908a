package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;

/**
 * Writes one rank's saves into its own slots and into the copies at its partner, only what differs
 * from the save before last, which the slot holds.
 *
 * <p><b>Order.</b> A header says that a slot holds no save before any of its bytes change, at the
 * partner by a fence, and names the save only when all its bytes are there. At the partner the new
 * header is a signal behind the puts of the bytes: a rank that sees the header sees the bytes.
 */
final class PartnerSave {
  private final Armci armci;
  private final PartnerSlots slots;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final int me;
  private final Handle sent;

  /** For each slot, whether its bytes are also those of the copy, or are on their way there. */
  private final boolean[] copied = {true, true};

  private long sentBytes;

  PartnerSave(Armci armci, PartnerSlots slots) {
    this.armci = armci;
    this.slots = slots;
    this.memory = slots.memory();
    this.own = memory.local();
    this.me = slots.me();
    this.sent = armci.newHandle();
  }

  /** Waits until the bytes of the last save may change in this rank's slot. */
  void await() {
    sent.await();
  }

  /** Writes a save, whose parts lie one after the other, over the one before last. */
  void write(int slot, long header, MemorySegment[] parts) {
    PartnerLayout layout = slots.layout();
    long here = layout.own(me, slot);
    long there = layout.copy(me, slot);
    int partner = layout.partner(me);
    armci.putLong(memory, armci.rank(), here, 0);
    if (partner != me) {
      armci.putLong(memory, slots.rank(partner), there, 0);
      armci.fence(slots.rank(partner));
    }
    boolean all = !copied[slot];
    copied[slot] = false; // an exception leaves it so: the copy may lack what this slot then has
    long begin = PartnerLayout.HEADER_BYTES;
    for (MemorySegment part : parts) {
      copy(part, here + begin, there + begin, all);
      begin += part.byteSize();
    }
    armci.putLong(memory, armci.rank(), here, header);
    if (partner != me) {
      armci.signal(memory, slots.rank(partner), there, header);
    }
    copied[slot] = true;
  }

  private void copy(MemorySegment part, long here, long there, boolean all) {
    int partner = slots.layout().partner(me);
    ChangedBlocks changed =
        new ChangedBlocks(
            part,
            own.asSlice(here, part.byteSize()),
            (start, sizeBytes) -> {
              if (partner != me) {
                int target = slots.rank(partner);
                armci.nbPut(own, here + start, memory, target, there + start, sizeBytes, sent);
                sentBytes += sizeBytes;
              }
            });
    changed.copy(all);
  }

  /** Returns how many bytes of saves have been sent to the partner. */
  long sentBytes() {
    return sentBytes;
  }
}
