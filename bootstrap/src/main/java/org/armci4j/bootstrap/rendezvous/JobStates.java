package org.armci4j.bootstrap.rendezvous;

import java.util.ArrayList;
import java.util.List;
import org.armci4j.bootstrap.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the server's view of the job's present epoch, and of earlier ones while ranks are still in
 * them. A connection stays with the epoch in which its rank has proved itself, so what a slow rank
 * does in an earlier epoch cannot reach a later one. For the server's thread only, apart from
 * {@link #failure} and {@link #fail}.
 */
final class JobStates {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousServer.class);

  private final RendezvousOptions options;
  private final RendezvousListener listener;
  private final List<JobState> earlier = new ArrayList<>();

  /** By rank: how many processes have taken the place of its first one. */
  private final int[] incarnations;

  /** Progress in epochs that are over. */
  private int earlierProgress;

  /** Written under the lock, as any thread may report a failure of the present epoch. */
  private volatile JobState current;

  JobStates(RendezvousOptions options, RendezvousListener listener) {
    this.options = options;
    this.listener = listener;
    this.incarnations = new int[options.size()];
    this.current = new JobState(options, listener, 0);
  }

  /** Returns the state of the present epoch. */
  JobState current() {
    return current;
  }

  /** Returns the failure that has ended the job, or null. */
  Failure failure() {
    return current.failure();
  }

  /**
   * Returns whether another process has taken the place of a rank's one, which may be alive all the
   * same: its end was not heard of in time.
   */
  boolean isReplaced(int rank, int incarnation) {
    return incarnation < incarnations[rank];
  }

  /** Returns the number of steps that ranks have made towards joining. */
  int progress() {
    return earlierProgress + current.progress();
  }

  /**
   * Reports a failure that ends the job.
   *
   * @return the state that has decided which failure is the first, and whose ranks must be told
   */
  synchronized JobState fail(int rank, String reason) {
    current.decideFailure(rank, reason);
    return current;
  }

  /**
   * Makes room for the next process of a failed rank, once the last words of the old one are read,
   * in whichever epoch it is: they may end the job.
   */
  void replaceSoon(int rank, String reason) {
    Runnable next = () -> replace(rank, reason);
    for (JobState epoch : earlier) {
      Runnable then = next;
      next = () -> epoch.afterLastWords(rank, then);
    }
    current.afterLastWords(rank, next);
  }

  /**
   * Makes room for the next process of a failed rank. If the rank had a seat, its failure ends the
   * present epoch for all ranks. A rank without one meets the others in it as if it were late.
   */
  private void replace(int rank, String reason) {
    JobState ended = current;
    boolean endsEpoch = ended.hasSeat(rank);
    synchronized (this) {
      if (ended.failure() != null) {
        return; // the job is over
      }
      if (endsEpoch) {
        current = new JobState(options, listener, ended.epoch() + 1);
      }
    }
    incarnations[rank]++;
    earlier.removeIf(epoch -> !epoch.isConnected()); // beats, which do so too, may be off
    earlier.forEach(epoch -> epoch.vacate(rank));
    if (endsEpoch) {
      earlier.add(ended);
      earlierProgress += ended.progress();
      ended.supersede(rank, reason);
    } else {
      ended.vacate(rank);
    }
    current.expectNewcomers();
    try {
      listener.vacated(rank, current.epoch());
    } catch (RuntimeException mistake) {
      LOG.error("a listener of the rendezvous failed", mistake);
    }
  }

  /** Asks all ranks what they wait for, also those that have not noticed the end of an epoch. */
  ReportRound askForReports() {
    return current.askForReports(earlier);
  }

  /** Pings all ranks, also those that have not noticed the end of an earlier epoch. */
  void beat() {
    current.beat();
    earlier.removeIf(epoch -> !epoch.isConnected());
    earlier.forEach(JobState::beat);
  }

  /** Ignores all ends of connections from now on. */
  void close() {
    current.close();
  }
}
