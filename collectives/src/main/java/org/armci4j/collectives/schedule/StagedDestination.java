package org.armci4j.collectives.schedule;

import java.lang.foreign.MemorySegment;
import org.armci4j.collectives.Elements;
import org.armci4j.collectives.schedule.Bindings.Binding;
import org.armci4j.kernel.Copies;

/**
 * Staging memory that peers reach instead of a destination that no network reaches, such as a Java
 * array. It is as long as the destination, so peers write as they write to native memory: the same
 * messages, and no acknowledgements. This rank copies each part to the destination when it has
 * arrived, while the next part travels.
 *
 * <p>The destination is always complete. The staging memory holds only parts that have arrived, and
 * parts that peers read.
 */
final class StagedDestination {
  private final StagingMemory memory;

  /** Longest destination without staging: the rings carry it in one piece. */
  private final long unstagedBytes;

  private final Binding room = new Binding();
  private Elements destination = Elements.none();

  /** The latest parts that arrived one behind the other, and are unchanged in the destination. */
  private long freshBegin;

  private long freshEnd;

  StagedDestination(StagingMemory memory, long unstagedBytes) {
    this.memory = memory;
    this.unstagedBytes = unstagedBytes;
  }

  /**
   * Stands for a destination until {@link #end} or {@link #lose}.
   *
   * @return memory of at least its length; null where there is none, or it is too short to matter
   */
  MemorySegment begin(Elements elements) {
    boolean isLong = elements.sizeBytes() > unstagedBytes;
    MemorySegment taken = isLong ? memory.take(elements.sizeBytes()) : null;
    if (taken != null) {
      room.become(taken, 0);
      destination = elements;
      freshBegin = 0;
      freshEnd = 0;
    }
    return taken;
  }

  /** Returns whether it stands for a destination. */
  boolean isUsed() {
    return room.segment() != null;
  }

  /** Copies a part of the destination for peers that read it. */
  void show(long offset, long sizeBytes) {
    Copies.copy(
        destination.segment(), destination.offset() + offset, room.segment(), offset, sizeBytes);
  }

  /** Copies a part to the destination that a peer has written. */
  void arrive(long offset, long sizeBytes) {
    Copies.copy(
        room.segment(), offset, destination.segment(), destination.offset() + offset, sizeBytes);
    freshBegin = offset == freshEnd ? freshBegin : offset;
    freshEnd = offset + sizeBytes;
  }

  /** Notes that a part of the destination changes. */
  void change(long offset, long sizeBytes) {
    if (offset < freshEnd && freshBegin < offset + sizeBytes) {
      freshBegin = freshEnd;
    }
  }

  /** Returns whether a part is here as it is in the destination: it is sent without a copy. */
  boolean holds(long offset, long sizeBytes) {
    return freshBegin <= offset && offset + sizeBytes <= freshEnd;
  }

  /** Returns where {@link #holds held} parts are. */
  Binding room() {
    return room;
  }

  /** Ends: no peer reaches the memory any more. */
  void end() {
    if (isUsed()) {
      memory.give(room.segment());
      forget();
    }
  }

  /**
   * Ends after a failure. Peers may still write to the memory, so no other call gets it. Its loan
   * keeps it until the runtime ends.
   */
  void lose() {
    forget();
  }

  private void forget() {
    room.become(null, 0);
    destination = Elements.none();
    freshBegin = 0;
    freshEnd = 0;
  }
}
