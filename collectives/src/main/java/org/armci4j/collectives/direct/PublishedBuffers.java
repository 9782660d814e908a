package org.armci4j.collectives.direct;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.armci4j.GlobalMemory;
import org.armci4j.Group;
import org.armci4j.collectives.Elements;
import org.armci4j.kernel.Copies;
import org.armci4j.kernel.NativeMemory;
import org.armci4j.kernel.Words;

/**
 * The buffers of one call: each rank of a host publishes where its source and its destination lie,
 * and looks at where everyone's do. So all come to the same conclusion as to how others reach them.
 *
 * <p>A rank that has published a buffer leaves the call only after its readers have said that they
 * are done.
 */
final class PublishedBuffers {
  /** Ways in which ranks reach each other's buffers. */
  enum Reach {
    /** By loads and stores: all lie in one global memory. */
    VIEWS,
    /** By {@link ProcessCopies}: all lie in native memory. */
    COPIES,
    /** Not at all: some lie in the heap, or the system does not allow it. */
    NONE
  }

  /** A buffer: hash of the global memory's name or 0, offset there, address or 0. */
  private static final long BUFFER_BYTES = 24;

  /** Bytes that pass through native memory at once on their way to an array. */
  private static final long SCRATCH_BYTES = 128 * 1024;

  private final EpochBoard board;
  private final ProcessCopies copies;
  private final int[] ranks;
  private final long[] sourceAt;
  private final long[] destinationAt;

  /** Offset on the board at which the buffers of the present call stand. */
  private long slot;

  private GlobalMemory namedMemory;
  private long namedId;
  private GlobalMemory sourceMemory;
  private GlobalMemory destinationMemory;
  private Reach sources;
  private Reach destinations;
  private MemorySegment scratch = MemorySegment.NULL;

  /**
   * @param board on which they are published
   * @param copies how ranks reach native memory
   */
  PublishedBuffers(Group group, EpochBoard board, ProcessCopies copies) {
    this.board = board;
    this.ranks = group.ranks();
    this.sourceAt = new long[board.size()];
    this.destinationAt = new long[board.size()];
    this.copies = copies;
  }

  /**
   * Publishes this rank's buffers and looks at everyone's.
   *
   * @param giver whose source is reached, or −1 for everyone's
   * @param taker whose destination is reached, or −1 for everyone's
   */
  void publish(Elements source, Elements destination, int giver, int taker) {
    slot = board.enter();
    board.claim();
    show(source, destination);
    board.awaitAll();
    look(source, destination, giver, taker);
  }

  /** Begins the same, for a caller who does not wait: it claims the board's slot next. */
  void enter() {
    slot = board.enter();
  }

  /** Publishes this rank's buffers, in the slot that it has claimed. */
  void show(Elements source, Elements destination) {
    write(slot, source);
    write(slot + BUFFER_BYTES, destination);
    board.publish();
  }

  /** Looks at everyone's, who all have published them. */
  void look(Elements source, Elements destination, int giver, int taker) {
    board.heardAll();
    sourceMemory = source.memory();
    destinationMemory = taker < 0 ? destination.memory() : sourceMemory;
    sources = reach(slot, slot, giver);
    destinations = reach(slot + BUFFER_BYTES, taker < 0 ? slot + BUFFER_BYTES : slot, taker);
    note(sources, slot, sourceAt);
    note(destinations, slot + BUFFER_BYTES, destinationAt);
    board.finish();
    boolean wanted = sources == Reach.COPIES || destinations == Reach.COPIES;
    if (wanted && !copies.areAllowed()) {
      sources = sources == Reach.COPIES ? Reach.NONE : sources;
      destinations = destinations == Reach.COPIES ? Reach.NONE : destinations;
    }
  }

  /** Returns whether this call's sources can be read. */
  boolean reachesSources() {
    return sources != Reach.NONE;
  }

  /** Returns whether this call's destinations can be read and written. */
  boolean reachesDestinations() {
    return destinations != Reach.NONE;
  }

  /** Returns whether sources are read by loads, so that elements are combined where they lie. */
  boolean loadsSources() {
    return sources == Reach.VIEWS;
  }

  private void write(long at, Elements elements) {
    MemorySegment segment = elements.segment();
    MemorySegment own = board.own();
    Words.set(own, at, id(elements.memory()));
    Words.set(own, at + 8, elements.offset());
    Words.set(own, at + 16, NativeMemory.is(segment) ? segment.address() + elements.offset() : 0);
  }

  /**
   * Returns a number that stands for a global memory's name, which is the same on all ranks: FNV-1a
   * of 64 bits; 0 for none.
   */
  private long id(GlobalMemory memory) {
    if (memory == null) {
      return 0;
    }
    if (memory == namedMemory) {
      return namedId;
    }
    String name = memory.name();
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    namedMemory = memory;
    namedId = hash == 0 ? 1 : hash;
    return namedId;
  }

  /**
   * Returns how the buffers are reached that stand at an offset of the slots.
   *
   * @param memories where in the slots each rank names the memory by which it would load and store
   * @param only whose buffer, or −1 for all
   */
  private Reach reach(long buffers, long memories, int only) {
    long common = Words.get(board.view(Math.max(only, 0)), buffers);
    boolean views = common != 0;
    boolean copies = true;
    for (int rank = 0; rank < ranks.length; rank++) {
      MemorySegment view = board.view(rank);
      views &= Words.get(view, memories) == common;
      copies &= (only >= 0 && rank != only) || Words.get(view, buffers + 16) != 0;
    }
    return views ? Reach.VIEWS : copies ? Reach.COPIES : Reach.NONE;
  }

  private void note(Reach reach, long buffers, long[] at) {
    for (int rank = 0; rank < ranks.length; rank++) {
      at[rank] = Words.get(board.view(rank), buffers + (reach == Reach.VIEWS ? 8 : 16));
    }
  }

  /** Copies from a rank's source. */
  void readSource(int rank, long from, Elements to, long at, long sizeBytes) {
    read(sources, sourceMemory, sourceAt, rank, from, to.segment(), to.offset() + at, sizeBytes);
  }

  /** Copies from a rank's source to native memory. */
  void readSource(int rank, long from, MemorySegment to, long at, long sizeBytes) {
    read(sources, sourceMemory, sourceAt, rank, from, to, at, sizeBytes);
  }

  /** Copies from a rank's destination. */
  void readDestination(int rank, long from, Elements to, long at, long sizeBytes) {
    long offset = to.offset() + at;
    read(
        destinations,
        destinationMemory,
        destinationAt,
        rank,
        from,
        to.segment(),
        offset,
        sizeBytes);
  }

  /** Copies to a rank's destination from native memory. */
  void writeDestination(int rank, long to, MemorySegment from, long at, long sizeBytes) {
    if (destinations == Reach.VIEWS) {
      MemorySegment view = destinationMemory.view(ranks[rank]);
      Copies.copy(from, at, view, destinationAt[rank] + to, sizeBytes);
    } else {
      long address = destinationAt[rank] + to;
      copies.write(rank, address, from.address() + at, sizeBytes);
    }
  }

  /** Returns the memory in which a rank's source lies, where that is read by loads. */
  MemorySegment source(int rank) {
    return sourceMemory.view(ranks[rank]);
  }

  /** Returns the offset of a rank's source in {@link #source}. */
  long sourceOffset(int rank) {
    return sourceAt[rank];
  }

  private void read(
      Reach reach,
      GlobalMemory memory,
      long[] begins,
      int rank,
      long from,
      MemorySegment to,
      long at,
      long sizeBytes) {
    if (reach == Reach.VIEWS) {
      Copies.copy(memory.view(ranks[rank]), begins[rank] + from, to, at, sizeBytes);
    } else if (NativeMemory.is(to)) {
      long address = begins[rank] + from;
      copies.read(rank, address, to.address() + at, sizeBytes);
    } else {
      for (long done = 0; done < sizeBytes; done += SCRATCH_BYTES) {
        long length = Math.min(SCRATCH_BYTES, sizeBytes - done);
        long address = begins[rank] + from + done;
        copies.read(rank, address, scratch().address(), length);
        Copies.copy(scratch, 0, to, at + done, length);
      }
    }
  }

  private MemorySegment scratch() {
    if (scratch.byteSize() == 0) {
      scratch = Arena.ofAuto().allocate(SCRATCH_BYTES, 64);
    }
    return scratch;
  }
}
