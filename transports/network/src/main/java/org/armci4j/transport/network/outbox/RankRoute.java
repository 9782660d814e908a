package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.helper.RemoteHelper;

/**
 * The means by which operations on one rank are started: one at a time, by a thread that never
 * waits.
 */
public final class RankRoute {
  /** Most operations of one list that are started together. */
  static final int GROUP = 16;

  private final NetworkEndpoint endpoint;
  private final RemoteHelper helper;
  private final BounceBuffers buffers;
  private final long maxMessageBytes;
  private final Ahead ahead;

  /** Number of starts. */
  private long steps;

  private boolean holdsBuffers;

  /** Earlier messages and transfers to the target that an operation must not overtake. */
  public interface Ahead {
    /**
     * Returns whether the target's helper thread has carried out all messages, and all assisted
     * lists and transfers over several paths are complete.
     */
    boolean isCarriedOut();

    /**
     * Returns whether the target's helper thread has carried out all messages, and all assisted
     * lists are complete; transfers over several paths may be under way.
     */
    boolean isHelped();

    /**
     * Returns whether all assisted lists are requested, and all transfers over several paths
     * complete.
     */
    boolean isRequested();
  }

  /**
   * @param endpoint reaches the target
   * @param helper the target's helper thread
   * @param buffers through which data are copied
   * @param maxMessageBytes the longest single transfer
   * @param ahead earlier operations that must not be overtaken
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

  /** Returns the longest part of a copied transfer. */
  int copyPieceBytes() {
    return buffers.pieceBytes(endpoint.copyPieceBytes());
  }

  /** Returns the length of the first part of a copied transfer. */
  int firstPieceBytes() {
    return endpoint.firstPieceBytes();
  }

  /** Records that something has been started. */
  void hasStepped() {
    steps++;
  }

  long steps() {
    return steps;
  }

  /**
   * Begins to start operations that bypass the helper thread. Never waits.
   *
   * @param most the most operations wanted
   * @param reads whether they read
   * @return how many may be started before {@link #end}; 0 if it has not begun
   */
  int tryBegin(int most, boolean reads) {
    return ahead.isCarriedOut() ? endpoint.tryBegin(most, reads) : 0;
  }

  /**
   * Takes room in the buffers for copied data; the caller has begun.
   *
   * @param lengthBytes of all data together
   * @param operations how many operations carry them
   * @return false if there is no room yet; then the caller starts nothing that is copied
   */
  boolean tryHoldBuffers(int lengthBytes, int operations) {
    holdsBuffers = buffers.tryLock(endpoint.bufferUser(), lengthBytes, operations);
    return holdsBuffers;
  }

  /** Ends the turn that {@link #tryBegin} began. */
  void end() {
    if (holdsBuffers) {
      holdsBuffers = false;
      buffers.unlock();
    }
    endpoint.endTurn();
  }

  /** Returns whether a transfer over several paths may start; such transfers order themselves. */
  boolean mayDivide() {
    return ahead.isHelped();
  }

  /** Returns whether an assisted list may be requested. */
  boolean mayRequest() {
    return ahead.isRequested();
  }

  /** Begins a message to the helper thread, unless that had to wait. */
  boolean tryBeginMessage() {
    return ahead.isRequested() && helper.tryBegin();
  }
}
