package org.armci4j.transport.network.outbox;

import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/** The write of a word, which may also announce earlier writes to its reader. */
public final class WordPut extends EndpointOperation {
  private enum Kind {
    PLAIN,
    SIGNAL,
    AWAITED_SIGNAL,
    NOTIFICATION
  }

  private Kind kind;
  private long value;
  private int lengthBytes;
  private long remote;
  private RemoteKey key;
  private boolean written;

  WordPut() {}

  /**
   * Becomes the write of a word.
   *
   * @param word its value, in the lower bytes
   * @param bytes 1, 2, 4 or 8
   * @param to its address
   * @param itsKey of the target's memory
   * @return this
   */
  public WordPut put(long word, int bytes, long to, RemoteKey itsKey) {
    return become(Kind.PLAIN, word, bytes, to, itsKey);
  }

  /**
   * Becomes the write of a signal word, as {@link NetworkEndpoint#signal} says.
   *
   * @param word its value
   * @param to its address
   * @param itsKey of the target's memory
   * @param isAwaited whether the target waits for it
   * @return this
   */
  public WordPut signal(long word, long to, RemoteKey itsKey, boolean isAwaited) {
    Kind signal = isAwaited ? Kind.AWAITED_SIGNAL : Kind.SIGNAL;
    return become(signal, word, Long.BYTES, to, itsKey);
  }

  /**
   * Becomes the write of a word that notifies the target's helper thread.
   *
   * @param word its value
   * @param to its address
   * @param itsKey of the target's memory
   * @return this
   */
  public WordPut notification(long word, long to, RemoteKey itsKey) {
    return become(Kind.NOTIFICATION, word, Long.BYTES, to, itsKey);
  }

  private WordPut become(Kind of, long word, int bytes, long to, RemoteKey itsKey) {
    reset();
    kind = of;
    value = word;
    lengthBytes = bytes;
    remote = to;
    key = itsKey;
    written = false;
    return this;
  }

  @Override
  boolean isWhole() {
    return written;
  }

  @Override
  int operations() {
    return kind == Kind.NOTIFICATION ? NetworkEndpoint.NOTIFICATION : 1;
  }

  @Override
  boolean startPart(RankRoute route, int begun) {
    if (begun < operations()) {
      return false;
    }
    NetworkEndpoint endpoint = route.endpoint();
    switch (kind) {
      case PLAIN -> endpoint.putWord(value, lengthBytes, remote, key);
      case SIGNAL -> endpoint.signal(value, remote, key, false);
      case AWAITED_SIGNAL -> endpoint.signal(value, remote, key, true);
      case NOTIFICATION -> endpoint.putWordAndNotify(value, remote, key);
    }
    written = true;
    return true;
  }

  @Override
  String describe() {
    return "write of a word";
  }
}
