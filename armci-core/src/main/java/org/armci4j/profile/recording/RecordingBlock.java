package org.armci4j.profile.recording;

import java.lang.foreign.MemorySegment;
import org.armci4j.profile.OperationKind;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.WordWrites;

/** A block that tells of the operations on it. */
final class RecordingBlock extends RemoteBlock {
  private final RemoteBlock block;
  private final RankRecorder recorder;

  RecordingBlock(RemoteBlock block, RankRecorder recorder) {
    super(block.rank(), block.sizeBytes());
    this.block = block;
    this.recorder = recorder;
  }

  @Override
  public MemorySegment view() {
    return block.view();
  }

  @Override
  public boolean detach() {
    return block.detach();
  }

  @Override
  public void wake() {
    block.wake();
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.PUT, rank(), sizeBytes);
    long result = block.put(source, sourceOffset, offset, sizeBytes);
    here.end(start, OperationKind.PUT, rank(), sizeBytes);
    return result;
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.GET, rank(), sizeBytes);
    long result = block.get(offset, destination, destinationOffset, sizeBytes);
    here.end(start, OperationKind.GET, rank(), sizeBytes);
    return result;
  }

  @Override
  public long accumulate(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ACCUMULATE, rank(), sizeBytes);
    long result = block.accumulate(accumulation, source, sourceOffset, offset, sizeBytes);
    here.end(start, OperationKind.ACCUMULATE, rank(), sizeBytes);
    return result;
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.PUT_LIST, rank(), list.sizeBytes());
    long result = block.putList(source, sourceOffset, offset, list);
    here.end(start, OperationKind.PUT_LIST, rank(), list.sizeBytes());
    return result;
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.GET_LIST, rank(), list.sizeBytes());
    long result = block.getList(offset, destination, destinationOffset, list);
    here.end(start, OperationKind.GET_LIST, rank(), list.sizeBytes());
    return result;
  }

  @Override
  public long accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ACCUMULATE_LIST, rank(), list.sizeBytes());
    long result = block.accumulateList(accumulation, source, sourceOffset, offset, list);
    here.end(start, OperationKind.ACCUMULATE_LIST, rank(), list.sizeBytes());
    return result;
  }

  @Override
  public void putByte(long offset, byte value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.PUT, rank(), Byte.BYTES);
    block.putByte(offset, value);
    here.end(start, OperationKind.PUT, rank(), Byte.BYTES);
  }

  @Override
  public void putShort(long offset, short value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.PUT, rank(), Short.BYTES);
    block.putShort(offset, value);
    here.end(start, OperationKind.PUT, rank(), Short.BYTES);
  }

  @Override
  public void putInt(long offset, int value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.PUT, rank(), Integer.BYTES);
    block.putInt(offset, value);
    here.end(start, OperationKind.PUT, rank(), Integer.BYTES);
  }

  @Override
  public void putLong(long offset, long value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.PUT, rank(), Long.BYTES);
    block.putLong(offset, value);
    here.end(start, OperationKind.PUT, rank(), Long.BYTES);
  }

  @Override
  public byte getByte(long offset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.GET, rank(), Byte.BYTES);
    byte result = block.getByte(offset);
    here.end(start, OperationKind.GET, rank(), Byte.BYTES);
    return result;
  }

  @Override
  public short getShort(long offset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.GET, rank(), Short.BYTES);
    short result = block.getShort(offset);
    here.end(start, OperationKind.GET, rank(), Short.BYTES);
    return result;
  }

  @Override
  public int getInt(long offset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.GET, rank(), Integer.BYTES);
    int result = block.getInt(offset);
    here.end(start, OperationKind.GET, rank(), Integer.BYTES);
    return result;
  }

  @Override
  public long getLong(long offset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.GET, rank(), Long.BYTES);
    long result = block.getLong(offset);
    here.end(start, OperationKind.GET, rank(), Long.BYTES);
    return result;
  }

  @Override
  public void signal(long offset, long value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.SIGNAL, rank(), Long.BYTES);
    block.signal(offset, value);
    here.end(start, OperationKind.SIGNAL, rank(), Long.BYTES);
  }

  @Override
  public void awaitedSignal(long offset, long value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.SIGNAL, rank(), Long.BYTES);
    block.awaitedSignal(offset, value);
    here.end(start, OperationKind.SIGNAL, rank(), Long.BYTES);
  }

  @Override
  public void signalHelper(long offset, long value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.CALL, rank(), Long.BYTES);
    block.signalHelper(offset, value);
    here.end(start, OperationKind.CALL, rank(), Long.BYTES);
  }

  @Override
  public void signalAdd(long offset, long delta) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.SIGNAL, rank(), Long.BYTES);
    block.signalAdd(offset, delta);
    here.end(start, OperationKind.SIGNAL, rank(), Long.BYTES);
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
    ThreadRecord here = recorder.here();
    OperationKind kind = signalledKind(sizeBytes, words);
    if (kind == OperationKind.PUT) {
      here.count(OperationKind.SIGNAL, rank(), Long.BYTES);
    }
    long start = here.start(kind, rank(), kind == OperationKind.SIGNAL ? Long.BYTES : sizeBytes);
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
    here.end(start, kind, rank(), sizeBytes);
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
      recorder.here().count(OperationKind.CALL, rank(), sizeBytes);
    }
    return sent;
  }

  @Override
  public long updateLong(UpdateKind update, long offset, long operand) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Long.BYTES);
    long result = block.updateLong(update, offset, operand);
    here.end(start, OperationKind.ATOMIC, rank(), Long.BYTES);
    return result;
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Long.BYTES);
    long result = block.compareAndSwapLong(offset, expected, value);
    here.end(start, OperationKind.ATOMIC, rank(), Long.BYTES);
    return result;
  }

  @Override
  public long startUpdateLong(
      UpdateKind update, long offset, long operand, MemorySegment before, long beforeOffset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Long.BYTES);
    long result = block.startUpdateLong(update, offset, operand, before, beforeOffset);
    here.end(start, OperationKind.ATOMIC, rank(), Long.BYTES);
    return result;
  }

  @Override
  public long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment before, long beforeOffset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Long.BYTES);
    long result = block.startCompareAndSwapLong(offset, expected, value, before, beforeOffset);
    here.end(start, OperationKind.ATOMIC, rank(), Long.BYTES);
    return result;
  }

  @Override
  public int updateInt(UpdateKind update, long offset, int operand) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Integer.BYTES);
    int result = block.updateInt(update, offset, operand);
    here.end(start, OperationKind.ATOMIC, rank(), Integer.BYTES);
    return result;
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Integer.BYTES);
    int result = block.compareAndSwapInt(offset, expected, value);
    here.end(start, OperationKind.ATOMIC, rank(), Integer.BYTES);
    return result;
  }

  @Override
  public long startUpdateInt(
      UpdateKind update, long offset, int operand, MemorySegment before, long beforeOffset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Integer.BYTES);
    long result = block.startUpdateInt(update, offset, operand, before, beforeOffset);
    here.end(start, OperationKind.ATOMIC, rank(), Integer.BYTES);
    return result;
  }

  @Override
  public long startCompareAndSwapInt(
      long offset, int expected, int value, MemorySegment before, long beforeOffset) {
    ThreadRecord here = recorder.here();
    long start = here.start(OperationKind.ATOMIC, rank(), Integer.BYTES);
    long result = block.startCompareAndSwapInt(offset, expected, value, before, beforeOffset);
    here.end(start, OperationKind.ATOMIC, rank(), Integer.BYTES);
    return result;
  }
}
