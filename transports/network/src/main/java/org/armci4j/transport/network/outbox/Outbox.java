package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.InPlace;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;
import org.armci4j.transport.UpdateKind;
import org.armci4j.transport.WordWrites;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.helper.AssistedLists;
import org.armci4j.transport.network.helper.HelperRequests;

/**
 * Operations on one rank that would have had to wait in their call: each is queued here as what it
 * is. What that is, and when they are started, {@link StartQueue} says.
 */
public final class Outbox extends StartQueue {
  /** A put of no more is copied when it is queued, so that its source can be used again. */
  private static final int SHORT_BYTES = 256;

  private final long copiedBytes;

  /**
   * @param route by which they go
   * @param burst which short puts are gathered
   * @param limit how many may be queued
   * @param copiedBytes the longest put of memory that this thread alone may read: it is copied
   * @param helperWaker wakes this rank's helper thread
   */
  public Outbox(
      RankRoute route, PutBurst burst, int limit, long copiedBytes, Runnable helperWaker) {
    super(route, burst, limit, helperWaker);
    this.copiedBytes = copiedBytes;
  }

  /**
   * Whether memory may be read behind the call: by a thread that is not the caller's.
   *
   * @param source the caller's
   * @param sizeBytes how much of it; a put of no more is copied
   */
  public boolean takes(MemorySegment source, long sizeBytes) {
    return sizeBytes <= copiedBytes || !InPlace.isConfined(source);
  }

  /**
   * Queues a put of memory that it {@link #takes}.
   *
   * @param source native or heap memory
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many
   * @return a ticket
   */
  public long put(MemorySegment source, long offset, long remote, RemoteKey key, long sizeBytes) {
    if (sizeBytes > SHORT_BYTES && !InPlace.isConfined(source)) {
      return add(new QueuedTransfer(false, source, offset, remote, key, sizeBytes));
    }
    add(new QueuedTransfer(false, copyOf(source, offset, sizeBytes), 0, remote, key, sizeBytes));
    return RemoteBlock.COMPLETE;
  }

  /**
   * Queues a put of memory that it {@link #takes}, and words behind it.
   *
   * @param source native or heap memory
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many; 0 for words alone
   * @param words what is written before the signal word; read in this call
   * @param base from where their offsets are
   * @param wordKey of the memory that holds the words
   * @param signal address of the signal word
   * @param value its new value
   * @return a ticket for the data
   */
  public long putSignal(
      MemorySegment source,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      WordWrites words,
      long base,
      RemoteKey wordKey,
      long signal,
      long value) {
    boolean inPlace = sizeBytes > SHORT_BYTES && !InPlace.isConfined(source);
    MemorySegment from = inPlace ? source : copyOf(source, offset, sizeBytes);
    long at = inPlace ? offset : 0;
    long ticket =
        add(
            new QueuedPutSignal(
                from, at, remote, key, sizeBytes, words.copy(), base, wordKey, signal, value));
    return inPlace ? ticket : RemoteBlock.COMPLETE;
  }

  private static MemorySegment copyOf(MemorySegment source, long offset, long sizeBytes) {
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) sizeBytes]);
    if (sizeBytes > 0) {
      MemorySegment.copy(source, offset, copy, 0, sizeBytes);
    }
    return copy;
  }

  /**
   * Queues a get.
   *
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param destination native or heap memory
   * @param offset first byte there
   * @param sizeBytes how many
   * @return a ticket
   */
  public long get(
      long remote, RemoteKey key, MemorySegment destination, long offset, long sizeBytes) {
    return add(new QueuedTransfer(true, destination, offset, remote, key, sizeBytes));
  }

  /**
   * Queues a put or get over several paths.
   *
   * @param paths those
   * @param get whether it reads there
   * @param local native memory that other threads may use
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many
   * @return a ticket
   */
  public long divide(
      PathTransfers paths,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes) {
    return add(new QueuedStriped(paths, get, local, offset, remote, key, sizeBytes));
  }

  /**
   * Queues the put of a list.
   *
   * @param source native or heap memory that other threads may read
   * @param offset the base of the list's local side
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket
   */
  public long putList(
      MemorySegment source, long offset, long remote, RemoteKey key, SegmentList list) {
    return add(new QueuedList(false, source, offset, remote, key, list));
  }

  /**
   * Queues the get of a list.
   *
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param destination native or heap memory
   * @param offset the base of the list's local side
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket
   */
  public long getList(
      long remote, RemoteKey key, MemorySegment destination, long offset, SegmentList list) {
    return add(new QueuedList(true, destination, offset, remote, key, list));
  }

  /**
   * Queues the write of a word.
   *
   * @param value of it the lower bytes
   * @param lengthBytes 1, 2, 4 or 8
   * @param remote where
   * @param key of the memory there
   */
  public void putWord(long value, int lengthBytes, long remote, RemoteKey key) {
    add(new QueuedWord(false, value, lengthBytes, remote, key));
  }

  /**
   * Queues the write of a word of eight bytes, and the notification of the other side's helper.
   *
   * @param value its new value
   * @param remote where
   * @param key of the memory there
   */
  public void putWordAndNotify(long value, long remote, RemoteKey key) {
    add(new QueuedWord(true, value, Long.BYTES, remote, key));
  }

  /**
   * Queues what is asked of the helper thread there.
   *
   * @param requests of memory that other threads may read
   * @return a ticket
   */
  public long ask(HelperRequests requests) {
    return add(new QueuedRequests(requests));
  }

  /**
   * Queues an addition to a word of eight bytes by the network.
   *
   * @param remote where
   * @param key of the memory there
   * @param delta what to add
   */
  public void add(long remote, RemoteKey key, long delta) {
    add(new QueuedAdd(remote, key, delta));
  }

  /**
   * Queues an update of a word of eight bytes by the network.
   *
   * @param remote where
   * @param key of the memory there
   * @param update what to do
   * @param operand of the update
   * @param result receives the old value
   * @param offset first byte there
   * @return a ticket
   */
  public long update(
      long remote,
      RemoteKey key,
      UpdateKind update,
      long operand,
      MemorySegment result,
      long offset) {
    return add(
        route.endpoint().atomics().isOneOperation(update)
            ? QueuedUpdate.of(remote, key, update, operand, result, offset)
            : new QueuedSwaps(remote, key, update, operand, result, offset));
  }

  /**
   * Queues the replacement of an expected value by the network.
   *
   * @param remote where
   * @param key of the memory there
   * @param expected what the word must hold
   * @param value its new value then
   * @param result receives the old value
   * @param offset first byte there
   * @return a ticket
   */
  public long compareAndSwap(
      long remote, RemoteKey key, long expected, long value, MemorySegment result, long offset) {
    return add(QueuedUpdate.swap(remote, key, expected, value, result, offset));
  }

  /**
   * Queues a list that the helper thread there assists with.
   *
   * @param lists by which it goes
   * @param get whether it reads there
   * @param local memory of this rank that can be used in place
   * @param offset the base of the list's local side
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param list which bytes; not changed until the ticket is complete
   * @return a ticket
   */
  public long assist(
      AssistedLists lists,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      SegmentList list) {
    return add(
        new QueuedAssisted(
            lists,
            get,
            local,
            offset,
            remote,
            list,
            () -> list(get, local, offset, remote, key, list)));
  }

  private static Queued list(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list) {
    return new QueuedList(get, local, offset, remote, key, list);
  }

  /** Closes a key when all that uses it has been started. */
  public void close(RemoteKey key) {
    add(new QueuedClose(key));
  }
}
