package org.armci4j.bootstrap.rendezvous;

import java.net.InetAddress;
import java.net.InetSocketAddress;
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
 * @param bindAddress address to listen at; port 0 takes a free one
 * @param proofTimeoutNanos how long a new connection may take to prove the secret
 * @param lossGraceNanos how long a lost rank waits for a better reason
 * @param frameLimitBytes the largest message of a rank that has proved the secret
 */
public record RendezvousOptions(
    String jobId,
    int size,
    JobSecret secret,
    InetSocketAddress bindAddress,
    long proofTimeoutNanos,
    long lossGraceNanos,
    int frameLimitBytes) {

  /** Checks that the parts are there and in range. */
  public RendezvousOptions {
    Objects.requireNonNull(jobId, "jobId");
    Objects.requireNonNull(secret, "secret");
    Objects.requireNonNull(bindAddress, "bindAddress");
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
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        settings.get(BootstrapSettings.PROOF_TIMEOUT).toNanos(),
        settings.get(BootstrapSettings.LOSS_GRACE).toNanos(),
        Math.toIntExact(settings.get(BootstrapSettings.FRAME_LIMIT)));
  }

  /** The same at another address. */
  public RendezvousOptions withBindAddress(InetSocketAddress address) {
    return new RendezvousOptions(
        jobId, size, secret, address, proofTimeoutNanos, lossGraceNanos, frameLimitBytes);
  }
}
