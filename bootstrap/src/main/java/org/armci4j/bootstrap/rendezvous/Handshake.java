package org.armci4j.bootstrap.rendezvous;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.Membership;

/** How a rank connects, proves the secret, has the server prove it, and joins. */
final class Handshake {
  /** The server does not accept this rank, and says why. */
  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String reason) {
      super(reason);
    }
  }

  private final Membership membership;
  private final Tls tls;
  private final Duration timeout;
  private final long deadlineNanos;

  private Handshake(Membership membership, Tls tls, Duration timeout) {
    this.membership = membership;
    this.tls = tls;
    this.timeout = timeout;
    this.deadlineNanos = System.nanoTime() + timeout.toNanos();
  }

  /**
   * Returns when the rank has joined.
   *
   * @param tls what encrypts the connection, or null
   * @throws BootstrapException when it cannot join, or not in time
   */
  static void join(RankSocket socket, Membership membership, Tls tls, Duration timeout) {
    Handshake handshake = new Handshake(membership, tls, timeout);
    handshake.connect(socket);
    handshake.talk(socket);
  }

  private void connect(RankSocket socket) {
    try {
      socket.connect(membership.rendezvous(), leftMillis());
    } catch (IOException cannot) {
      throw new BootstrapException(unreachable(cannot.getMessage()), cannot);
    }
  }

  private void talk(RankSocket socket) {
    try {
      if (tls != null) {
        socket.encrypt(tls, leftMillis());
      }
      Authenticator authenticator = new Authenticator(membership.secret());
      Authenticator.Claim claim =
          new Authenticator.Claim(
              read(socket, Message.Challenge.class).serverNonce(),
              authenticator.newNonce(),
              membership.rank(),
              membership.size(),
              membership.jobId());
      byte[] proof = authenticator.prove(Authenticator.Role.RANK, claim);
      socket.send(
          new Message.Hello(claim.rank(), claim.size(), claim.jobId(), claim.rankNonce(), proof));
      Message.Welcome welcome = read(socket, Message.Welcome.class);
      if (!authenticator.isProved(Authenticator.Role.RENDEZVOUS, claim, welcome.proof())) {
        throw new MalformedFrameException("it does not know the job's secret");
      }
      socket.send(new Message.Join(Host.name()));
    } catch (SocketTimeoutException silent) {
      String late = "it did not answer within " + timeout.toMillis() + " ms";
      throw new BootstrapException(unreachable(late), silent);
    } catch (RefusedException refused) {
      throw new BootstrapException(
          "rank %d was refused by the rendezvous at %s: %s"
              .formatted(membership.rank(), membership.rendezvous(), refused.getMessage()),
          refused);
    } catch (MalformedFrameException other) {
      throw cannotJoin("what listens there is not the rendezvous: " + other.getMessage(), other);
    } catch (EOFException lost) {
      throw cannotJoin(lost.getMessage(), lost);
    } catch (SSLException disagreed) {
      throw cannotJoin("they cannot agree on TLS: " + tls.disagreement(disagreed), disagreed);
    } catch (IOException broken) {
      throw cannotJoin("the connection to the rendezvous broke: " + broken.getMessage(), broken);
    }
  }

  private <T extends Message> T read(RankSocket socket, Class<T> expected) throws IOException {
    socket.setTimeout(leftMillis());
    Message message =
        socket.read(FrameCodec.UNPROVED_ANSWER_LIMIT_BYTES, () -> socket.setTimeout(leftMillis()));
    if (message instanceof Message.Refused refusal) {
      throw new RefusedException(refusal.reason());
    }
    if (!expected.isInstance(message)) {
      throw new MalformedFrameException("a message out of turn");
    }
    return expected.cast(message);
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
        "rank %d cannot join at %s: %s"
            .formatted(membership.rank(), membership.rendezvous(), reason),
        cause);
  }

  private String unreachable(String reason) {
    return ("rank %d cannot reach the rendezvous at %s: %s. Is the launcher still running, and may"
            + " this host connect to it? A slow one needs a longer connectTimeout"
            + " (ARMCI_CONNECT_TIMEOUT)")
        .formatted(membership.rank(), membership.rendezvous(), reason);
  }
}
