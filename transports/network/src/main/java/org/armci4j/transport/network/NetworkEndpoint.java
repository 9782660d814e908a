package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.SegmentList;

/**
 * One rank as this rank reaches it through the network. Operations can be started once it is {@link
 * #connect connected}, by any thread.
 *
 * <p>An operation that returns a ticket is under way when it returns: {@link
 * org.armci4j.transport.RemoteBlock#COMPLETE} says that the local buffer may be reused at once, any
 * other number is to be asked of {@link #progress}. Operations of one thread take effect at the
 * other side in the order of the calls, and so do messages among them; a get sees the puts before
 * it.
 *
 * <p>The caller's memory is used in place only where {@link org.armci4j.transport.InPlace} says
 * that it may be, and by address only until the operation is complete or {@link
 * EndpointProgress#abandon abandoned}.
 *
 * <p>Remote places are addresses of the other rank's process, each with the key of the memory that
 * it lies in. Every operation throws {@link org.armci4j.error.ArmciException} when the connection
 * has failed: which operation it was that failed, and why.
 */
public interface NetworkEndpoint extends BounceBuffers.User, AutoCloseable {
  /** A transfer of so many bytes at most is one operation, whether it is copied or not. */
  int SHORT_BYTES = 4096;

  /** How many operations {@link #putWordAndNotify} is at most: a word, and what tells of it. */
  int NOTIFICATION = 2;

  /**
   * What the other side needs to connect to this one.
   *
   * @return some bytes in the network's own form
   */
  byte[] address();

  /**
   * Connects this side; from here on it receives. What it sends arrives once the other side is
   * connected too.
   *
   * @param address the other side's
   */
  void connect(byte[] address);

  /**
   * How far the operations have come.
   *
   * @return the same object at every call
   */
  EndpointProgress progress();

  /**
   * Starts to write.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many, at least 1
   * @return a ticket
   */
  long put(MemorySegment source, long sourceOffset, long remote, RemoteKey key, long sizeBytes);

  /**
   * Starts to read.
   *
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param destination native or heap memory
   * @param destinationOffset first byte in the destination
   * @param sizeBytes how many, at least 1
   * @return a ticket; the data is there when it is complete
   */
  long get(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      long sizeBytes);

  /**
   * Starts to write the segments of a list, in any order.
   *
   * @param source native or heap memory
   * @param sourceOffset the base of the list's local side
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param list which bytes; read in this call
   * @return a ticket for all of them
   */
  long putList(
      MemorySegment source, long sourceOffset, long remote, RemoteKey key, SegmentList list);

  /**
   * Starts to read the segments of a list, in any order.
   *
   * @param remote the base of the list's remote side
   * @param key of the memory there
   * @param destination native or heap memory
   * @param destinationOffset the base of the list's local side
   * @param list which bytes; read in this call
   * @return a ticket for all of them
   */
  long getList(
      long remote,
      RemoteKey key,
      MemorySegment destination,
      long destinationOffset,
      SegmentList list);

  /**
   * Starts what {@link #put} does and, behind it, the writes of words: together, where the network
   * has a way for that. A thread that sees a word there sees the data, and the words before it.
   *
   * <p>This form makes an operation of each part. The caller has seen to it that there is room for
   * so many, and that data which pass through the buffers are one piece at most.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte in the source
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many; 0 for words alone
   * @param words the words; read in this call
   * @return a ticket for the data
   */
  default long putSignal(
      MemorySegment source,
      long sourceOffset,
      long remote,
      RemoteKey key,
      long sizeBytes,
      SignalWords words) {
    long ticket =
        sizeBytes == 0 ? RemoteBlock.COMPLETE : put(source, sourceOffset, remote, key, sizeBytes);
    for (int i = 0; i <= words.count(); i++) {
      words.write(i, this);
    }
    return ticket;
  }

  /**
   * Writes a word, which needs no buffer here. No reader sees a part of an aligned one of 4 or 8
   * bytes.
   *
   * @param value of it the lower bytes, in the native byte order
   * @param lengthBytes 1, 2, 4 or 8
   * @param remote where
   * @param key of the memory there
   */
  void putWord(long value, int lengthBytes, long remote, RemoteKey key);

  /**
   * Writes a word of eight bytes that tells its reader of what was written before: as {@link
   * #putWord}, perhaps by a shorter way.
   *
   * @param value its new value
   * @param remote where, a multiple of 8
   * @param key of the memory there
   * @param isAwaited whether the other side waits for it before anything else is made of this
   *     word's memory: then {@link #flush} need not see to it
   */
  default void signal(long value, long remote, RemoteKey key, boolean isAwaited) {
    putWord(value, Long.BYTES, remote, key);
  }

  /**
   * Writes two words of eight bytes one behind the other. A thread that sees the second there sees
   * the first.
   *
   * @param first value of the first word
   * @param second value of the second
   * @param remote address of the first; the second lies behind it
   * @param key of the memory there
   */
  void putWords(long first, long second, long remote, RemoteKey key);

  /**
   * Writes a word of eight bytes and notifies the other side's helper thread, whose {@link
   * HelperInbox.Receiver#notified} is called.
   *
   * @param value its new value
   * @param remote where
   * @param key of the memory there
   */
  void putWordAndNotify(long value, long remote, RemoteKey key);

  /**
   * Sends a message to the other side's helper thread.
   *
   * @param offset where it begins in {@link Network#buffers}
   * @param lengthBytes how long it is
   * @return a ticket; the buffer may be reused when it is over
   */
  long send(long offset, int lengthBytes);

  /**
   * Returns atomic updates of words by the network itself.
   *
   * @return the same object at every call, or null where {@link NetworkCapabilities#atomics} says
   *     that there are none
   */
  WordAtomics atomics();

  /**
   * Begins a turn of the helper thread, which never waits: what it starts before {@link #endTurn}
   * is under way at once. Other threads start nothing meanwhile.
   *
   * @param operations how many it will start at most: words, and puts of registered memory that are
   *     no longer than {@link NetworkCapabilities#maxMessageBytes}
   * @return false when another thread is at this endpoint, or there is no room for so many: nothing
   *     has begun, and the helper thread, which no other one goes before from here on, tries again
   *     later
   */
  boolean beginTurn(int operations);

  /** Ends a turn that {@link #beginTurn} or {@link #tryBegin} began. */
  void endTurn();

  /**
   * Begins a turn of any thread, which waits for nothing: what it starts before {@link #endTurn} is
   * under way at once, if it holds the buffers that data pass through. Nothing is begun where this
   * thread itself is at this endpoint, as when it waits there and takes steps meanwhile.
   *
   * @param most how many operations it would like to start, each no longer than {@link
   *     NetworkCapabilities#maxMessageBytes}, and than {@link #copyPieceBytes} where it is {@link
   *     #isCopied copied}
   * @param reads whether they read
   * @return how many it can start; 0 when it has not begun
   */
  int tryBegin(int most, boolean reads);

  /** The longest part of a copied transfer that is one operation. */
  int copyPieceBytes();

  /**
   * Returns the length of the first part of a copied transfer. It is sent while the next part is
   * copied, so it is short where a message costs less than the copy.
   */
  default int firstPieceBytes() {
    return SHORT_BYTES;
  }

  /**
   * Whether a transfer passes through the buffers.
   *
   * @param local native or heap memory
   * @param offset first byte there
   * @param sizeBytes how many
   * @param get whether it writes there
   */
  boolean isCopied(MemorySegment local, long offset, long sizeBytes, boolean get);

  /**
   * The same of a list.
   *
   * @param local native or heap memory
   * @param offset the base of the list's local side
   * @param list which bytes
   * @param get whether it writes there
   */
  boolean isCopied(MemorySegment local, long offset, SegmentList list, boolean get);

  /** Waits until all that has been started is carried out at the other side. */
  void flush();

  /** Ends the connection, whatever is under way. */
  @Override
  void close();
}
