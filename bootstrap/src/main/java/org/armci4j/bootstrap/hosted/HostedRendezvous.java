package org.armci4j.bootstrap.hosted;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.rendezvous.RendezvousListener;
import org.armci4j.bootstrap.rendezvous.RendezvousPort;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;

/**
 * The rendezvous in rank 0's process, which lives as long as the process. At its end the process
 * waits until all other ranks have said good-bye or are lost, as they would take an earlier end for
 * a failure.
 */
final class HostedRendezvous implements RendezvousListener {
  /** How long the end waits for ranks that have never joined. */
  private static final long ABSENT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final int size;
  private final JobFile file;

  // Guarded by this, as are the fields below.
  private final BitSet came = new BitSet();
  private final BitSet present = new BitSet();
  private boolean failed;

  private HostedRendezvous(int size, JobFile file) {
    this.size = size;
    this.file = file;
  }

  /** Serves at {@code port} until this process ends, and writes the job's file. */
  static void start(RendezvousPort port, JobFile file) {
    HostedRendezvous rendezvous = new HostedRendezvous(port.options().size(), file);
    RendezvousServer server = RendezvousServer.start(port, rendezvous);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> rendezvous.end(server), "armci-rendezvous-end"));
    file.write(reachable(server.address()), port.options().secret());
  }

  /**
   * Returns loopback where the rendezvous listens at all addresses: an address for this process.
   */
  private static SocketAddress reachable(SocketAddress address) {
    return address instanceof InetSocketAddress all && all.getAddress().isAnyLocalAddress()
        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), all.getPort())
        : address;
  }

  @Override
  public synchronized void joined(int rank) {
    came.set(rank);
    present.set(rank);
    notifyAll();
  }

  @Override
  public synchronized void saidBye(int rank) {
    present.clear(rank);
    notifyAll();
  }

  @Override
  public synchronized void lost(int rank) {
    failed = true;
    notifyAll();
  }

  @Override
  public synchronized void silent(int rank, String reason) {
    failed = true;
    notifyAll();
  }

  @Override
  public synchronized void aborted(int rank, String reason) {
    failed = true;
    notifyAll();
  }

  private void end(RendezvousServer server) {
    try {
      if (isPresent(0)) {
        server.fail(0, "it ended without closing Armci");
      } else {
        awaitOthers();
      }
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    } finally {
      server.close();
      file.delete();
    }
  }

  private synchronized boolean isPresent(int rank) {
    return present.get(rank);
  }

  /**
   * Waits for the other ranks. The wait for ranks that have joined has no limit: each says
   * good-bye, is silent for longer than the heartbeat time-out, or its connection ends.
   */
  private synchronized void awaitOthers() throws InterruptedException {
    long deadline = System.nanoTime() + ABSENT_NANOS;
    long left = ABSENT_NANOS;
    while (!failed && (!present.isEmpty() || (came.cardinality() < size && left > 0))) {
      if (left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } else {
        wait();
      }
      left = deadline - System.nanoTime();
    }
  }
}
