package org.armci4j.transport.network;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.waiting.Waiter;

/**
 * The first permanent failure between a rank and its network. It ends every wait of the rank: the
 * change that the wait expects may have been lost.
 *
 * <p>A lost connection is often no more than the sign of a failed rank. A rank that has learned of
 * the failure gives up its memory, and a peer that has not learned of it yet then loses its
 * connection to a rank that is well. So callers are told of a failure only after a moment, in which
 * the news of a failed rank would come.
 *
 * <p>Where the job goes on without failed ranks, a lost connection concerns its rank alone, which
 * is suspected to have failed. What needs the rank waits for the launcher's word: the rank is lost,
 * or the limit of a suspicion has passed.
 */
public final class NetworkFailure {
  /** The news was sent already: the time of a few messages on a busy host. */
  private static final long NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * Longest time for the launcher's word on a rank that is gone: it first waits whether the process
   * itself says how it ended.
   */
  private static final long LOSS_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long the launcher may take to tell of a rank of whose failure it knows. */
  private static final long VERDICT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Supplier<Failure> failedRank;
  private final long newsNanos;

  /** The ranks that the job goes on without; null where a failure ends the job. */
  private final LostRanks lost;

  /** How long a rank is suspected, without the launcher's word that it has failed. */
  private final long suspicionNanos;

  /** Time of the first failure; written before it, and read after it. */
  private long failedNanos;

  private volatile ArmciException first;
  private volatile boolean told;

  /** Returns an object without a failure, as a job's settings want it. */
  public static NetworkFailure of(Bootstrap bootstrap, Settings settings) {
    OnFailure onFailure = settings.get(BootstrapSettings.ON_FAILURE);
    if (onFailure == OnFailure.ABORT) {
      return new NetworkFailure(bootstrap::failure);
    }
    // The launcher counts the beats of a silent rank, and is sure after a quarter more.
    long silenceNanos = settings.get(BootstrapSettings.HEARTBEAT_TIMEOUT).toNanos() / 4 * 5;
    long limitNanos = silenceNanos == 0 ? Long.MAX_VALUE : silenceNanos + VERDICT_NANOS;
    return onFailure == OnFailure.REPLACE
        ? ofReplacedRanks(bootstrap::failure, limitNanos)
        : new NetworkFailure(bootstrap::failure, bootstrap.lost(), limitNanos);
  }

  /** Creates an object without a failure, for what has nothing to do with other ranks' failures. */
  public NetworkFailure() {
    this(() -> null, 0, null, 0);
  }

  /**
   * Creates an object without a failure.
   *
   * @param failedRank returns the news of a failed rank, null while there is none
   */
  public NetworkFailure(Supplier<Failure> failedRank) {
    this(failedRank, NEWS_NANOS, null, 0);
  }

  /**
   * Returns an object without a failure for a job that replaces failed ranks. It waits longer for
   * the news of a failed rank: a rank that throws before the news comes is taken as failed itself.
   * All connections to a lost host break long before the launcher misses that host's heartbeats.
   *
   * @param failedRank returns the news of a failed rank, null while there is none
   * @param newsNanos how long the launcher may take to say that a rank has failed
   */
  static NetworkFailure ofReplacedRanks(Supplier<Failure> failedRank, long newsNanos) {
    return new NetworkFailure(failedRank, newsNanos, null, 0);
  }

  /**
   * Creates an object without a failure for a job that goes on without failed ranks.
   *
   * @param failedRank returns the failure that ends the job all the same, null while there is none
   * @param lost the ranks that the job goes on without
   * @param suspicionNanos how long the launcher may take to say that a rank has failed
   */
  public NetworkFailure(Supplier<Failure> failedRank, LostRanks lost, long suspicionNanos) {
    this(failedRank, NEWS_NANOS, lost, suspicionNanos);
  }

  private NetworkFailure(
      Supplier<Failure> failedRank, long newsNanos, LostRanks lost, long suspicionNanos) {
    this.failedRank = failedRank;
    this.newsNanos = newsNanos;
    this.lost = lost;
    this.suspicionNanos = suspicionNanos;
  }

  /** Returns whether the job goes on without failed ranks. */
  public boolean jobGoesOn() {
    return lost != null;
  }

  /** Returns why the job has lost a rank and goes on, or null. */
  public Failure lossOf(int rank) {
    return lost == null ? null : lost.of(rank);
  }

  /**
   * Waits a moment for the news that the job has lost a rank. Returns at once where a failure ends
   * the job.
   *
   * @throws RankFailedException when the news is that a failure has ended the job or its epoch
   */
  public void awaitLoss(int rank) {
    long startNanos = System.nanoTime();
    boolean outlivesRank = jobGoesOn() || newsNanos > NEWS_NANOS; // goes on, or replaces it
    while (outlivesRank
        && lossOf(rank) == null
        && failedRank.get() == null
        && System.nanoTime() - startNanos < LOSS_NANOS) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    Waiter.requireWell(failedRank.get(), () -> "the connection to rank " + rank);
  }

  /** Keeps the failure of a connection, unless the job goes on: then it is its rank's alone. */
  void failConnection(ArmciException news) {
    if (!jobGoesOn()) {
      fail(news);
    }
  }

  /**
   * Tells a caller who needs the rank behind a lost connection. Returns while the rank is only
   * suspected to have failed.
   *
   * @param rank the rank
   * @param seen the failure of the connection
   * @param sinceNanos when it was seen
   * @param what names what the caller waits for
   * @throws RankFailedException when the rank or the job has failed
   * @throws ArmciException when there is no more news to wait for
   */
  void tell(int rank, ArmciException seen, long sinceNanos, Supplier<String> what) {
    if (!jobGoesOn()) {
      tell(seen, what);
      return;
    }
    Waiter.requireWell(lost.of(rank), what);
    Waiter.requireWell(failedRank.get(), what);
    if (System.nanoTime() - sinceNanos > suspicionNanos) {
      throw new ArmciException(
          Text.format(
              "%s; for %d s the launcher has not said that rank %d has failed (heartbeatTimeout)",
              seen.getMessage(), TimeUnit.NANOSECONDS.toSeconds(suspicionNanos), rank),
          seen);
    }
  }

  /** Keeps the first failure for callers of {@link #check}. */
  public synchronized void fail(ArmciException news) {
    if (first == null) {
      failedNanos = System.nanoTime();
      first = news;
    }
  }

  /** Throws if something has failed. */
  public void check() {
    ArmciException seen = first;
    if (seen != null) {
      tell(seen, () -> "the end of an operation over the network");
    }
  }

  /**
   * Tells a caller of a failure, after a moment for the news of a failed rank.
   *
   * @param seen the failure of a connection
   * @param what names what the caller waits for
   * @throws RankFailedException when a rank has failed: then that is the cause
   * @throws ArmciException otherwise
   */
  void tell(ArmciException seen, Supplier<String> what) {
    told();
    boolean ended = first != null; // else this rank itself ended the connection
    Failure cause = failedRank.get();
    while (cause == null && ended && System.nanoTime() - failedNanos < newsNanos) {
      LockSupport.parkNanos(LOOK_NANOS);
      cause = failedRank.get();
    }
    Waiter.requireWell(cause, what);
    throw new ArmciException(seen.getMessage(), seen);
  }

  /** Notes that a caller learns of a failure. */
  public void told() {
    told = true;
  }

  /**
   * Throws if something has failed and no caller knows of it; called after the last wait of the
   * rank.
   */
  public void checkUntold() {
    if (!told) {
      check();
    }
  }
}
