package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;

/**
 * A connection between two ranks, beside their endpoints, for messages from scattered memory at one
 * end to scattered memory at the other, without a copy. It has receives of its own, because
 * receives that all ranks share cannot be posted for one rank's message. The rank that asked for
 * the connection is its origin. Each direction has one purpose: the origin receives the data of its
 * gets and sends the data of its puts. So receives and messages meet in the order of the origin's
 * requests.
 *
 * <p>Nothing here waits. One thread at a time receives and sends; any thread may call the other
 * methods. The {@link EndpointProgress} of the endpoint beside this connection learns of failures.
 */
public interface ScatterLine extends AutoCloseable {
  /** Result of {@link #localKey} for memory that cannot be used in place. */
  long NO_KEY = -1;

  /**
   * Returns the address and limits of this end, for {@link #connect} at the other end.
   *
   * @return bytes in the network's own form
   */
  byte[] address();

  /**
   * Connects this end.
   *
   * @param address result of the other end's {@link #address}
   */
  void connect(byte[] address);

  /**
   * Returns the limits by which both ends cut lists into messages; known once this end is
   * connected.
   *
   * @return the same record at every call
   */
  ScatterLimits limits();

  /**
   * Returns how many messages this end can have under way in each direction.
   *
   * @return at least 4
   */
  int depth();

  /**
   * Returns the key of this rank's memory if messages can use it in place. Registers the memory if
   * that pays. The registration stays until {@link #release}; that of a block stays as long as the
   * block.
   *
   * @param memory native or heap memory
   * @param offset base of the list's local side
   * @param list segments of the memory
   * @param written whether messages will write to the memory
   * @return the key of the memory on this connection, or {@link #NO_KEY}
   */
  long localKey(MemorySegment memory, long offset, SegmentList list, boolean written);

  /**
   * Allows the memory to be deregistered once nothing is under way beside the endpoint's own
   * operations ({@link EndpointProgress#isAlone}). The caller has entered its transfer there, or
   * starts none.
   *
   * @param localKey result of {@link #localKey}
   */
  void release(long localKey);

  /**
   * Posts receives into the local side of a list, all or none.
   *
   * @param base address of the base of that side
   * @param localKey key of that memory
   * @param list list to cut into messages
   * @return number of the last receive, or 0 if there is no room now
   */
  long tryReceive(long base, long localKey, SegmentList list);

  /**
   * Sends the local side of a list, all or nothing. The other end has posted its receives.
   *
   * @param base address of the base of that side
   * @param localKey key of that memory
   * @param list list to cut into messages
   * @return number of the last message, or 0 if there is no room now
   */
  long trySend(long base, long localKey, SegmentList list);

  /** Returns whether receives are under way. */
  boolean receives();

  /** Returns whether sent messages are under way. */
  boolean sends();

  /**
   * Returns how many receives are complete: their data are in place.
   *
   * @return a number that only rises
   */
  long received();

  /**
   * Returns how many sent messages are complete: their data are in place at the other end.
   *
   * @return a number that only rises
   */
  long sent();

  /**
   * Sends a message to the other rank's helper thread, behind all operations that the endpoint has
   * started. The device reports its completion.
   *
   * @param message memory that begins with the message; unchanged until the message is answered
   * @param lengthBytes length of the message
   * @return false if the call would have had to wait; nothing was sent then
   */
  boolean tryRequest(RegisteredMemory.Part message, int lengthBytes);

  /**
   * Writes a word and notifies the other rank's helper thread by {@link
   * HelperInbox.Receiver#answered}. Called in a turn of this rank's helper thread.
   *
   * @param value new value of the word
   * @param remote address of the word
   * @param key key of the memory there
   */
  void putAnswer(long value, long remote, RemoteKey key);

  /**
   * Ends the connection at once. When this returns, the network uses none of this rank's memory for
   * it.
   */
  void reset();

  /** Closes this end. */
  @Override
  void close();
}
