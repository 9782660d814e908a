package org.armci4j.bootstrap.rendezvous;

import java.time.Duration;
import java.util.Objects;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.Settings;

/**
 * Says how to open a rendezvous.
 *
 * @param jobId the job's public name
 * @param size number of ranks
 * @param secret the secret that ranks must prove
 * @param tls encrypts the connections, or null
 * @param proofTimeoutNanos how long a new connection may take to prove the secret
 * @param lossGraceNanos how long the server waits for a better reason after a connection was lost
 * @param heartbeatTimeout how long a rank may be silent before it has failed; zero means forever
 * @param stallTimeout how long a rank may wait before the listener is told; zero means forever
 * @param frameLimitBytes largest frame of a rank that has joined
 * @param onFailure what a rank's failure does
 * @param rejoinNanos how long ranks that meet again after a failure wait for the others
 */
public record RendezvousOptions(
    String jobId,
    int size,
    JobSecret secret,
    Tls tls,
    long proofTimeoutNanos,
    long lossGraceNanos,
    Duration heartbeatTimeout,
    Duration stallTimeout,
    int frameLimitBytes,
    OnFailure onFailure,
    long rejoinNanos) {
  private static final long MIN_BEAT_NANOS = 1_000_000;

  /** Checks that the parts are there and in range. */
  public RendezvousOptions {
    Objects.requireNonNull(jobId, "jobId");
    Objects.requireNonNull(secret, "secret");
    Objects.requireNonNull(heartbeatTimeout, "heartbeatTimeout");
    Objects.requireNonNull(stallTimeout, "stallTimeout");
    Objects.requireNonNull(onFailure, "onFailure");
    if (size < 1 || size > Membership.SIZE_LIMIT) {
      throw new IllegalArgumentException(
          "a job has 1 to " + Membership.SIZE_LIMIT + " ranks, not " + size);
    }
  }

  /** Returns options for a new job of {@code size} ranks, with a new secret. */
  public static RendezvousOptions of(int size, Duration stallTimeout, Settings settings) {
    return ofJob(Membership.newJobId(), size, JobSecret.random(), stallTimeout, settings);
  }

  /** Returns options for a job that has a name and a secret already. */
  public static RendezvousOptions ofJob(
      String jobId, int size, JobSecret secret, Duration stallTimeout, Settings settings) {
    return new RendezvousOptions(
        jobId,
        size,
        secret,
        Tls.of(settings),
        settings.get(BootstrapSettings.PROOF_TIMEOUT).toNanos(),
        settings.get(BootstrapSettings.LOSS_GRACE).toNanos(),
        settings.get(BootstrapSettings.HEARTBEAT_TIMEOUT),
        stallTimeout,
        Math.toIntExact(settings.get(BootstrapSettings.FRAME_LIMIT)),
        settings.get(BootstrapSettings.ON_FAILURE),
        settings.get(BootstrapSettings.REJOIN_TIMEOUT).toNanos());
  }

  /** Returns the time between two beats, in nanoseconds; 0 for no beats. */
  long beatNanos() {
    long heartbeat = heartbeatTimeout.toNanos();
    long stall = stallTimeout.toNanos();
    long shorter = heartbeat == 0 || stall == 0 ? heartbeat + stall : Math.min(heartbeat, stall);
    return shorter == 0 ? 0 : Math.max(MIN_BEAT_NANOS, shorter / HeartbeatMonitor.BEATS);
  }
}
