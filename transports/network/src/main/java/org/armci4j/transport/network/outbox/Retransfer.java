package org.armci4j.transport.network.outbox;

import java.lang.foreign.MemorySegment;
import org.armci4j.transport.RemoteBlock;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.RemoteKey;

/**
 * A contiguous transfer that goes once more, by another endpoint than the one that failed it, or
 * for which there was no room. It is started piece by piece by threads that wait for nothing, one
 * at a time.
 */
public final class Retransfer {
  private static final RankRoute.Ahead NOTHING =
      new RankRoute.Ahead() {
        @Override
        public boolean isCarriedOut() {
          return true;
        }

        @Override
        public boolean isHelped() {
          return true;
        }

        @Override
        public boolean isRequested() {
          return true;
        }
      };

  private final RankRoute route;
  private final Transfer transfer;
  private final boolean get;
  private boolean transferred;
  private boolean started;
  private long number;

  /**
   * @param endpoint by which it goes
   * @param buffers through which data are copied
   * @param maxMessageBytes the longest piece
   * @param get whether it reads
   * @param local native memory
   * @param offset first byte there
   * @param remote first byte at the other side
   * @param key of the memory there
   * @param sizeBytes how many
   */
  public Retransfer(
      NetworkEndpoint endpoint,
      BounceBuffers buffers,
      long maxMessageBytes,
      boolean get,
      MemorySegment local,
      long offset,
      long remote,
      RemoteKey key,
      long sizeBytes) {
    this.route = new RankRoute(endpoint, null, buffers, maxMessageBytes, NOTHING);
    this.transfer = new Transfer().become(get, local, offset, remote, key, sizeBytes);
    this.get = get;
  }

  /** Starts what can be started now; returns whether all has been. */
  public boolean start() {
    if (started) {
      return true;
    }
    transferred = transferred || transfer.start(route);
    if (!transferred) {
      return false;
    }
    if (get && transfer.number() != RemoteBlock.COMPLETE) {
      number = transfer.number();
      started = true;
    } else if (route.tryBegin(1, false) > 0) { // behind what is copied, of which nothing would tell
      try {
        number = route.endpoint().probe();
        started = true;
      } finally {
        route.end();
      }
    }
    return started;
  }

  /** The operation of the endpoint with which all of it is complete, once it has been started. */
  public long number() {
    return number;
  }
}
