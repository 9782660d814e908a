package org.armci4j.stream;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.armci4j.Handle;

/**
 * The batches of this rank for one other rank. Where that rank's memory can be written in place, a
 * batch is filled in its slot. Otherwise it is filled in one of two buffers and put into its slot
 * together with the signal, while the other buffer is filled.
 */
final class OutgoingBatches {
  private static final int BUFFERS = 2;

  private final StreamMemory stream;
  private final int target;
  private final long batchBytes;

  /** Slots of the target, or buffers of this rank. */
  final MemorySegment memory;

  private final boolean inPlace;

  /** Track the puts of the buffers; null in place. */
  private final Handle[] puts;

  /** Where the next item of the open batch goes; {@link #end} without one. */
  long at;

  /** Behind the last item that the open batch has room for. */
  long end;

  private long first;
  private long sent;

  /** How many batches the target had handled at the last look. */
  private long handled;

  OutgoingBatches(StreamMemory stream, int target, long batchBytes) {
    this.stream = stream;
    this.target = target;
    this.batchBytes = batchBytes;
    MemorySegment view = stream.memory().view(stream.group().worldRank(target));
    this.inPlace = view != null;
    if (inPlace) {
      this.memory = view;
      this.puts = null;
    } else {
      this.memory =
          stream.armci().allocateLocal(Arena.ofAuto(), BUFFERS * stream.layout().slotBytes());
      this.puts = new Handle[BUFFERS];
      for (int i = 0; i < BUFFERS; i++) {
        puts[i] = stream.armci().newHandle();
      }
    }
  }

  boolean isOpen() {
    return at != end;
  }

  /** Returns whether a batch is open, or the target has a free slot for one. */
  boolean mayOpen() {
    if (isOpen() || sent - handled < StreamLayout.SLOTS) {
      return true;
    }
    // With acquire: the target has read the slot before it wrote this word, so it may be reused.
    handled = stream.own(StreamLayout.handled(target));
    return sent - handled < StreamLayout.SLOTS;
  }

  /** Begins a batch for which the target has a free slot. */
  void open() {
    if (inPlace) {
      first = stream.layout().slot(stream.rank(), sent);
    } else {
      int buffer = (int) (sent % BUFFERS);
      puts[buffer].await();
      first = buffer * stream.layout().slotBytes();
    }
    at = first + StreamLayout.HEADER_BYTES;
    end = at + batchBytes;
  }

  /**
   * Sends the open batch. The target sees the word only after the batch: a signal is a store with
   * release, and a put with signal keeps that order.
   */
  void send(int itemBytes, boolean last) {
    long bytes = at - first;
    long items = (bytes - StreamLayout.HEADER_BYTES) / itemBytes;
    memory.set(ValueLayout.JAVA_LONG_UNALIGNED, first, 2 * items + (last ? 1 : 0));
    long slot = stream.layout().slot(stream.rank(), sent);
    long word = StreamLayout.arrived(stream.rank());
    sent++;
    at = end;
    if (inPlace) {
      stream.signal(target, word, sent);
    } else {
      stream
          .armci()
          .nbPutSignal(
              memory,
              first,
              stream.memory(),
              stream.group().worldRank(target),
              slot,
              bytes,
              stream.memory(),
              word,
              sent,
              puts[(int) ((sent - 1) % BUFFERS)]);
    }
  }
}
