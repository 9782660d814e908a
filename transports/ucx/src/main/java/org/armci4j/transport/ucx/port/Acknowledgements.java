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
 * message for some 40 ms, or when packets get lost. So it is asked again: after long sleeps, and
 * now and then, which covers pauses in which no thread slept so long.
 */
public final class Acknowledgements {
  /** Sleep after which the kernel may have changed its mind: its shortest delay is 40 ms. */
  private static final long PAUSE_NANOS = 30_000_000;

  /** Arrivals between two requests, for each connection: a request is two system calls. */
  private static final int ARRIVALS = 256;

  private static final int IPPROTO_TCP = 6;
  private static final int TCP_QUICKACK = 12;

  private final PosixCalls posix;
  private final TcpSockets sockets;

  /** The number 0, which stands for no quick acknowledgements. */
  private final MemorySegment none = Raw.allocate(Integer.BYTES);

  private volatile TcpSocket[] connections = {};

  /** Plain: a race merely asks a little sooner or later. */
  private int arrivals;

  Acknowledgements(PosixCalls posix) {
    this.posix = posix;
    this.sockets = new TcpSockets(posix);
  }

  /** Sets the connections. */
  void of(List<TcpSocket> accepted) {
    connections = accepted.toArray(TcpSocket[]::new);
  }

  /** Notes an arrival, of one message or several. Any thread may call it. */
  public void arrived() {
    if (++arrivals > ARRIVALS * connections.length) {
      ask();
    }
  }

  /** Notes that something ended a sleep. Any thread may call it. */
  public void arrivedAfter(long sleepNanos) {
    if (sleepNanos >= PAUSE_NANOS) {
      ask();
    }
  }

  /** Asks for fewer acknowledgements, except where a number stands for another file by now. */
  private synchronized void ask() {
    arrivals = 0;
    for (TcpSocket one : connections) {
      int descriptor = one.descriptor();
      if (sockets.localPort(descriptor) == one.local().port()) {
        posix.setsockopt(descriptor, IPPROTO_TCP, TCP_QUICKACK, none.address(), Integer.BYTES);
      }
    }
  }
}
