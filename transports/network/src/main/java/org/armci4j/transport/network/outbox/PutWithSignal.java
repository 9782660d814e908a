package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.SignalledData;

/**
 * A contiguous put and the words behind it. The last piece goes together with the words, in the
 * endpoint's own form. If there is no room for so many operations, each goes by itself.
 */
public final class PutWithSignal extends Transfer {
  private SignalledData signalled = new SignalledData();

  /** How many of the words have been written, including the signal word. */
  private int written;

  PutWithSignal() {}

  /** Returns the object whose words are to be filled for each call. */
  public SignalledData signalled() {
    return signalled;
  }

  /**
   * Sets the data of a put whose words are set already; {@code lengthBytes} is 0 for words alone.
   */
  public PutWithSignal put(
      MemorySegment source, long sourceOffset, long to, RemoteKey itsKey, long lengthBytes) {
    become(false, source, sourceOffset, to, itsKey, lengthBytes);
    written = 0;
    return this;
  }

  @Override
  void forget() {
    super.forget();
    signalled.forget();
  }

  @Override
  void keep() {
    signalled = signalled.copyOfWords();
  }

  @Override
  boolean isWhole() {
    return super.isWhole() && written > signalled.count();
  }

  @Override
  int operations() {
    if (!super.isWhole()) {
      return signalled.operations();
    }
    return isNotification() ? NetworkEndpoint.NOTIFICATION : 1;
  }

  private boolean isNotification() {
    return written == signalled.count() && signalled.signalsHelper();
  }

  @Override
  boolean startPart(RankRoute route, int begun) {
    if (!super.isWhole()) {
      return super.startPart(route, begun);
    }
    if (begun < operations()) {
      return false;
    }
    signalled.write(written, route.endpoint());
    written++;
    return true;
  }

  @Override
  int bytesBeside() {
    return signalled.wordBytes();
  }

  /** Starts everything as one part, bypassing the queue; returns false if nothing was started. */
  boolean startAtOnce(NetworkEndpoint endpoint) {
    int begun = endpoint.tryBegin(signalled.operations(), false);
    if (begun == 0) {
      return false;
    }
    try {
      if (begun < signalled.operations()) {
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
    uses(endpoint.putSignal(signalled.data(local(), here, there, itsKey, length)));
    written = signalled.count() + 1;
  }

  @Override
  String describe() {
    return super.describe() + " with its signal";
  }
}
