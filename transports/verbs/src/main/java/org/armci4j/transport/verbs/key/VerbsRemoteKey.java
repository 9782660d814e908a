package org.armci4j.transport.verbs.key;

import java.nio.ByteBuffer;
import org.armci4j.transport.network.RemoteKey;

/**
 * Holds a remote key of verbs: a number for each of the owner's rails, which every connection to
 * that rail takes.
 *
 * @param closing runs when it is closed
 * @param value the number for the first rail
 * @param further the numbers for the other rails
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record VerbsRemoteKey(Runnable closing, int value, int... further) implements RemoteKey {
  /** Key of a block of no bytes, which needs none. */
  private static final VerbsRemoteKey NONE = new VerbsRemoteKey(0);

  public VerbsRemoteKey(int value, int... further) {
    this(() -> {}, value, further);
  }

  /** Returns the same key with an action that runs when it is closed. */
  public VerbsRemoteKey closing(Runnable close) {
    return new VerbsRemoteKey(close, value, further);
  }

  /** Returns the key that a registration gave as bytes. */
  public static VerbsRemoteKey decode(byte[] bytes) {
    if (bytes.length == 0) {
      return NONE;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int first = in.getInt();
    int[] further = new int[in.remaining() / Integer.BYTES];
    in.asIntBuffer().get(further);
    return new VerbsRemoteKey(first, further);
  }

  /**
   * Returns the number of a key that a network of this kind has imported, at its owner's first
   * rail.
   */
  public static int of(RemoteKey key) {
    return ((VerbsRemoteKey) key).value;
  }

  /** Returns its number at the rail where a path ends. */
  public static int of(RemoteKey key, int path) {
    return ((VerbsRemoteKey) key).at(path);
  }

  /** Returns the number at the rail where a path ends. */
  public int at(int path) {
    int rail = path == 0 ? 0 : path % (1 + further.length);
    return rail == 0 ? value : further[rail - 1];
  }

  @Override
  public void close() {
    closing.run();
  }
}
