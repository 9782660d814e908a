package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.connection.Connections;
import org.armci4j.transport.network.helper.ReplyBuffers;
import org.armci4j.transport.network.outbox.PutWithSignal;
import org.armci4j.transport.network.outbox.Spares;
import org.armci4j.transport.network.outbox.Transfer;

/**
 * A block that is reached through the network. The network itself makes puts and gets, and atomics
 * where it can. The owner's helper thread makes accumulates and all other atomics.
 */
final class NetworkBlock extends RemoteBlock {
  private final RemoteBlock own;
  private final Connections connections;
  private final HelperGets helperGets;
  private final NetworkLists lists;
  private final long address;
  private final RemoteKey key;
  private final BooleanSupplier release;

  /**
   * @param rank the owner
   * @param sizeBytes size of the block
   * @param address where the block begins in the owner's process
   * @param key key of the block
   * @param own access by loads and stores, for the block's owner; else null
   * @param connections leads to the owner
   * @param helperGets makes gets by the owner's helper thread; null where the network reads
   * @param lists transfers lists; null where the owner's helper thread does not know the memory, so
   *     that only puts and gets work there
   * @param release gives up the resources behind the access; returns false while the block is in
   *     use
   */
  NetworkBlock(
      int rank,
      long sizeBytes,
      long address,
      RemoteKey key,
      RemoteBlock own,
      Connections connections,
      HelperGets helperGets,
      NetworkLists lists,
      BooleanSupplier release) {
    super(rank, sizeBytes);
    this.address = address;
    this.key = key;
    this.own = own;
    this.connections = connections;
    this.helperGets = helperGets;
    this.lists = lists;
    this.release = release;
  }

  private ConnectedRank owner() {
    return connections.to(rank());
  }

  @Override
  public MemorySegment view() {
    return own == null ? null : own.view();
  }

  /** Wakes waits only for the owner, as only the owner has a view of the block. */
  @Override
  public void wake() {
    if (own != null) {
      own.wake();
    }
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    InPlace.requireUsable(source);
    ConnectedRank owner = owner();
    if (overlaps(source, sourceOffset, offset, sizeBytes)) {
      owner.flush();
      return own.put(source, sourceOffset, offset, sizeBytes);
    }
    if (owner.isStriped(source, sizeBytes)) {
      return divide(owner, false, source, sourceOffset, offset, sizeBytes);
    }
    if (lists != null && owner.outbox().shared().gathers(sizeBytes)) {
      owner.outbox().shared().put(source, sourceOffset, address, offset, key, (int) sizeBytes);
      return COMPLETE;
    }
    return start(owner, false, source, sourceOffset, offset, sizeBytes);
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    InPlace.requireUsable(destination);
    ConnectedRank owner = owner();
    if (overlaps(destination, destinationOffset, offset, sizeBytes)) {
      owner.flush();
      return own.get(offset, destination, destinationOffset, sizeBytes);
    }
    if (helperGets != null) {
      return helperGets.start(owner, address + offset, destination, destinationOffset, sizeBytes);
    }
    if (owner.isStriped(destination, sizeBytes)) {
      return divide(owner, true, destination, destinationOffset, offset, sizeBytes);
    }
    return start(owner, true, destination, destinationOffset, offset, sizeBytes);
  }

  private long start(
      ConnectedRank owner, boolean get, MemorySegment local, long at, long offset, long sizeBytes) {
    Transfer transfer = owner.begin().transfer();
    return owner.start(transfer.become(get, local, at, address + offset, key, sizeBytes));
  }

  /**
   * Returns whether a local buffer overlaps the bytes to move in this rank's own block. The network
   * would move such ranges in pieces and in any order, and read bytes that it has just written.
   * Loads and stores move them as if through a buffer, after all operations started before.
   */
  private boolean overlaps(MemorySegment local, long at, long offset, long sizeBytes) {
    if (own == null || !local.isNative()) {
      return false;
    }
    long distance = local.address() + at - (address + offset);
    return -sizeBytes < distance && distance < sizeBytes;
  }

  private long divide(
      ConnectedRank owner, boolean get, MemorySegment local, long at, long offset, long sizeBytes) {
    return owner.divide(get, local, at, address + offset, key, null, sizeBytes);
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
    ConnectedRank owner = owner();
    if (!(signalBlock instanceof NetworkBlock there)
        || owner.isStriped(source, sizeBytes)
        || overlaps(source, sourceOffset, offset, sizeBytes)) {
      return super.putSignal(
          source, sourceOffset, offset, sizeBytes, signalBlock, words, signalOffset, signalValue);
    }
    if (sizeBytes > 0) {
      InPlace.requireUsable(source);
    }
    PutWithSignal put = owner.begin().signalledPut();
    there.fill(put, words, signalOffset, signalValue);
    return owner.start(put.put(source, sourceOffset, address + offset, key, sizeBytes));
  }

  /** Names the words behind a put, which are in this block. */
  private void fill(PutWithSignal put, WordWrites words, long signalOffset, long signalValue) {
    put.signalled().words(words, address, key, address + signalOffset, signalValue);
  }

  /** Bypasses the queue, as the caller has no earlier operations. */
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
    ConnectedRank owner = connections.existing(rank());
    if (owner == null || !(signalBlock instanceof NetworkBlock there)) {
      return false;
    }
    Spares spares = owner.outbox().tryBegin();
    if (spares == null) {
      return false;
    }
    PutWithSignal put = spares.signalledPut();
    there.fill(put, words, signalOffset, signalValue);
    put.put(source, sourceOffset, address + offset, key, sizeBytes);
    return owner.outbox().startAhead(put);
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    InPlace.requireUsable(source);
    return list.runs() == 0
        ? COMPLETE
        : lists.start(owner(), false, source, sourceOffset, address + offset, key, list);
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    InPlace.requireUsable(destination);
    return list.runs() == 0
        ? COMPLETE
        : lists.start(owner(), true, destination, destinationOffset, address + offset, key, list);
  }

  @Override
  public long accumulate(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    InPlace.requireUsable(source);
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    ConnectedRank owner = owner();
    return owner.start(
        owner
            .begin()
            .runs()
            .accumulate(accumulation, source, sourceOffset, address + offset, sizeBytes));
  }

  @Override
  public long accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    InPlace.requireUsable(source);
    if (list.runs() == 0) {
      return COMPLETE;
    }
    ConnectedRank owner = owner();
    return owner.start(
        owner
            .begin()
            .runs()
            .accumulate(accumulation, source, sourceOffset, address + offset, list));
  }

  @Override
  public void putByte(long offset, byte value) {
    putWord(value, Byte.BYTES, offset);
  }

  @Override
  public void putShort(long offset, short value) {
    putWord(value, Short.BYTES, offset);
  }

  @Override
  public void putInt(long offset, int value) {
    putWord(value, Integer.BYTES, offset);
  }

  @Override
  public void putLong(long offset, long value) {
    putWord(value, Long.BYTES, offset);
  }

  private void putWord(long value, int lengthBytes, long offset) {
    ConnectedRank owner = owner();
    owner.start(owner.begin().word().put(value, lengthBytes, address + offset, key));
  }

  @Override
  public byte getByte(long offset) {
    return (byte) getWord(Byte.BYTES, offset);
  }

  @Override
  public short getShort(long offset) {
    return (short) getWord(Short.BYTES, offset);
  }

  @Override
  public int getInt(long offset) {
    return (int) getWord(Integer.BYTES, offset);
  }

  @Override
  public long getLong(long offset) {
    return getWord(Long.BYTES, offset);
  }

  private long getWord(int lengthBytes, long offset) {
    return helperGets == null
        ? word(null, lengthBytes, offset, 0, 0)
        : owner().words().ask(lengthBytes, address + offset);
  }

  /**
   * Reads or changes a word, and returns its old value. The call may share a message with others
   * where the owner's helper thread may do the work.
   */
  private long word(WordChange change, int lengthBytes, long offset, long operand, long value) {
    boolean mayShare = lists != null && (change == null || lists.mayPack(lengthBytes));
    ReplyBuffers replies = mayShare ? lists.replies() : null;
    return owner().words().call(change, lengthBytes, address, offset, key, operand, value, replies);
  }

  @Override
  public void signal(long offset, long value) {
    signal(offset, value, false);
  }

  @Override
  public void awaitedSignal(long offset, long value) {
    signal(offset, value, true);
  }

  private void signal(long offset, long value, boolean isAwaited) {
    ConnectedRank owner = owner();
    owner.start(owner.begin().word().signal(value, address + offset, key, isAwaited));
  }

  @Override
  public void signalHelper(long offset, long value) {
    ConnectedRank owner = owner();
    owner.start(owner.begin().word().notification(value, address + offset, key));
  }

  @Override
  public void signalAdd(long offset, long delta) {
    owner().words().add(address + offset, key, delta);
  }

  @Override
  public long updateLong(UpdateKind update, long offset, long operand) {
    return word(WordChange.of(update), Long.BYTES, offset, operand, 0);
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return word(WordChange.COMPARE_AND_SWAP, Long.BYTES, offset, expected, value);
  }

  @Override
  public int updateInt(UpdateKind update, long offset, int operand) {
    return (int) word(WordChange.of(update), Integer.BYTES, offset, operand, 0);
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    return (int) word(WordChange.COMPARE_AND_SWAP, Integer.BYTES, offset, expected, value);
  }

  @Override
  public long startUpdateLong(
      UpdateKind update, long offset, long operand, MemorySegment result, long resultOffset) {
    return start(WordChange.of(update), Long.BYTES, offset, operand, 0, result, resultOffset);
  }

  @Override
  public long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment result, long resultOffset) {
    WordChange change = WordChange.COMPARE_AND_SWAP;
    return start(change, Long.BYTES, offset, expected, value, result, resultOffset);
  }

  @Override
  public long startUpdateInt(
      UpdateKind update, long offset, int operand, MemorySegment result, long resultOffset) {
    return start(WordChange.of(update), Integer.BYTES, offset, operand, 0, result, resultOffset);
  }

  @Override
  public long startCompareAndSwapInt(
      long offset, int expected, int value, MemorySegment result, long resultOffset) {
    WordChange change = WordChange.COMPARE_AND_SWAP;
    return start(change, Integer.BYTES, offset, expected, value, result, resultOffset);
  }

  private long start(
      WordChange change,
      int lengthBytes,
      long offset,
      long operand,
      long value,
      MemorySegment result,
      long resultOffset) {
    return owner()
        .words()
        .start(change, lengthBytes, address + offset, key, operand, value, result, resultOffset);
  }

  @Override
  public long updateList(long offset, UpdateList list, MemorySegment results, long resultsOffset) {
    InPlace.requireUsable(results);
    if (list.count() == 0) {
      return COMPLETE;
    }
    return lists.mayPack(list.wordBytes())
        ? lists.update(owner(), address + offset, list, results, resultsOffset)
        : super.updateList(offset, list, results, resultsOffset);
  }

  @Override
  public boolean detach() {
    return release.getAsBoolean();
  }
}
