package org.armci4j.transport.network.block;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.armci4j.Accumulation;
import org.armci4j.AtomicUpdate;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.connection.ConnectedRank;
import org.armci4j.transport.network.connection.Connections;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.OutgoingSums;
import org.armci4j.transport.network.helper.PackedLists;
import org.armci4j.transport.network.path.StripedTransfers;

/**
 * A block that is reached through the network: put, get and perhaps atomics of eight bytes by the
 * network itself, accumulate and all other atomics by the owner's helper thread.
 */
final class NetworkBlock extends RemoteBlock {
  /**
   * How lists go.
   *
   * @param choice between the protocols
   * @param packed one of them
   */
  record Lists(ListChoice choice, PackedLists packed) {}

  private final MemorySegment view;
  private final Connections connections;
  private final AssistedGets assistedGets;
  private final Lists lists;
  private final long address;
  private final RemoteKey key;
  private final BooleanSupplier release;

  /**
   * @param rank the owner
   * @param sizeBytes its size
   * @param address where it begins in the owner's process
   * @param key of the block
   * @param view the block itself, for its owner; else null
   * @param connections the way to the owner
   * @param assistedGets how gets are made by the owner's helper thread; null where the network
   *     reads
   * @param lists how lists go
   * @param release gives up what detaching must give up; false when it is in use
   */
  NetworkBlock(
      int rank,
      long sizeBytes,
      long address,
      RemoteKey key,
      MemorySegment view,
      Connections connections,
      AssistedGets assistedGets,
      Lists lists,
      BooleanSupplier release) {
    super(rank, sizeBytes);
    this.address = address;
    this.key = key;
    this.view = view;
    this.connections = connections;
    this.assistedGets = assistedGets;
    this.lists = lists;
    this.release = release;
  }

  private ConnectedRank owner() {
    return connections.to(rank());
  }

  private NetworkEndpoint direct() {
    return owner().direct();
  }

  @Override
  public MemorySegment view() {
    return view;
  }

  @Override
  public long put(MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    if (sizeBytes == 0) {
      return COMPLETE;
    }
    requireUsable(source);
    ConnectedRank owner = owner();
    if (owner.isStriped(source, sizeBytes)) {
      return putStriped(owner, source, sourceOffset, offset, sizeBytes);
    }
    if (owner.gathers(sizeBytes)) {
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
    if (assistedGets != null) {
      assistedGets.get(
          owner().helper(), address + offset, destination, destinationOffset, sizeBytes);
      return COMPLETE;
    }
    ConnectedRank owner = owner();
    if (owner.isStriped(destination, sizeBytes)) {
      return getStriped(owner, offset, destination, destinationOffset, sizeBytes);
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

  private long putStriped(
      ConnectedRank to, MemorySegment source, long sourceOffset, long offset, long sizeBytes) {
    StripedTransfers paths = to.striped();
    try {
      return paths.put(source, sourceOffset, address + offset, key, sizeBytes);
    } catch (RuntimeException e) {
      throw abandoned(to.endpoint(), e);
    }
  }

  private long getStriped(
      ConnectedRank from,
      long offset,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes) {
    StripedTransfers paths = from.striped();
    try {
      return paths.get(address + offset, key, destination, destinationOffset, sizeBytes);
    } catch (RuntimeException e) {
      throw abandoned(from.endpoint(), e);
    }
  }

  /** What was started before the exception must not outlive it. */
  private static RuntimeException abandoned(NetworkEndpoint owner, RuntimeException e) {
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
      long signalOffset,
      long signalValue) {
    if (sizeBytes == 0
        || !(signalBlock instanceof NetworkBlock word)
        || owner().isStriped(source, sizeBytes)) {
      return super.putSignal(
          source, sourceOffset, offset, sizeBytes, signalBlock, signalOffset, signalValue);
    }
    requireUsable(source);
    ConnectedRank owner = owner();
    if (!owner.startsNow(source, sourceOffset, sizeBytes, false) || !owner.startsNow(2)) {
      return super.putSignal(
          source, sourceOffset, offset, sizeBytes, signalBlock, signalOffset, signalValue);
    }
    NetworkEndpoint endpoint = owner.endpoint();
    try {
      return endpoint.putSignal(
          source,
          sourceOffset,
          address + offset,
          key,
          sizeBytes,
          word.address + signalOffset,
          word.key,
          signalValue);
    } catch (RuntimeException e) {
      throw abandoned(endpoint, e);
    }
  }

  @Override
  public long putList(MemorySegment source, long sourceOffset, long offset, SegmentList list) {
    requireUsable(source);
    if (list.runs() == 0) {
      return COMPLETE;
    }
    ListProtocol protocol = lists.choice().of(list);
    if (protocol == ListProtocol.ASSISTED) {
      long ticket = owner().lists().put(source, sourceOffset, address + offset, list);
      if (ticket != AssistedLists.NOT_IN_PLACE) {
        return ticket;
      }
      protocol = lists.choice().withCopies(list);
    }
    if (protocol == ListProtocol.PACKED) {
      lists.packed().put(owner().helper(), source, sourceOffset, address + offset, list);
      return COMPLETE;
    }
    ConnectedRank owner = owner();
    if (isStriped(owner, source, list)) {
      return owner.striped().putList(source, sourceOffset, address + offset, key, list);
    }
    long remote = address + offset;
    if (!owner.startsNow(source, sourceOffset, list, false) && !InPlace.isConfined(source)) {
      return owner.outbox().putList(source, sourceOffset, remote, key, list);
    }
    NetworkEndpoint endpoint = owner.direct();
    try {
      return endpoint.putList(source, sourceOffset, remote, key, list);
    } catch (RuntimeException e) {
      throw abandoned(endpoint, e);
    }
  }

  @Override
  public long getList(
      long offset, MemorySegment destination, long destinationOffset, SegmentList list) {
    requireUsable(destination);
    if (list.runs() == 0) {
      return COMPLETE;
    }
    ListProtocol protocol = lists.choice().of(list);
    if (protocol == ListProtocol.ASSISTED) {
      long ticket = owner().lists().get(address + offset, destination, destinationOffset, list);
      if (ticket != AssistedLists.NOT_IN_PLACE) {
        return ticket;
      }
      protocol = lists.choice().withCopies(list);
    }
    if (protocol == ListProtocol.PACKED) {
      lists.packed().get(owner().helper(), address + offset, destination, destinationOffset, list);
      return COMPLETE;
    }
    if (assistedGets != null) {
      return super.getList(offset, destination, destinationOffset, list);
    }
    ConnectedRank owner = owner();
    if (isStriped(owner, destination, list)) {
      return owner.striped().getList(address + offset, key, destination, destinationOffset, list);
    }
    long remote = address + offset;
    if (!owner.startsNow(destination, destinationOffset, list, true)) {
      return owner.outbox().getList(remote, key, destination, destinationOffset, list);
    }
    NetworkEndpoint endpoint = owner.endpoint();
    try {
      return endpoint.getList(remote, key, destination, destinationOffset, list);
    } catch (RuntimeException e) {
      throw abandoned(endpoint, e);
    }
  }

  /** Segments are divided one by one, where each is long enough on the average. */
  private static boolean isStriped(ConnectedRank owner, MemorySegment local, SegmentList list) {
    return owner.isStriped(local, list.sizeBytes() / Math.max(1, list.segments()));
  }

  @Override
  public long accumulate(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      long sizeBytes) {
    requireUsable(source);
    ConnectedRank owner = owner();
    if (!owner.sendsNow(sizeBytes) && !InPlace.isConfined(source)) {
      SegmentList all = new SegmentList();
      all.add(0, 0, sizeBytes);
      return queue(owner, accumulation, source, sourceOffset, offset, all);
    }
    owner.helper().accumulate(accumulation, source, sourceOffset, address + offset, sizeBytes);
    return COMPLETE;
  }

  private long queue(
      ConnectedRank owner,
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    return owner
        .outbox()
        .accumulate(new OutgoingSums(accumulation, source, sourceOffset, address + offset, list));
  }

  @Override
  public long accumulateList(
      Accumulation accumulation,
      MemorySegment source,
      long sourceOffset,
      long offset,
      SegmentList list) {
    ConnectedRank owner = owner();
    if (!InPlace.isConfined(source)) {
      return queue(owner, accumulation, source, sourceOffset, offset, list);
    }
    owner.helper().accumulateList(accumulation, source, sourceOffset, address + offset, list);
    return COMPLETE;
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
    if (owner.startsNow(1)) {
      owner.endpoint().putWord(value, lengthBytes, address + offset, key);
    } else {
      owner.outbox().putWord(value, lengthBytes, address + offset, key);
    }
  }

  @Override
  public byte getByte(long offset) {
    return (byte) direct().getWord(Byte.BYTES, address + offset, key);
  }

  @Override
  public short getShort(long offset) {
    return (short) direct().getWord(Short.BYTES, address + offset, key);
  }

  @Override
  public int getInt(long offset) {
    return (int) direct().getWord(Integer.BYTES, address + offset, key);
  }

  @Override
  public long getLong(long offset) {
    return direct().getWord(Long.BYTES, address + offset, key);
  }

  @Override
  public void signal(long offset, long value) {
    putLong(offset, value);
  }

  @Override
  public void signalHelper(long offset, long value) {
    ConnectedRank owner = owner();
    if (owner.startsNow(2)) {
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
  public long updateLong(AtomicUpdate update, long offset, long operand) {
    return owner().atomics().update(address + offset, key, update, operand);
  }

  @Override
  public long compareAndSwapLong(long offset, long expected, long value) {
    return owner().atomics().compareAndSwap(address + offset, key, expected, value);
  }

  @Override
  public long startUpdateLong(
      AtomicUpdate update, long offset, long operand, MemorySegment result, long resultOffset) {
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
  public int updateInt(AtomicUpdate update, long offset, int operand) {
    return owner().intAtomics().updateInt(address + offset, key, update, operand);
  }

  @Override
  public int compareAndSwapInt(long offset, int expected, int value) {
    return owner().intAtomics().compareAndSwapInt(address + offset, key, expected, value);
  }

  @Override
  public boolean detach() {
    return release.getAsBoolean();
  }
}
