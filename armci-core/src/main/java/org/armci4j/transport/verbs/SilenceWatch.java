package org.armci4j.transport.verbs;

import java.util.function.IntFunction;

/**
 * Looks, while nothing comes, whether there are connections on which nothing ends although
 * completions are due. By its rules a reliable connection ends every request, in error if the other
 * side does not answer; a device that does not keep them would leave its rank waiting for ever.
 *
 * <p>Linux's software device did so in a test that replaced the queueing discipline of its network
 * device under traffic. Its developers describe a race that fits ("RDMA/rxe: Get rid of pkt resend
 * on err", linux-rdma, 26 March 2024): a queue pair then sends nothing more until the next request
 * is posted. {@link Connection#nudge} posts one. It also did so for ever with fenced requests, for
 * which see {@link RequestChain}.
 */
final class SilenceWatch {
  /** How many looks there are before the limit. */
  private static final int LOOKS = 8;

  private final IntFunction<Peer> connections;
  private final int ranks;
  private final long limitNanos;
  private long lookedNanos;

  /**
   * @param connections by rank; null where there is none
   * @param ranks how many there are
   * @param limitNanos how long nothing may end; 0 never looks
   */
  SilenceWatch(IntFunction<Peer> connections, int ranks, long limitNanos) {
    this.connections = connections;
    this.ranks = ranks;
    this.limitNanos = limitNanos;
    this.lookedNanos = System.nanoTime();
  }

  /** Looks if it is time to; for one thread at a time. */
  void look(long nowNanos) {
    long sinceNanos = nowNanos - lookedNanos;
    if (limitNanos == 0 || sinceNanos < limitNanos / LOOKS) {
      return;
    }
    lookedNanos = nowNanos;
    // When nobody looked for long, as in a process that was stopped, most of that time says
    // nothing.
    long elapsedNanos = Math.min(sinceNanos, 2 * limitNanos / LOOKS);
    for (int rank = 0; rank < ranks; rank++) {
      Peer peer = connections.apply(rank);
      if (peer != null) {
        peer.connection().progress().look(elapsedNanos, limitNanos);
      }
    }
  }
}
