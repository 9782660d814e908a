package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.helper.RemoteHelper;

/**
 * What operations on one rank go out by. They are started one at a time, by a thread that waits for
 * nothing.
 */
public final class RankRoute {
  /** Operations of one list that are started together at most. */
  static final int GROUP = 16;

  private final NetworkEndpoint endpoint;
  private final RemoteHelper helper;
  private final BounceBuffers buffers;
  private final long maxMessageBytes;
  private final Ahead ahead;

  /** How often something has been started. */
  private long steps;

  private boolean holdsBuffers;

  /** What else this rank has sent there, past which an operation must not go. */
  public interface Ahead {
    /**
     * Whether the helper thread there has done all that it was sent, and lists and what went over
     * several paths have arrived.
     */
    boolean isCarriedOut();

    /** The same, whatever is under way over several paths. */
    boolean isHelped();

    /** Whether all lists that the helper thread there assists with have been asked for. */
    boolean isRequested();
  }

  /**
   * @param endpoint the rank
   * @param helper its helper thread
   * @param buffers through which data are copied
   * @param maxMessageBytes the longest single transfer
   * @param ahead what they must not overtake
   */
  public RankRoute(
      NetworkEndpoint endpoint,
      RemoteHelper helper,
      BounceBuffers buffers,
      long maxMessageBytes,
      Ahead ahead) {
    this.endpoint = endpoint;
    this.helper = helper;
    this.buffers = buffers;
    this.maxMessageBytes = maxMessageBytes;
    this.ahead = ahead;
  }

  NetworkEndpoint endpoint() {
    return endpoint;
  }

  RemoteHelper helper() {
    return helper;
  }

  long maxMessageBytes() {
    return maxMessageBytes;
  }

  /** The longest part of a copied transfer: what some of them need leaves room for others. */
  int copyPieceBytes() {
    return (int) Math.min(endpoint.copyPieceBytes(), buffers.memory().byteSize() / 8);
  }

  /** Returns the length of the first part of a copied transfer. */
  int firstPieceBytes() {
    return endpoint.firstPieceBytes();
  }

  /** Something has been started. */
  void hasStepped() {
    steps++;
  }

  long steps() {
    return steps;
  }

  /**
   * Begins to start operations past the helper thread, if nothing has to be waited for.
   *
   * @param most how many at most
   * @param reads whether they read
   * @return how many may be started before {@link #end}; 0 when it has not begun
   */
  int tryBegin(int most, boolean reads) {
    return ahead.isCarriedOut() ? endpoint.tryBegin(most, reads) : 0;
  }

  /**
   * Takes room for data that are copied, once it has begun.
   *
   * @param lengthBytes of all together
   * @param operations how many carry them
   * @return false where there is none now: nothing that is copied is started then
   */
  boolean tryHoldBuffers(int lengthBytes, int operations) {
    holdsBuffers = buffers.tryLock(endpoint, lengthBytes, operations);
    return holdsBuffers;
  }

  /** Ends what {@link #tryBegin} began. */
  void end() {
    if (holdsBuffers) {
      holdsBuffers = false;
      buffers.unlock();
    }
    endpoint.endTurn();
  }

  /** Whether a transfer may go over several paths: of those before it they see to it themselves. */
  boolean mayDivide() {
    return ahead.isHelped();
  }

  /** Whether a list may be asked for that the helper thread assists with. */
  boolean mayRequest() {
    return ahead.isRequested();
  }

  /** Begins a message to the helper thread, if nothing has to be waited for. */
  boolean tryBeginMessage() {
    return ahead.isRequested() && helper.tryBegin();
  }
}
