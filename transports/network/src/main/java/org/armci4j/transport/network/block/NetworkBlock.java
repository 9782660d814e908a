package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.ScaledSum;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.connection.Connections;

/**
 * A block that is reached through the network: put, get and perhaps atomics of eight bytes by the
 * network itself, accumulate and all other atomics by the owner's helper thread.
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
   * @param sizeBytes its size
   * @param address where it begins in the owner's process
   * @param key of the block
   * @param own the block by loads and stores, for its owner; else null
   * @param connections the way to the owner
   * @param helperGets how gets are made by the owner's helper thread; null where the network reads
   * @param lists how lists go; null where the owner's helper thread does not know the memory, so
   *     that puts and gets alone go there
   * @param release gives up what detaching must give up; false when it is in use
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

  /** For the owner, whose waits look at the memory itself. */
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
    requireUsable(source);
    ConnectedRank owner = owner();
    if (overlaps(source, sourceOffset, offset, sizeBytes)) {
      owner.flush();
      return own.put(source, sourceOffset, offset, sizeBytes);
    }
    if (owner.isStriped(source, sizeBytes)) {
      return divide(owner, false, source, sourceOffset, offset, sizeBytes);
    }
    if (lists != null && owner.gathers(sizeBytes)) {
      owner.outbox().gather(source, sourceOffset, address, offset, key, (int) sizeBytes);
      return COMPLETE;
    }
    long remote = address + offset;
    if (!owner.startsNow(source, sourceOffset, sizeBytes, false)
        && owner.outbox().takes(source, sizeBytes)) {
      return owner.outbox().put(source, sourceOffset, remote, key, sizeBytes);
    }
    NetworkEndpoint endpoint = owner.direct();
    try {
      return endpoint.put(source, sourceOffset, remote, key, sizeBytes);
    } catch (RuntimeException e) {
      throw abandoned(endpoint, e);
    }
  }

  @Override
  public long get(long offset, MemorySegment destination, long destinationOffset, long sizeBytes) {
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    requireUsable(destination);
    ConnectedRank owner = owner();
    if (overlaps(destination, destinationOffset, offset, sizeBytes)) {
      owner.flush();
      return own.get(offset, destination, destinationOffset, sizeBytes);
    }
    if (helperGets != null) {
      return owner
          .outbox()
          .ask(helperGets.get(address + offset, destination, destinationOffset, sizeBytes));
    }
    if (owner.isStriped(destination, sizeBytes)) {
      return divide(owner, true, destination, destinationOffset, offset, sizeBytes);
    }
    long remote = address + offset;
    if (!owner.startsNow(destination, destinationOffset, sizeBytes, true)) {
      return owner.outbox().get(remote, key, destination, destinationOffset, sizeBytes);
    }
    NetworkEndpoint endpoint = owner.endpoint();
    try {
      return endpoint.get(remote, key, destination, destinationOffset, sizeBytes);
    } catch (RuntimeException e) {
      throw abandoned(endpoint, e);
    }
  }

  /**
   * Whether a local buffer overlaps what is moved of this rank's own block. The network would move
   * such ranges in pieces and in any order, and read what it has just written: loads and stores
   * move them as if through a buffer, behind all that was started before.
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
    try {
      return owner.divide(get, local, at, address + offset, key, sizeBytes);
    } catch (RuntimeException e) {
      throw abandoned(owner.endpoint(), e);
    }
  }

  /** What was started before the exception must not outlive it. */
  static RuntimeException abandoned(NetworkEndpoint owner, RuntimeException e) {
    owner.progress().abandon(owner.progress().started());
    return e;
  }

  /** A device would not find out, as it knows addresses alone. */
  private static void requireUsable(MemorySegment local) {
    if (!local.scope().isAlive()) {
      throw new IllegalStateException("the arena of the local buffer has been closed");
    }
    if (!local.isAccessibleBy(Thread.currentThread())) {
      throw new WrongThreadException("the local buffer is from another thread's confined arena");
    }
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
      requireUsable(source);
    }
    long remote = address + offset;
    long signal = there.address + signalOffset;
    if (!owner.startsNow(source, sourceOffset, sizeBytes, false)
        || !owner.startsNow(NetworkEndpoint.operations(words), false)) {
      if (!owner.outbox().takes(source, sizeBytes)) {
        return super.putSignal(
            source, sourceOffset, offset, sizeBytes, signalBlock, words, signalOffset, signalValue);
      }
      return owner
          .outbox()
          .putSignal(
              source,
              sourceOffset,
              remote,
              key,
              sizeBytes,
              words,
              there.address,
              there.key,
              signal,
              signalValue);
    }
    NetworkEndpoint endpoint = owner.endpoint();
    try {
      return endpoint.putSignal(
          source,
          sourceOffset,
          remote,
          key,
          sizeBytes,
          words,
          there.address,
          there.key,
          signal,
          signalValue);
    } catch (RuntimeException e) {
      throw abandoned(endpoint, e);
    }
  }

  /** Goes past what is queued: the caller of this has called nothing else. */
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
    NetworkEndpoint endpoint = owner.endpoint();
    int operations = NetworkEndpoint.operations(words);
    int begun = endpoint.hasRoom(operations, false) ? endpoint.tryBegin(operations, false) : 0;
    if (begun == 0) {
      return false;
    }
    try {
      if (begun < operations) {
        return false;
      }
      endpoint.putSignal(
          source,
          sourceOffset,
          address + offset,
          key,
          sizeBytes,
          words,
          there.address,
          there.key,
          there.address + signalOffset,
          signalValue);
      return true;
    } finally {
      endpoint.endTurn();
    }
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    requireUsable(source);
    return list.runs() == 0
        ? COMPLETE
        : lists.put(owner(), source, sourceOffset, address + offset, key, list);
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    requireUsable(destination);
    return list.runs() == 0
        ? COMPLETE
        : lists.get(owner(), address + offset, key, destination, destinationOffset, list);
  }

  @Override
  public long accumulate(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    requireUsable(source);
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    ConnectedRank owner = owner();
    if (owner.sendsNow(sizeBytes)) {
      owner.helper().accumulate(accumulation, source, sourceOffset, address + offset, sizeBytes);
      return COMPLETE;
    }
    SegmentList all = new SegmentList();
    all.add(0, 0, sizeBytes);
    return lists.accumulate(owner, accumulation, source, sourceOffset, address + offset, all);
  }

  @Override
  public long accumulateList(
      ScaledSum accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    requireUsable(source);
    return list.runs() == 0
        ? COMPLETE
        : lists.accumulate(owner(), accumulation, source, sourceOffset, address + offset, list);
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
    if (owner.startsNow(1, false)) {
      owner.endpoint().putWord(value, lengthBytes, address + offset, key);
    } else {
      owner.outbox().putWord(value, lengthBytes, address + offset, key);
    }
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
    ConnectedRank owner = owner();
    return helperGets == null
        ? owner.direct().getWord(lengthBytes, address + offset, key)
        : owner.helper().getWord(lengthBytes, address + offset);
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
    if (owner.startsNow(1, false)) {
      owner.endpoint().signal(value, address + offset, key, isAwaited);
    } else {
      owner.outbox().putWord(value, Long.BYTES, address + offset, key);
    }
  }

  @Override
  public void signalHelper(long offset, long value) {
    ConnectedRank owner = owner();
    if (owner.startsNow(NetworkEndpoint.NOTIFICATION, false)) {
      owner.endpoint().putWordAndNotify(value, address + offset, key);
    } else {
      owner.outbox().putWordAndNotify(value, address + offset, key);
    }
  }

  @Override
  public void signalAdd(long offset, long delta) {
    owner().atomics().add(address + offset, key, delta);
  }

  @Override
  public long updateLong(UpdateKind update, long offset, long operand) {
    return owner().atomics().update(address + offset, key, update, operand);
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return owner().atomics().compareAndSwap(address + offset, key, expected, value);
  }

  @Override
  public long startUpdateLong(
      UpdateKind update, long offset, long operand, MemorySegment result, long resultOffset) {
    return owner()
        .atomics()
        .startUpdate(address + offset, key, update, operand, result, resultOffset);
  }

  @Override
  public long startCompareAndSwapLong(
      long offset, long expected, long value, MemorySegment result, long resultOffset) {
    return owner()
        .atomics()
        .startCompareAndSwap(address + offset, key, expected, value, result, resultOffset);
  }

  @Override
  public int updateInt(UpdateKind update, long offset, int operand) {
    return owner().atomics().updateInt(address + offset, key, update, operand);
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    return owner().atomics().compareAndSwapInt(address + offset, key, expected, value);
  }

  @Override
  public long startUpdateInt(
      UpdateKind update, long offset, int operand, MemorySegment result, long resultOffset) {
    return owner()
        .atomics()
        .startUpdateInt(address + offset, key, update, operand, result, resultOffset);
  }

  @Override
  public long startCompareAndSwapInt(
      long offset, int expected, int value, MemorySegment result, long resultOffset) {
    return owner()
        .atomics()
        .startCompareAndSwapInt(address + offset, key, expected, value, result, resultOffset);
  }

  @Override
  public boolean detach() {
    return release.getAsBoolean();
  }
}
