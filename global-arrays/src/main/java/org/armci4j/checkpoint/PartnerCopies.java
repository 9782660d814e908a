package org.armci4j.checkpoint;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.armci4j.error.ArmciException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds one process's copies of a {@link PartnerCheckpoint} from one epoch of a job to the next, in
 * native memory of the process. All global memory ends with the runtime; when it closes after a
 * failure, the checkpoint copies saves to here: this rank's own, and those of the members whose
 * partner it is, on one host the rank before. The checkpoint that is opened next with the same
 * object brings them back.
 *
 * <p>Make one object for each checkpoint, before the first {@link org.armci4j.Armci#open} of the
 * process. It takes memory only from a failure to the second save after it. One thread at a time
 * uses it.
 */
public final class PartnerCopies implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartnerCopies.class);
  private static final VarHandle HEADER = ValueLayout.JAVA_LONG.varHandle();

  private final Map<SaveKey, Copy> copies = new HashMap<>();
  private boolean inUse;
  private boolean closed;

  /** Names the bytes of a member in a save, by the header of its slot. */
  private record SaveKey(int member, long header) {}

  /** The bytes of one of so many members in a save, and the arena that frees them. */
  private record Copy(Arena arena, int members, MemorySegment bytes) {}

  /** Tells other members of a copy. */
  record Held(int members, int member, long header, long sizeBytes) {}

  /** Makes an object that holds nothing. */
  public PartnerCopies() {}

  /** Throws if a checkpoint cannot use this object. */
  void requireFree() {
    if (closed) {
      throw new ArmciException("PartnerCheckpoint.open: the PartnerCopies are closed");
    }
    if (inUse) {
      throw new ArmciException(
          "PartnerCheckpoint.open: the PartnerCopies serve another checkpoint, which is open");
    }
  }

  /** Notes whether an open checkpoint uses this object. */
  void use(boolean byCheckpoint) {
    inUse = byCheckpoint;
  }

  /**
   * Copies a save, unless it is here already.
   *
   * @param members how many the group has
   * @param member whose bytes they are
   * @param slot header and bytes, which the member may be overwriting
   */
  void keep(int members, int member, MemorySegment slot) {
    long header = (long) HEADER.getAcquire(slot, 0L);
    SaveKey key = new SaveKey(member, header);
    if (header == 0 || closed || copies.containsKey(key)) {
      return;
    }
    Arena arena = Arena.ofShared(); // another thread may close this object
    MemorySegment bytes = copy(header, slot, arena);
    if (bytes == null) {
      arena.close();
    } else {
      copies.put(key, new Copy(arena, members, bytes));
    }
  }

  /** Returns a copy of the bytes; null if they are changing, or there is no memory. */
  private static MemorySegment copy(long header, MemorySegment slot, Arena arena) {
    long sizeBytes = slot.byteSize() - PartnerLayout.HEADER_BYTES;
    try {
      MemorySegment bytes = arena.allocate(sizeBytes, Long.BYTES);
      MemorySegment.copy(slot, PartnerLayout.HEADER_BYTES, bytes, 0, sizeBytes);
      // A member that still runs changes the header before the bytes. So the same header after the
      // copy tells that no byte of it is newer; the fence keeps the loads of the bytes before.
      VarHandle.acquireFence();
      return (long) HEADER.getAcquire(slot, 0L) == header ? bytes : null;
    } catch (OutOfMemoryError full) {
      // As if this rank had failed too; its partner may have the bytes.
      LOG.warn("a partner's copy of {} bytes is lost: {}", sizeBytes, full.getMessage());
      return null;
    }
  }

  /** Returns which copies are here. */
  List<Held> held() {
    List<Held> held = new ArrayList<>();
    copies.forEach(
        (key, copy) ->
            held.add(new Held(copy.members, key.member, key.header, copy.bytes.byteSize())));
    return held;
  }

  /** Returns a member's bytes of a save; null if they are not here. */
  MemorySegment bytes(int member, long header) {
    Copy copy = copies.get(new SaveKey(member, header));
    return copy == null ? null : copy.bytes;
  }

  /** Frees all copies of other saves; of all saves for the header 0. */
  void retain(long header) {
    free(key -> key.header != header);
  }

  /** Frees all copies of newer saves; of all saves for the header 0. */
  void freeNewer(long header) {
    free(key -> key.header > header);
  }

  private void free(Predicate<SaveKey> which) {
    copies.entrySet().removeIf(entry -> which.test(entry.getKey()) && freed(entry.getValue()));
  }

  private static boolean freed(Copy copy) {
    copy.arena.close();
    return true;
  }

  /** Frees all copies. */
  @Override
  public void close() {
    closed = true;
    retain(0);
  }
}
