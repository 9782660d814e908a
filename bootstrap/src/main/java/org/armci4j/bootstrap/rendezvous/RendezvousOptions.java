package org.armci4j.bootstrap.rendezvous;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;

/**
 * How a rendezvous is to be opened.
 *
 * @param jobId the job's public name
 * @param size number of ranks
 * @param secret what ranks prove
 * @param tls what encrypts the connections, or null
 * @param bindAddress where to listen; port 0 takes a free one
 * @param proofTimeoutNanos how long a new connection may take to prove the secret
 * @param lossGraceNanos how long a lost rank waits for a better reason
 * @param heartbeatTimeout how long a rank may be silent before it has failed; zero means forever
 * @param stallTimeout how long a rank may wait before the listener is told; zero means forever
 * @param frameLimitBytes the largest message of a rank that has proved the secret
 */
public record RendezvousOptions(
    String jobId,
    int size,
    JobSecret secret,
    Tls tls,
    SocketAddress bindAddress,
    long proofTimeoutNanos,
    long lossGraceNanos,
    Duration heartbeatTimeout,
    Duration stallTimeout,
    int frameLimitBytes) {
  private static final long MIN_BEAT_NANOS = 1_000_000;

  /** Checks that the parts are there and in range. */
  public RendezvousOptions {
    Objects.requireNonNull(jobId, "jobId");
    Objects.requireNonNull(secret, "secret");
    Objects.requireNonNull(bindAddress, "bindAddress");
    Objects.requireNonNull(heartbeatTimeout, "heartbeatTimeout");
    Objects.requireNonNull(stallTimeout, "stallTimeout");
    if (size < 1 || size > Membership.SIZE_LIMIT) {
      throw new IllegalArgumentException(
          "a job has 1 to " + Membership.SIZE_LIMIT + " ranks, not " + size);
    }
  }

  /** A new job of {@code size} ranks with a new secret, met on loopback at a free port. */
  public static RendezvousOptions of(int size, Settings settings) {
    return new RendezvousOptions(
        Membership.newJobId(),
        size,
        JobSecret.random(),
        Tls.of(settings),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        settings.get(BootstrapSettings.PROOF_TIMEOUT).toNanos(),
        settings.get(BootstrapSettings.LOSS_GRACE).toNanos(),
        settings.get(BootstrapSettings.HEARTBEAT_TIMEOUT),
        Duration.ZERO,
        Math.toIntExact(settings.get(BootstrapSettings.FRAME_LIMIT)));
  }

  /** How often ranks are asked for a sign of life, in nanoseconds; 0 for never. */
  long beatNanos() {
    long heartbeat = heartbeatTimeout.toNanos();
    long stall = stallTimeout.toNanos();
    long shorter = heartbeat == 0 || stall == 0 ? heartbeat + stall : Math.min(heartbeat, stall);
    return shorter == 0 ? 0 : Math.max(MIN_BEAT_NANOS, shorter / HeartbeatMonitor.BEATS);
  }

  /** The same at another address. */
  public RendezvousOptions withBindAddress(SocketAddress address) {
    return new RendezvousOptions(
        jobId,
        size,
        secret,
        tls,
        address,
        proofTimeoutNanos,
        lossGraceNanos,
        heartbeatTimeout,
        stallTimeout,
        frameLimitBytes);
  }

  /** The same for a job that has a name and a secret already. */
  public RendezvousOptions ofJob(String job, JobSecret itsSecret) {
    return new RendezvousOptions(
        job,
        size,
        itsSecret,
        tls,
        bindAddress,
        proofTimeoutNanos,
        lossGraceNanos,
        heartbeatTimeout,
        stallTimeout,
        frameLimitBytes);
  }

  /** The same with news of waits that last longer. */
  public RendezvousOptions withStallTimeout(Duration timeout) {
    return new RendezvousOptions(
        jobId,
        size,
        secret,
        tls,
        bindAddress,
        proofTimeoutNanos,
        lossGraceNanos,
        heartbeatTimeout,
        timeout,
        frameLimitBytes);
  }
}
