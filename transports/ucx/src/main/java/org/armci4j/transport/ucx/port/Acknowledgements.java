package org.armci4j.transport.ucx.port;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.ucp.api.PosixCalls;

/**
 * How the kernel acknowledges what arrives by other ranks' TCP connections. Data seldom go back on
 * these, so it sends a packet for each message that is read: about a tenth of a barrier's time.
 * Where it believes that data go both ways it sends one for every second message, and {@code
 * TCP_QUICKACK} set to 0 makes it believe so (tcp(7)). It changes its mind when nothing follows a
 * message for some 40 ms, or when packets get lost, so it has to be asked {@link #ask again}.
 *
 * <p>For one thread at a time.
 */
public final class Acknowledgements {
  /** Pause after which the kernel may have changed its mind: its shortest delay is 40 ms. */
  private static final long PAUSE_NANOS = 30_000_000;

  /** Arrivals between two requests, for each connection: a request takes as long as a packet. */
  private static final int ARRIVALS = 256;

  private static final int IPPROTO_TCP = 6;
  private static final int TCP_QUICKACK = 12;

  private final PosixCalls posix;

  /** The number 0, which stands for no quick acknowledgements. */
  private final MemorySegment none = Raw.allocate(Integer.BYTES);

  private volatile int[] descriptors = {};
  private int arrivals;

  Acknowledgements(PosixCalls posix) {
    this.posix = posix;
  }

  /** Sets the connections; any thread may call it. */
  void of(List<TcpSocket> sockets) {
    descriptors = sockets.stream().mapToInt(TcpSocket::descriptor).toArray();
  }

  /** Notes an arrival, of one message or several. */
  public void arrived() {
    if (++arrivals > ARRIVALS * descriptors.length) {
      ask();
    }
  }

  /** Notes that something arrived after a pause. */
  public void arrivedAfter(long pauseNanos) {
    if (pauseNanos >= PAUSE_NANOS) {
      ask();
    }
  }

  /**
   * Asks for fewer acknowledgements. A number may stand for another file by now, if a connection
   * has failed. Then the call fails, or concerns a socket to which it does no harm.
   */
  private void ask() {
    arrivals = 0;
    for (int descriptor : descriptors) {
      posix.setsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, none.address(), Integer.BYTES);
    }
  }
}
