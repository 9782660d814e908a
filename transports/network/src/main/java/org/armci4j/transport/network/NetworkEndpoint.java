package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;

/**
 * A rank as this rank reaches it through the network. Any thread can start operations once the
 * endpoint is {@link #connect connected}.
 *
 * <p>An operation is under way when its call returns a ticket. {@link
 * org.armci4j.transport.RemoteBlock#COMPLETE} means that the local buffer may be reused at once;
 * for any other ticket, ask {@link #progress}. Operations of one thread, messages among them, take
 * effect at the target in the order of the calls. A get sees the puts before it.
 *
 * <p>The network uses the caller's memory in place only where {@link org.armci4j.transport.InPlace}
 * allows it. It uses the memory's address only until the operation is complete or {@link
 * EndpointProgress#abandon abandoned}.
 *
 * <p>Remote places are addresses in the target's process, each with the key of the memory that
 * holds it. Every operation throws {@link org.armci4j.error.ArmciException} when the connection has
 * failed: the message names the failed operation and the reason.
 */
public interface NetworkEndpoint extends AutoCloseable {
  /** Longest transfer that is one operation in any case, copied or not. */
  int SHORT_BYTES = 4096;

  /** Most operations of one {@link #putWordAndNotify}: the word, and its notification. */
  int NOTIFICATION = 2;

  /**
   * Returns the address of this side, for {@link #connect} at the other side.
   *
   * @return bytes in the network's own form
   */
  byte[] address();

  /**
   * Connects this side, which receives from then on. Its own messages arrive once the other side is
   * connected too.
   *
   * @param address result of the other side's {@link #address}
   */
  void connect(byte[] address);

  /**
   * Returns the progress of this endpoint's operations.
   *
   * @return the same object at every call
   */
  EndpointProgress progress();

  /**
   * Returns the holder of the buffers that operations of this endpoint use.
   *
   * @return the same object at every call
   */
  default BounceBuffers.User bufferUser() {
    return progress();
  }

  /**
   * Starts to read or write the target's memory.
   *
   * @param get whether it reads
   * @param local native or heap memory
   * @param offset first byte in the local memory
   * @param remote address of the first byte at the target
   * @param key key of the memory there
   * @param sizeBytes number of bytes, at least 1
   * @return a ticket; the data of a read are in place when it is complete
   */
  long transfer(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, long sizeBytes);

  /**
   * Starts to read or write the segments of a list, in any order.
   *
   * @param get whether it reads
   * @param local native or heap memory
   * @param offset base of the list's local side
   * @param remote address of the base of the list's remote side
   * @param key key of the memory there
   * @param list the segments; read in this call
   * @return a ticket for all of them
   */
  long transferList(
      boolean get, MemorySegment local, long offset, long remote, RemoteKey key, SegmentList list);

  /**
   * Starts to write data and words behind them; sends all of it together where the network can. A
   * thread at the target that sees a word also sees the data and the words before it.
   *
   * <p>This implementation makes each part an operation. The caller has made sure that there is
   * room for all of them, and that data which pass through the buffers are one piece at most.
   *
   * @param put the data and words; read in this call
   * @return a ticket for the data
   */
  default long putSignal(SignalledData put) {
    long ticket = put.sizeBytes() == 0 ? RemoteBlock.COMPLETE : putData(put);
    for (int i = 0; i <= put.count(); i++) {
      put.write(i, this);
    }
    return ticket;
  }

  private long putData(SignalledData put) {
    return transfer(
        false, put.source(), put.sourceOffset(), put.remote(), put.key(), put.sizeBytes());
  }

  /**
   * Starts to write data for which the target waits, and the signal word behind them that says so;
   * sends both together where the network can. Like {@link #signal}, it needs no {@link #flush}.
   * Uses no buffers. The source is registered memory of this rank. It stays valid until the ticket
   * is over.
   *
   * @param put at least one byte of data, and a signal word alone; read in this call
   * @return a ticket for the data
   */
  default long putAwaited(SignalledData put) {
    long ticket = putData(put);
    signal(put.signalValue(), put.signal(), put.wordKey(), true);
    return ticket;
  }

  /**
   * Writes a word, which needs no buffer here. No reader sees a part of an aligned word of 4 or 8
   * bytes.
   *
   * @param value the word in its lower bytes, in the native byte order
   * @param lengthBytes 1, 2, 4 or 8
   * @param remote address of the word
   * @param key key of the memory there
   */
  void putWord(long value, int lengthBytes, long remote, RemoteKey key);

  /**
   * Writes a word of eight bytes that announces earlier writes to its reader. Works like {@link
   * #putWord}, perhaps by a faster protocol.
   *
   * @param value new value of the word
   * @param remote address of the word, a multiple of 8
   * @param key key of the memory there
   * @param isAwaited whether the target waits for the word before the word's memory gets any other
   *     use: then {@link #flush} need not wait for the word
   */
  default void signal(long value, long remote, RemoteKey key, boolean isAwaited) {
    putWord(value, Long.BYTES, remote, key);
  }

  /**
   * Writes two adjacent words of eight bytes. A thread at the target that sees the second one also
   * sees the first.
   *
   * @param first value of the first word
   * @param second value of the second word
   * @param remote address of the first word
   * @param key key of the memory there
   */
  void putWords(long first, long second, long remote, RemoteKey key);

  /**
   * Writes a word of eight bytes and notifies the target's helper thread, by {@link
   * HelperInbox.Receiver#notified}.
   *
   * @param value new value of the word
   * @param remote address of the word
   * @param key key of the memory there
   */
  void putWordAndNotify(long value, long remote, RemoteKey key);

  /**
   * Sends a message to the target's helper thread.
   *
   * @param offset where the message begins in {@link Network#buffers}
   * @param lengthBytes length of the message
   * @return a ticket; the buffer may be reused when it {@linkplain EndpointProgress#isOver is over}
   */
  long send(long offset, int lengthBytes);

  /**
   * Returns the network's own atomic updates of words.
   *
   * @return the same object at every call; null where {@link NetworkCapabilities#atomics} is false
   */
  WordAtomics atomics();

  /**
   * Begins a turn of the helper thread, which never waits: operations that it starts before {@link
   * #endTurn} are under way at once. Other threads start nothing meanwhile.
   *
   * @param operations most operations that the turn will start: words, and puts of registered
   *     memory no longer than {@link NetworkCapabilities#maxMessageBytes}
   * @return false when another thread uses this endpoint, or there is no room for so many
   *     operations. Then nothing has begun; the helper thread tries again later, and goes before
   *     all other threads until it succeeds
   */
  boolean beginTurn(int operations);

  /** Ends a turn that {@link #beginTurn} or {@link #tryBegin} began. */
  void endTurn();

  /**
   * Begins a turn of any thread; never waits. Operations that the thread starts before {@link
   * #endTurn} are under way at once, if the thread holds the buffers that their data pass through.
   * Begins nothing where this thread already uses the endpoint: it may be waiting there and take
   * steps meanwhile.
   *
   * @param most how many operations the thread would like to start, each no longer than {@link
   *     NetworkCapabilities#maxMessageBytes}, and no longer than {@link #copyPieceBytes} where it
   *     is {@link #isCopied copied}
   * @param reads whether the operations read
   * @return how many operations the thread can start; 0 when no turn has begun
   */
  int tryBegin(int most, boolean reads);

  /** Returns the length of the longest part of a copied transfer that is one operation. */
  int copyPieceBytes();

  /**
   * Returns the length of the first part of a copied transfer. It is sent while the next part is
   * copied, so it is short where a message costs less than the copy.
   */
  default int firstPieceBytes() {
    return SHORT_BYTES;
  }

  /**
   * Returns whether a transfer passes through the buffers.
   *
   * @param local native or heap memory
   * @param offset first byte in the local memory
   * @param sizeBytes number of bytes
   * @param get whether the transfer writes to the local memory
   */
  boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get);

  /**
   * Returns whether a transfer of a list passes through the buffers.
   *
   * @param local native or heap memory
   * @param offset base of the list's local side
   * @param list the segments
   * @param get whether the transfer writes to the local memory
   */
  boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get);

  /** Waits until all operations started so far have been carried out at the target. */
  void flush();

  /** Ends the connection, even with operations under way. */
  @Override
  void close();
}
