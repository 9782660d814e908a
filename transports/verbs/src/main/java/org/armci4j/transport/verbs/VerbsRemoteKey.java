package org.armci4j.transport.verbs;

import java.nio.ByteBuffer;
import org.armci4j.transport.network.RemoteKey;

/**
 * A remote key as verbs have it: a number that every connection of the device takes.
 *
 * @param value the number
 */
record VerbsRemoteKey(int value) implements RemoteKey {
  /** Of a block of no bytes, which needs none. */
  private static final VerbsRemoteKey NONE = new VerbsRemoteKey(0);

  /** What {@link VerbsRegistration#key} gave. */
  static VerbsRemoteKey decode(byte[] bytes) {
    return bytes.length == 0 ? NONE : new VerbsRemoteKey(ByteBuffer.wrap(bytes).getInt());
  }

  /** The number of a key that a network of this kind has imported. */
  static int of(RemoteKey key) {
    return ((VerbsRemoteKey) key).value;
  }

  /** Nothing: a number holds nothing. */
  @Override
  public void close() {}
}
