package org.armci4j.bootstrap.rendezvous;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Printable;
import org.armci4j.bootstrap.text.Text;

/**
 * Connects a rank: it proves the secret, has the server prove it too, and joins. Strangers may
 * crowd the port, or listen where the rendezvous was. So the rank believes only proofs, and tries
 * again until its time is over.
 *
 * <p>Over a socket of this host the time runs only while the rank has no connection. No stranger
 * can listen there, and the connection closes when the server's process ends. So a silent server is
 * busy, as when many JVMs start on few cores, or stopped.
 */
final class Handshake {
  /**
   * Time limit of the first connection attempt, in milliseconds. Where many ranks connect at once
   * the kernel may drop an attempt, and would itself retry only after a second. The limit grows
   * with each attempt, for hosts that are far away.
   */
  private static final int FIRST_CONNECT_MILLIS = 20;

  private static final double CONNECT_GROWTH = 1.05;

  private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
  private static final long LEAST_CONNECT_MILLIS = 200;
  private static final long LONGEST_PAUSE_NANOS = 16_000_000;

  /** Holds the membership of a rank that has joined, its connection and the job's epoch. */
  record Joined(Membership membership, RankSocket socket, int epoch) {}

  /** Says that the server of this job refuses this rank, and why. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The failure that has ended the job, or the job of this process alone; or null. */
    private final transient Failure failure;

    RefusedException(String reason, Failure failure) {
      super(reason);
      this.failure = failure;
    }
  }

  private final Supplier<Membership> where;
  private final Tls tls;
  private final Duration timeout;
  private long deadlineNanos;
  private double connectMillis = FIRST_CONNECT_MILLIS;
  private long pauseNanos = SHORTEST_PAUSE_NANOS;

  // State of the current attempt.
  private Membership membership;
  private RankSocket socket;
  private Authenticator authenticator;
  private Authenticator.Claim claim;
  private int epoch;

  /** What the listening process has answered so far, as an error; or null. */
  private BootstrapException heard;

  private Handshake(Supplier<Membership> where, Tls tls, Duration timeout) {
    this.where = where;
    this.tls = tls;
    this.timeout = timeout;
    this.deadlineNanos = System.nanoTime() + timeout.toNanos();
  }

  /**
   * Tries until the rank has joined.
   *
   * @param where returns who the rank is and where it meets the others; called for each attempt
   * @param tls encrypts the connection, or null
   * @throws BootstrapException when the server refuses the rank, or it cannot join in time
   */
  static Joined join(Supplier<Membership> where, Tls tls, Duration timeout) {
    return new Handshake(where, tls, timeout).join();
  }

  private Joined join() {
    while (true) {
      membership = place();
      BootstrapException failed = attempt();
      if (failed == null) {
        return new Joined(membership, socket, epoch);
      }
      boolean isOver = deadlineNanos - System.nanoTime() <= pauseNanos;
      if (!isOver) {
        pause();
        // The pause may have outlasted the deadline. An attempt without time would report the
        // time-out instead of the real cause.
        isOver = deadlineNanos - System.nanoTime() <= 0;
      }
      if (isOver) {
        throw heard == null ? failed : heard;
      }
    }
  }

  private Membership place() {
    try {
      return where.get();
    } catch (BootstrapException gone) {
      throw heard == null ? gone : heard; // what it answered tells more than its end
    }
  }

  private void pause() {
    long end = System.nanoTime() + pauseNanos;
    for (long left = pauseNanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
  }

  /** Makes one attempt. Returns null when the rank has joined, else what went wrong. */
  private BootstrapException attempt() {
    socket = new RankSocket();
    authenticator = new Authenticator(membership.secret());
    // Made before connecting: the server's time limit for the knock runs from the connection on.
    Message.Knock knock = authenticator.knock(tls != null);
    boolean joined = false;
    boolean isConnected = false;
    long start = System.nanoTime();
    try {
      connect();
      isConnected = true;
      talk(knock);
      joined = true;
      return null;
    } catch (SocketTimeoutException silent) {
      return unreachable("it did not answer within " + timeout.toMillis() + " ms", silent);
    } catch (RefusedException refused) {
      throw refusal(refused);
    } catch (MalformedFrameException other) {
      heard = cannotJoin("what listens there is not the rendezvous: " + words(other), other);
      return heard;
    } catch (SSLException disagreed) {
      String why = Printable.line(tls.disagreement(disagreed));
      heard = cannotJoin("they cannot agree on TLS: " + why, disagreed);
      return heard;
    } catch (IOException broken) {
      return isConnected ? cutOff(broken) : unreachable(words(broken), broken);
    } finally {
      if (!joined) {
        socket.close();
      }
      if (isConnected && isOnThisHost()) {
        deadlineNanos += System.nanoTime() - start;
      }
    }
  }

  private BootstrapException refusal(RefusedException refused) {
    if (refused.failure != null) {
      return new BootstrapException(
          Text.format("rank %d cannot join: %s", membership.rank(), refused.getMessage()),
          refused.failure);
    }
    return new BootstrapException(
        Text.format(
            "rank %d was refused by the rendezvous at %s: %s",
            membership.rank(), membership.rendezvous(), refused.getMessage()),
        refused);
  }

  private boolean isOnThisHost() {
    return membership.rendezvous() instanceof UnixDomainSocketAddress;
  }

  private BootstrapException cutOff(IOException broken) {
    String hint = tls == null ? ". If the rendezvous has a tlsStore, this rank needs it too" : "";
    BootstrapException lost =
        cannotJoin("the connection to the rendezvous was lost: " + words(broken) + hint, broken);
    if (heard == null) {
      heard = lost; // tells more than a time-out of the last attempt
    }
    return lost;
  }

  private static String words(Exception e) {
    return Printable.line(String.valueOf(e.getMessage()));
  }

  private void connect() throws IOException {
    // Tries even when time is over: the attempt soon shows whether somebody listens, and that tells
    // more than a time-out.
    long left = Math.max(LEAST_CONNECT_MILLIS, (deadlineNanos - System.nanoTime()) / 1_000_000);
    try {
      socket.connect(membership.rendezvous(), (int) Math.min(left, (long) connectMillis));
    } finally {
      connectMillis *= CONNECT_GROWTH;
    }
  }

  private void talk(Message.Knock knock) throws IOException {
    claim = null;
    socket.send(knock);
    if (tls != null) {
      socket.encrypt(tls, leftMillis());
    }
    claim =
        new Authenticator.Claim(
            read(Message.Challenge.class).serverNonce(),
            authenticator.newNonce(),
            membership.rank(),
            membership.size(),
            membership.incarnation(),
            membership.jobId());
    byte[] proof = authenticator.prove(Authenticator.Prover.RANK, claim);
    socket.send(
        new Message.Hello(
            claim.rank(),
            claim.size(),
            claim.incarnation(),
            claim.jobId(),
            claim.rankNonce(),
            proof));
    Message.Welcome welcome = read(Message.Welcome.class);
    if (!authenticator.isProved(Authenticator.Prover.RENDEZVOUS, claim, welcome.proof())) {
      throw new MalformedFrameException("it does not know the job's secret");
    }
    epoch = welcome.epoch();
    socket.send(new Message.Join(Host.name()));
  }

  private <T extends Message> T read(Class<T> expected) throws IOException {
    socket.setTimeout(patienceMillis());
    Message message =
        socket.read(
            FrameCodec.UNPROVED_ANSWER_LIMIT_BYTES, () -> socket.setTimeout(patienceMillis()));
    if (message instanceof Message.Refused refusal) {
      throw refused(refusal);
    }
    if (!expected.isInstance(message)) {
      throw new MalformedFrameException("a message out of turn");
    }
    return expected.cast(message);
  }

  /**
   * Passes on a refusal. One without proof may come from a stranger and does not end the attempts.
   */
  private IOException refused(Message.Refused refusal) {
    String reason = Printable.line(refusal.reason());
    boolean isProved =
        claim != null
            && authenticator.isProved(Authenticator.Prover.REFUSAL, claim, refusal.proof());
    if (isProved) {
      return new RefusedException(reason, refusal.failure());
    }
    heard =
        cannotJoin(
            "what listens there, and has not proved to be the rendezvous, says: " + reason, null);
    return new EOFException(heard.getMessage());
  }

  /** Returns how long an answer may take, in milliseconds; 0 means forever. */
  private int patienceMillis() throws SocketTimeoutException {
    return isOnThisHost() ? 0 : leftMillis();
  }

  private int leftMillis() throws SocketTimeoutException {
    long left = deadlineNanos - System.nanoTime();
    if (left <= 0) {
      throw new SocketTimeoutException("time is over");
    }
    return Math.clamp(left / 1_000_000, 1, Integer.MAX_VALUE);
  }

  private BootstrapException cannotJoin(String reason, Exception cause) {
    return new BootstrapException(
        Text.format(
            "rank %d cannot join at %s: %s", membership.rank(), membership.rendezvous(), reason),
        cause);
  }

  private BootstrapException unreachable(String reason, Exception cause) {
    return new BootstrapException(
        Text.format(
            "rank %d cannot reach the rendezvous at %s: %s. Is the launcher still running, and may"
                + " this host connect to it? A slow one needs a longer connectTimeout"
                + " (ARMCI_CONNECT_TIMEOUT)",
            membership.rank(), membership.rendezvous(), reason),
        cause);
  }
}
