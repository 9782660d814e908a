package org.armci4j.bootstrap.hosted;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.rendezvous.RendezvousListener;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.Settings;

/**
 * The rendezvous in rank 0's process. It lives as long as the process, whose end waits until all
 * other ranks have said good-bye or are lost: they could not tell the end from a failure otherwise.
 */
final class HostedRendezvous implements RendezvousListener {
  /** How long the end waits for ranks that have never come. */
  private static final long ABSENT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final int size;
  private final JobFile file;

  // All below is guarded by this.
  private final BitSet came = new BitSet();
  private final BitSet present = new BitSet();
  private boolean failed;

  private HostedRendezvous(int size, JobFile file) {
    this.size = size;
    this.file = file;
  }

  /** Listens from now to the end of this process, and writes the job's file. */
  static void start(
      Membership self,
      Settings settings,
      InetSocketAddress listenAt,
      JobSecret secret,
      JobFile file) {
    HostedRendezvous rendezvous = new HostedRendezvous(self.size(), file);
    RendezvousOptions options =
        RendezvousOptions.of(self.size(), settings)
            .withBindAddress(listenAt)
            .ofJob(self.jobId(), secret);
    RendezvousServer server = RendezvousServer.start(options, rendezvous);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> rendezvous.end(server), "armci-rendezvous-end"));
    file.write(reachable(server.address()), secret);
  }

  /** For this process itself, where the rendezvous listens at all addresses. */
  private static InetSocketAddress reachable(InetSocketAddress address) {
    return address.getAddress().isAnyLocalAddress()
        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort())
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

  /** A rank that is silent for too long is lost, so the wait for ranks that came needs no limit. */
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
