package org.armci4j.bootstrap;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.armci4j.bootstrap.text.Text;

/**
 * Says who a rank is and how it finds the other ranks.
 *
 * @param rank this rank, from 0
 * @param size number of ranks of the job
 * @param jobId public name of the job, for logs and file names: letters, digits and hyphens
 * @param terminal whether a person sees the job's output on a terminal
 * @param incarnation number of earlier processes of the same rank, each of which has failed
 * @param place where the rank meets the others; {@link MeetingPlace#none()} for a job of one rank
 */
public record Membership(
    int rank, int size, String jobId, boolean terminal, int incarnation, MeetingPlace place) {

  /** Largest number of ranks in a job. */
  public static final int SIZE_LIMIT = 1 << 16;

  /** Checks that the parts fit together. */
  public Membership {
    Objects.requireNonNull(place, "place");
    if (size < 1 || size > SIZE_LIMIT) {
      throw new IllegalArgumentException("a job has 1 to " + SIZE_LIMIT + " ranks, not " + size);
    }
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException(
          Text.format("rank %d is not in a job of %d, which are 0 to %d", rank, size, size - 1));
    }
    if (incarnation < 0) {
      throw new IllegalArgumentException(incarnation + " earlier processes of a rank");
    }
    if (!Objects.requireNonNull(jobId, "jobId").matches("[A-Za-z0-9-]{1,64}")) {
      throw new IllegalArgumentException(
          "a job's name is 1 to 64 letters, digits and hyphens, not '" + jobId + "'");
    }
    // This order of operands: linking the equals of a record takes milliseconds of a rank's start.
    if (size > 1 && MeetingPlace.none().equals(place)) {
      throw new IllegalArgumentException(
          Text.format("rank %d of %d has nowhere to meet the others", rank, size));
    }
  }

  /** Makes the membership of a rank's first process. */
  public Membership(int rank, int size, String jobId, boolean terminal, MeetingPlace place) {
    this(rank, size, jobId, terminal, 0, place);
  }

  /** Returns the membership of the only rank of a new job. */
  public static Membership alone() {
    boolean terminal = Boolean.getBoolean("armci.terminal");
    return new Membership(0, 1, newJobId(), terminal, MeetingPlace.none());
  }

  /**
   * Returns the address at which a process finds the other ranks; null where ranks meet otherwise.
   */
  public SocketAddress rendezvous() {
    return place.address();
  }

  /**
   * Returns the secret that ranks prove to each other; null without a rendezvous. Do not print it.
   */
  public JobSecret secret() {
    return place.secret();
  }

  /** Returns whether all ranks of the job are threads of this JVM. */
  public boolean isInOneJvm() {
    return place.isInOneJvm();
  }

  /** Returns the membership of the same rank with another meeting place. */
  public Membership at(MeetingPlace other) {
    return new Membership(rank, size, jobId, terminal, incarnation, other);
  }

  /** Returns whether this process has taken the place of a failed one of the same rank. */
  public boolean restarted() {
    return incarnation > 0;
  }

  /** Returns the membership of the same rank's process after {@code earlier} failed ones. */
  public Membership ofIncarnation(int earlier) {
    return new Membership(rank, size, jobId, terminal, earlier, place);
  }

  /** Returns a name for a new job, different from other jobs' on this host. */
  public static String newJobId() {
    long random = ThreadLocalRandom.current().nextLong(1L << 32);
    return Text.format("%d-%08x", ProcessHandle.current().pid(), random);
  }

  /**
   * Returns the membership of the rank that the current thread belongs to. That is the rank of the
   * nearest {@link RankThreadGroup} around the thread. Without such a group it is the rank that
   * another system's launcher (mpirun, srun, a Kubernetes Job) has started, which is this whole
   * process. Without a sign of a launcher it is the only rank of a new job.
   *
   * @throws BootstrapException when the process or the JVM holds ranks but this thread belongs to
   *     none of them
   */
  public static Membership current() {
    Membership found = RankThreadGroup.membershipOf(Thread.currentThread());
    if (found != null) {
      return found;
    }
    return ofProcess(System.getenv());
  }

  /**
   * Returns the membership of a thread outside all ranks' groups, by these environment variables.
   */
  static Membership ofProcess(Map<String, String> environment) {
    Membership external =
        RankThreadGroup.anyAlive() != null ? null : LaunchDetector.firstOf(environment);
    if (external != null) {
      return external;
    }
    refuseStray(environment);
    return alone();
  }

  /** Refuses a stray thread: as a job of one rank it would make a wrong result look right. */
  static void refuseStray(Map<String, String> environment) {
    if (RankEnvironment.isPresent(environment)) {
      throw new BootstrapException(
          Text.format(
              "the environment says rank %s of %s, but this thread is not one of that rank's:"
                  + " a program started by a rank must have ARMCI_RANK and ARMCI_SIZE removed"
                  + " from its environment; within a rank use its own thread or platform"
                  + " threads that it starts, not virtual or common-pool threads",
              environment.get(RankEnvironment.RANK), environment.get(RankEnvironment.SIZE)));
    }
    Thread ofRank = RankThreadGroup.anyAlive();
    if (ofRank != null) {
      throw new BootstrapException(
          Text.format(
                  "thread %s belongs to no rank, but this JVM holds ranks (one's thread is %s):"
                      + " open on a rank's own thread or",
                  Thread.currentThread().getName(), ofRank.getName())
              + " on platform threads that it starts, not on virtual or common-pool threads");
    }
  }
}
