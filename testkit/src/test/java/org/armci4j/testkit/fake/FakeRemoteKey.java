package org.armci4j.testkit.fake;

import java.nio.ByteBuffer;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.RemoteKey;

/** Holds a key that an endpoint resolves at its first use, and that refuses use after its end. */
final class FakeRemoteKey implements RemoteKey {
  private static final long NO_MEMORY = 0;

  private final int owner;
  private final long number;
  private volatile boolean closed;

  FakeRemoteKey(int owner, byte[] bytes) {
    this.owner = owner;
    this.number = bytes.length == 0 ? NO_MEMORY : ByteBuffer.wrap(bytes).getLong();
  }

  /** Returns the number of the registration, for an operation that begins on this rank. */
  long use(int rank) {
    if (closed || rank != owner || number == NO_MEMORY) {
      throw new IllegalStateException(
          Text.format(
              "an operation on rank %d uses a key of rank %d%s",
              rank, owner, closed ? " that is closed" : ""));
    }
    return number;
  }

  @Override
  public void close() {
    closed = true;
  }
}
