package org.armci4j.profile.recording;

import java.lang.foreign.MemorySegment;
import org.armci4j.profile.OperationKind;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordWrites;

/** A block that tells of the operations on it. */
final class RecordingBlock extends RemoteBlock {
  private final RemoteBlock block;
  private final RankRecorder recorder;

  /** The same on all ranks. */
  private final long key;

  /** Record of the first thread; kept here to save a load. */
  private final ThreadRecord main;

  private final Thread mainThread;

  RecordingBlock(RemoteBlock block, RankRecorder recorder, long key) {
    super(block.rank(), block.sizeBytes());
    this.block = block;
    this.recorder = recorder;
    this.key = key;
    this.main = recorder.main();
    this.mainThread = recorder.mainThread();
  }

  @SuppressWarnings("ReferenceEquality") // the very same thread
  private ThreadRecord here() {
    return Thread.currentThread() == mainThread ? main : recorder.here();
  }

  /** Counts an operation that begins; returns its start for {@link #end}. */
  private long start(OperationKind kind, long sizeBytes) {
    return here().start(kind, rank(), sizeBytes);
  }

  /** Adds the time of an operation that has returned, if it is one of those that are timed. */
  private void end(long start, OperationKind kind, long sizeBytes) {
    if (start != ThreadRecord.UNTIMED) {
      here().end(start, kind, rank(), sizeBytes, WordEvent.NONE);
    }
  }

  /** Counts a signal that begins; returns its start for {@link #endSignal}. */
  private long startSignal(long offset) {
    ThreadRecord here = here();
    here.signal(WordSums.key(key, offset), rank());
    return here.startSignal(OperationKind.SIGNAL, rank(), Long.BYTES);
  }

  private void endSignal(long start, WordRole role, long offset, long value) {
    if (start != ThreadRecord.UNTIMED) {
      ThreadRecord here = here();
      WordEvent word = here.isTraced() ? word(role, offset, value) : WordEvent.NONE;
      here.end(start, OperationKind.SIGNAL, rank(), Long.BYTES, word);
    }
  }

  private WordEvent word(WordRole role, long offset, long value) {
    return new WordEvent(role, WordSums.key(key, offset), value);
  }

  @Override
  public MemorySegment view() {
    return block.view();
  }

  /** Forgets the block first: another thread may be given its addresses at once. */
  @Override
  public boolean detach() {
    recorder.removeBlock(block, key);
    return block.detach();
  }

  @Override
  public void wake() {
    block.wake();
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    return here().isTimed(OperationKind.PUT, rank(), sizeBytes)
        ? timedPut(source, sourceOffset, offset, sizeBytes)
        : block.put(source, sourceOffset, offset, sizeBytes);
  }

  /** A method of its own, so that a put that is only counted keeps nothing for its end. */
  private long timedPut(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    long start = here().begin();
    long result = block.put(source, sourceOffset, offset, sizeBytes);
    end(start, OperationKind.PUT, sizeBytes);
    return result;
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    return here().isTimed(OperationKind.GET, rank(), sizeBytes)
        ? timedGet(offset, destination, destinationOffset, sizeBytes)
        : block.get(offset, destination, destinationOffset, sizeBytes);
  }

  private long timedGet(
      long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    long start = here().begin();
    long result = block.get(offset, destination, destinationOffset, sizeBytes);
    end(start, OperationKind.GET, sizeBytes);
    return result;
  }

  @Override
  public long accumulate(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    long start = start(OperationKind.ACCUMULATE, sizeBytes);
    long result = block.accumulate(accumulation, source, sourceOffset, offset, sizeBytes);
    end(start, OperationKind.ACCUMULATE, sizeBytes);
    return result;
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    long start = start(OperationKind.PUT_LIST, list.sizeBytes());
    long result = block.putList(source, sourceOffset, offset, list);
    end(start, OperationKind.PUT_LIST, list.sizeBytes());
    return result;
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    long start = start(OperationKind.GET_LIST, list.sizeBytes());
    long result = block.getList(offset, destination, destinationOffset, list);
    end(start, OperationKind.GET_LIST, list.sizeBytes());
    return result;
  }

  @Override
  public long accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    long start = start(OperationKind.ACCUMULATE_LIST, list.sizeBytes());
    long result = block.accumulateList(accumulation, source, sourceOffset, offset, list);
    end(start, OperationKind.ACCUMULATE_LIST, list.sizeBytes());
    return result;
  }

  @Override
  public void putByte(long offset, byte value) {
    long start = start(OperationKind.PUT, Byte.BYTES);
    block.putByte(offset, value);
    end(start, OperationKind.PUT, Byte.BYTES);
  }

  @Override
  public void putShort(long offset, short value) {
    long start = start(OperationKind.PUT, Short.BYTES);
    block.putShort(offset, value);
    end(start, OperationKind.PUT, Short.BYTES);
  }

  @Override
  public void putInt(long offset, int value) {
    long start = start(OperationKind.PUT, Integer.BYTES);
    block.putInt(offset, value);
    end(start, OperationKind.PUT, Integer.BYTES);
  }

  @Override
  public void putLong(long offset, long value) {
    long start = start(OperationKind.PUT, Long.BYTES);
    block.putLong(offset, value);
    end(start, OperationKind.PUT, Long.BYTES);
  }

  @Override
  public byte getByte(long offset) {
    long start = start(OperationKind.GET, Byte.BYTES);
    byte result = block.getByte(offset);
    end(start, OperationKind.GET, Byte.BYTES);
    return result;
  }

  @Override
  public short getShort(long offset) {
    long start = start(OperationKind.GET, Short.BYTES);
    short result = block.getShort(offset);
    end(start, OperationKind.GET, Short.BYTES);
    return result;
  }

  @Override
  public int getInt(long offset) {
    long start = start(OperationKind.GET, Integer.BYTES);
    int result = block.getInt(offset);
    end(start, OperationKind.GET, Integer.BYTES);
    return result;
  }

  @Override
  public long getLong(long offset) {
    long start = start(OperationKind.GET, Long.BYTES);
    long result = block.getLong(offset);
    end(start, OperationKind.GET, Long.BYTES);
    return result;
  }

  @Override
  public void signal(long offset, long value) {
    long start = startSignal(offset);
    block.signal(offset, value);
    endSignal(start, WordRole.SET, offset, value);
  }

  @Override
  public void awaitedSignal(long offset, long value) {
    long start = startSignal(offset);
    block.awaitedSignal(offset, value);
    endSignal(start, WordRole.SET, offset, value);
  }

  @Override
  public void signalHelper(long offset, long value) {
    long start = start(OperationKind.CALL, Long.BYTES);
    block.signalHelper(offset, value);
    end(start, OperationKind.CALL, Long.BYTES);
  }

  @Override
  public void signalAdd(long offset, long delta) {
    long start = startSignal(offset);
    block.signalAdd(offset, delta);
    endSignal(start, WordRole.ADD, offset, delta);
  }

  @Override
  public long putSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      WordWrites words,
      long signalOffset,
      long signalValue) {
    OperationKind kind = signalledKind(sizeBytes, words);
    long countedBytes = kind == OperationKind.SIGNAL ? Long.BYTES : sizeBytes;
    ThreadRecord here = here();
    if (kind == OperationKind.PUT) {
      here.count(OperationKind.SIGNAL, rank(), Long.BYTES);
    }
    // Only a signal whose word is known is one in a trace, and thus timed each.
    boolean signals = kind != OperationKind.CALL && signalBlock instanceof RecordingBlock;
    long start =
        signals
            ? here.startSignal(kind, rank(), countedBytes)
            : here.start(kind, rank(), countedBytes);
    WordEvent word = WordEvent.NONE;
    if (signals) {
      word = ((RecordingBlock) signalBlock).word(WordRole.SET, signalOffset, signalValue);
      here.signal(word.word(), rank());
    }
    long result =
        block.putSignal(
            source,
            sourceOffset,
            offset,
            sizeBytes,
            plain(signalBlock),
            words,
            signalOffset,
            signalValue);
    if (start != ThreadRecord.UNTIMED) {
      here.end(start, kind, rank(), countedBytes, word);
    }
    return result;
  }

  /** Returns what data with a signal behind them are, of which either may be missing. */
  private static OperationKind signalledKind(long sizeBytes, WordWrites words) {
    OperationKind data = sizeBytes == 0 ? OperationKind.SIGNAL : OperationKind.PUT;
    return words.signalsHelper() ? OperationKind.CALL : data;
  }

  private static RemoteBlock plain(RemoteBlock block) {
    return block instanceof RecordingBlock recording ? recording.block : block;
  }

  /** Counts the message of a call, if it could be sent. */
  @Override
  public boolean tryPutSignal(
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes,
      RemoteBlock signalBlock,
      WordWrites words,
      long signalOffset,
      long signalValue) {
    boolean sent =
        block.tryPutSignal(
            source,
            sourceOffset,
            offset,
            sizeBytes,
            plain(signalBlock),
            words,
            signalOffset,
            signalValue);
    if (sent) {
      here().count(OperationKind.CALL, rank(), sizeBytes);
    }
    return sent;
  }

  @Override
  public long updateLong(UpdateKind update, long offset, long operand) {
    long start = start(OperationKind.ATOMIC, Long.BYTES);
    long result = block.updateLong(update, offset, operand);
    end(start, OperationKind.ATOMIC, Long.BYTES);
    return result;
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    long start = start(OperationKind.ATOMIC, Long.BYTES);
    long result = block.compareAndSwapLong(offset, expected, value);
    end(start, OperationKind.ATOMIC, Long.BYTES);
    return result;
  }

  @Override
  public long startUpdateLong(
      UpdateKind update, long offset, long operand, MemorySegment before, long beforeOffset) {
    long start = start(OperationKind.ATOMIC, Long.BYTES);
    long result = block.startUpdateLong(update, offset, operand, before, beforeOffset);
    end(start, OperationKind.ATOMIC, Long.BYTES);
    return result;
  }

  @Override
  public long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment before, long beforeOffset) {
    long start = start(OperationKind.ATOMIC, Long.BYTES);
    long result = block.startCompareAndSwapLong(offset, expected, value, before, beforeOffset);
    end(start, OperationKind.ATOMIC, Long.BYTES);
    return result;
  }

  @Override
  public int updateInt(UpdateKind update, long offset, int operand) {
    long start = start(OperationKind.ATOMIC, Integer.BYTES);
    int result = block.updateInt(update, offset, operand);
    end(start, OperationKind.ATOMIC, Integer.BYTES);
    return result;
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    long start = start(OperationKind.ATOMIC, Integer.BYTES);
    int result = block.compareAndSwapInt(offset, expected, value);
    end(start, OperationKind.ATOMIC, Integer.BYTES);
    return result;
  }

  @Override
  public long startUpdateInt(
      UpdateKind update, long offset, int operand, MemorySegment before, long beforeOffset) {
    long start = start(OperationKind.ATOMIC, Integer.BYTES);
    long result = block.startUpdateInt(update, offset, operand, before, beforeOffset);
    end(start, OperationKind.ATOMIC, Integer.BYTES);
    return result;
  }

  @Override
  public long startCompareAndSwapInt(
      long offset, int expected, int value, MemorySegment before, long beforeOffset) {
    long start = start(OperationKind.ATOMIC, Integer.BYTES);
    long result = block.startCompareAndSwapInt(offset, expected, value, before, beforeOffset);
    end(start, OperationKind.ATOMIC, Integer.BYTES);
    return result;
  }

  @Override
  public long updateList(long offset, UpdateList list, MemorySegment results, long resultsOffset) {
    long sizeBytes = (long) list.count() * list.wordBytes();
    long start = start(OperationKind.ATOMIC_LIST, sizeBytes);
    long result = block.updateList(offset, list, results, resultsOffset);
    end(start, OperationKind.ATOMIC_LIST, sizeBytes);
    return result;
  }
}
