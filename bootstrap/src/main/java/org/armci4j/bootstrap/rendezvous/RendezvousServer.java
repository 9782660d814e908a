package org.armci4j.bootstrap.rendezvous;

import java.net.InetSocketAddress;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Membership;

/**
 * Where the ranks of a job meet when they are processes: runs in the launcher. Any thread may call
 * any method.
 */
public final class RendezvousServer implements AutoCloseable {
  private RendezvousServer() {}

  /**
   * Listens, and accepts ranks from now on.
   *
   * @throws org.armci4j.bootstrap.BootstrapException when the address cannot be had
   */
  public static RendezvousServer start(RendezvousOptions options, RendezvousListener listener) {
    throw new UnsupportedOperationException();
  }

  /** Where it listens, with the port that it got. */
  public InetSocketAddress address() {
    throw new UnsupportedOperationException();
  }

  /** Who {@code rank} is: what the launcher has to tell it. */
  public Membership membership(int rank, boolean terminal) {
    throw new UnsupportedOperationException();
  }

  /** The failure that ended the job, or null. */
  public Failure failure() {
    throw new UnsupportedOperationException();
  }

  /**
   * Tells all ranks that {@code rank} has failed, as its process has ended, say. Only the first
   * failure of a job counts. Does nothing after {@link #close}.
   */
  public void fail(int rank, String reason) {
    throw new UnsupportedOperationException();
  }

  /** Frees the port and hangs up. Idempotent; waits until the server's thread has ended. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
