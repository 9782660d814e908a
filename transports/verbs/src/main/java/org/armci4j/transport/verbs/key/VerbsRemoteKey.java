package org.armci4j.transport.verbs.key;

import java.nio.ByteBuffer;
import org.armci4j.transport.network.RemoteKey;

/**
 * A remote key as verbs have it: a number for each of the owner's rails, which every connection to
 * that rail takes.
 *
 * @param closing what is done when it is closed
 * @param value the number for the first
 * @param further those for the others
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record VerbsRemoteKey(Runnable closing, int value, int... further) implements RemoteKey {
  /** Of a block of no bytes, which needs none. */
  private static final VerbsRemoteKey NONE = new VerbsRemoteKey(0);

  public VerbsRemoteKey(int value, int... further) {
    this(() -> {}, value, further);
  }

  /** The same with something that is done when it is closed. */
  public VerbsRemoteKey closing(Runnable close) {
    return new VerbsRemoteKey(close, value, further);
  }

  /** The key that a registration gave as bytes. */
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

  /** The number of a key that a network of this kind has imported, at its owner's first rail. */
  public static int of(RemoteKey key) {
    return ((VerbsRemoteKey) key).value;
  }

  /** The same at the rail where a path ends. */
  public static int of(RemoteKey key, int path) {
    return ((VerbsRemoteKey) key).at(path);
  }

  /** The number at the rail where a path ends. */
  public int at(int path) {
    int rail = path == 0 ? 0 : path % (1 + further.length);
    return rail == 0 ? value : further[rail - 1];
  }

  @Override
  public void close() {
    closing.run();
  }
}
