package org.armci4j.transport.network;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.SegmentList;

/**
 * A way between two ranks on which messages go from scattered memory here to scattered memory
 * there, without a copy: beside their endpoints, and with receives of its own, as receives that
 * serve all ranks cannot be meant for one. One of the ranks has asked for it, the origin, and its
 * two ends are used in one direction for one purpose: the origin receives what it gets and sends
 * what it puts. So receives and messages meet in the order of the origin's requests.
 *
 * <p>Nothing here waits. One thread at a time receives and sends; any thread may call the rest.
 * Failures are told to the {@link EndpointProgress} of the endpoint beside it.
 */
public interface ScatterLine extends AutoCloseable {
  /** What {@link #localKey} answers for memory that cannot be used in place. */
  long NO_KEY = -1;

  /**
   * What the other end needs to connect to this one, its limits among it.
   *
   * @return some bytes in the network's own form
   */
  byte[] address();

  /**
   * Connects this end.
   *
   * @param address the other end's
   */
  void connect(byte[] address);

  /**
   * How both ends cut lists into messages. Known when this end is connected.
   *
   * @return the same record at every call
   */
  ScatterLimits limits();

  /**
   * Messages that this end can have under way, in each direction.
   *
   * @return at least 4
   */
  int depth();

  /**
   * Whether memory of this rank can be used in place; registers it if that pays. It stays so until
   * {@link #release}; a block does for as long as it is there.
   *
   * @param memory native or heap memory
   * @param offset the base of the list's local side
   * @param list which bytes
   * @param written whether messages will be written there
   * @return what names the memory to this line, or {@link #NO_KEY}
   */
  long localKey(MemorySegment memory, long offset, SegmentList list, boolean written);

  /**
   * The memory may be deregistered again as soon as nothing is under way beside the endpoint's own
   * operations ({@link EndpointProgress#isAlone}): the caller has entered its transfer there, or
   * makes none.
   *
   * @param localKey what {@link #localKey} answered
   */
  void release(long localKey);

  /**
   * Posts receives into the local side of a list, all or none.
   *
   * @param base address of the base of that side
   * @param localKey of that memory
   * @param list what is cut into messages
   * @return the number of the last receive, or 0 if there is no room now
   */
  long tryReceive(long base, long localKey, SegmentList list);

  /**
   * Sends the local side of a list, all or nothing. The other end has posted its receives.
   *
   * @param base address of the base of that side
   * @param localKey of that memory
   * @param list what is cut into messages
   * @return the number of the last message, or 0 if there is no room now
   */
  long trySend(long base, long localKey, SegmentList list);

  /** Whether receives are under way. */
  boolean receives();

  /** Whether messages are under way that are sent. */
  boolean sends();

  /**
   * How many receives are complete: their data are in place.
   *
   * @return a number that only rises
   */
  long received();

  /**
   * How many messages are complete: their data are in place at the other end.
   *
   * @return a number that only rises
   */
  long sent();

  /**
   * Sends a message to the other rank's helper thread behind all that the endpoint has started, and
   * has its completion told.
   *
   * @param message begins with it, and stays as it is until it is answered
   * @param lengthBytes how long it is
   * @return false if that had to wait: nothing has happened
   */
  boolean tryRequest(RegisteredMemory.Part message, int lengthBytes);

  /**
   * Writes a word, in a turn of the helper thread, and has the other rank's helper thread learn of
   * it: {@link HelperInbox.Receiver#answered}.
   *
   * @param value its new value
   * @param remote where
   * @param key of the memory there
   */
  void putAnswer(long value, long remote, RemoteKey key);

  /** Ends it at once: when this returns, the network uses no memory of this rank's for it. */
  void reset();

  /** Ends it. */
  @Override
  void close();
}
