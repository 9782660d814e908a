package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SignalWords;

/**
 * A contiguous put and the words behind it. The last piece goes together with the words, in the
 * endpoint's own form. If there is no room for so many operations, each goes by itself.
 */
public final class PutWithSignal extends Transfer {
  private SignalWords words = new SignalWords();

  /** How many of the words have been written, including the signal word. */
  private int written;

  PutWithSignal() {}

  /** Returns the words behind the data, to be filled for each call. */
  public SignalWords words() {
    return words;
  }

  /**
   * Becomes a put with its {@link #words}.
   *
   * @param source native or heap memory
   * @param sourceOffset first byte there
   * @param to first byte at the target
   * @param itsKey of the target's memory
   * @param lengthBytes length of the put; 0 for words alone
   * @return this
   */
  @Override
  public PutWithSignal put(
      MemorySegment source, long sourceOffset, long to, RemoteKey itsKey, long lengthBytes) {
    become(false, source, sourceOffset, to, itsKey, lengthBytes);
    written = 0;
    return this;
  }

  @Override
  void forget() {
    super.forget();
    words.forget();
  }

  @Override
  void keep() {
    words = words.copy();
  }

  @Override
  boolean isWhole() {
    return super.isWhole() && written > words.count();
  }

  @Override
  int operations() {
    if (!super.isWhole()) {
      return words.operations();
    }
    return isNotification() ? NetworkEndpoint.NOTIFICATION : 1;
  }

  private boolean isNotification() {
    return written == words.count() && words.signalsHelper();
  }

  @Override
  boolean startPart(RankRoute route, int begun) {
    if (!super.isWhole()) {
      return super.startPart(route, begun);
    }
    if (begun < operations()) {
      return false;
    }
    words.write(written, route.endpoint());
    written++;
    return true;
  }

  @Override
  int bytesBeside() {
    return words.bytes();
  }

  /** Starts everything as one part, bypassing the queue; returns false if nothing was started. */
  boolean startAtOnce(NetworkEndpoint endpoint) {
    int begun = endpoint.tryBegin(words.operations(), false);
    if (begun == 0) {
      return false;
    }
    try {
      if (begun < words.operations()) {
        return false;
      }
      startAll(endpoint);
      return true;
    } finally {
      endpoint.endTurn();
    }
  }

  @Override
  void startLast(NetworkEndpoint endpoint, long there, RemoteKey itsKey, long here, long length) {
    uses(endpoint.putSignal(local(), here, there, itsKey, length, words));
    written = words.count() + 1;
  }

  @Override
  String describe() {
    return super.describe() + " with its signal";
  }
}
