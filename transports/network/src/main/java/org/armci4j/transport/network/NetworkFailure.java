package org.armci4j.transport.network;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.armci4j.bootstrap.Failure;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * The first permanent failure between a rank and its network. It ends every wait of the rank: the
 * change that the wait expects may have been lost.
 *
 * <p>A lost connection is often no more than the sign of a failed rank. A rank that has learned of
 * the failure gives up its memory, and a peer that has not learned of it yet then loses its
 * connection to a rank that is well. So callers are told of a failure only after a moment, in which
 * the news of a failed rank would come.
 */
public final class NetworkFailure {
  /** The news was sent already: the time of a few messages on a busy host. */
  private static final long NEWS_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Supplier<Failure> failedRank;
  private final long newsNanos;

  /** Time of the first failure; written before it, and read after it. */
  private long failedNanos;

  private volatile ArmciException first;
  private volatile boolean told;

  /** Creates an object without a failure, for what has nothing to do with other ranks' failures. */
  public NetworkFailure() {
    this(() -> null, 0);
  }

  /**
   * Creates an object without a failure.
   *
   * @param failedRank returns the news of a failed rank, null while there is none
   */
  public NetworkFailure(Supplier<Failure> failedRank) {
    this(failedRank, NEWS_NANOS);
  }

  private NetworkFailure(Supplier<Failure> failedRank, long newsNanos) {
    this.failedRank = failedRank;
    this.newsNanos = newsNanos;
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
    if (cause != null) {
      throw new RankFailedException(what.get(), cause);
    }
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
