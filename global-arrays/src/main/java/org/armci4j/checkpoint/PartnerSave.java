package org.armci4j.checkpoint;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;

/**
 * Writes one rank's saves into its own slots and, where these are not the copies, into the copies
 * at its partner: only what differs from the save before last, which the slot holds. Where the own
 * slots are the copies, it writes all bytes: to compare them would cost as much as to write them.
 *
 * <p><b>Order.</b> A header says that a slot holds no save before any of its bytes change, by a
 * fence, and names the save only when all its bytes are there. At the partner the new header is a
 * signal behind the puts of the bytes: a rank that sees the header sees the bytes. It goes with the
 * last piece of them, as over a network one message takes less time than two.
 */
final class PartnerSave {
  private final Armci armci;
  private final PartnerSlots slots;
  private final GlobalMemory memory;
  private final MemorySegment own;
  private final int me;

  /** The member that has the copies: this rank if its own slots are the copies. */
  private final int holder;

  private final Handle sent;

  /** For each slot, whether its bytes are also those of the copy, or are on their way there. */
  private final boolean[] copied = {true, true};

  private long sentBytes;

  /** First byte, in the own block, of the piece that has been copied and not been sent. */
  private long heldHere;

  /** First byte of its place in the partner's block. */
  private long heldThere;

  /** Its size; 0 if there is none. */
  private long heldBytes;

  PartnerSave(Armci armci, PartnerSlots slots) {
    this.armci = armci;
    this.slots = slots;
    this.memory = slots.memory();
    this.own = memory.local();
    this.me = slots.me();
    this.holder = slots.layout().holder(me);
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
    armci.putLong(memory, armci.rank(), here, 0);
    if (holder != me) {
      armci.putLong(memory, slots.rank(holder), there, 0);
    }
    armci.fence(slots.rank(holder)); // stores past the caches would overtake the header
    boolean all = !copied[slot];
    copied[slot] = false; // an exception leaves it so: the copy may lack what this slot then has
    heldBytes = 0; // an exception may have left one
    long begin = PartnerLayout.HEADER_BYTES;
    for (MemorySegment part : parts) {
      if (holder == me) {
        armci.put(part, memory, armci.rank(), here + begin);
      } else {
        copy(part, here + begin, there + begin, all);
      }
      begin += part.byteSize();
    }
    armci.putLong(memory, armci.rank(), here, header);
    if (holder != me) {
      sendLast(there, header);
    }
    copied[slot] = true;
  }

  /** Copies what has changed to the own slot, and sends all of it but the last piece. */
  private void copy(MemorySegment part, long here, long there, boolean all) {
    MemorySegment old = own.asSlice(here, part.byteSize());
    ChangedBlocks blocks =
        new ChangedBlocks(
            part,
            old,
            (start, sizeBytes) -> {
              sendHeld(); // travels while this one is copied
              MemorySegment.copy(part, start, old, start, sizeBytes);
              heldHere = here + start;
              heldThere = there + start;
              heldBytes = sizeBytes;
            });
    blocks.find(all);
  }

  private void sendHeld() {
    if (heldBytes > 0) {
      armci.nbPut(own, heldHere, memory, slots.rank(holder), heldThere, heldBytes, sent);
      sentBytes += heldBytes;
      heldBytes = 0;
    }
  }

  /** Sends the last piece, if anything has changed, and the header. */
  private void sendLast(long headerThere, long header) {
    int target = slots.rank(holder);
    if (heldBytes == 0) {
      armci.signal(memory, target, headerThere, header);
      return;
    }
    armci.nbPutSignal(
        own, heldHere, memory, target, heldThere, heldBytes, memory, headerThere, header, sent);
    sentBytes += heldBytes;
    heldBytes = 0;
  }

  /** Returns how many bytes of saves have been sent to the partner. */
  long sentBytes() {
    return sentBytes;
  }
}
