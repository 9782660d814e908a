package org.armci4j.bootstrap.rendezvous;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.text.Text;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection at the server, from its start to its end. Runs on the server's thread. */
final class ServerConnection extends SimpleChannelInboundHandler<ByteBuf> {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousServer.class);

  private enum State {
    /** No true knock has come. */
    STRANGE,
    CHALLENGED,
    PROVED,
    JOINED,
    OVER
  }

  private final RendezvousOptions options;
  private final Authenticator authenticator;
  private final Newcomers newcomers;
  private final StrangerLog strangers;
  private final JobStates states;

  private State state = State.STRANGE;
  private Channel channel;
  private byte[] serverNonce;
  private ScheduledFuture<?> proofTimer;

  /** The epoch's state, once the rank is proved: the connection stays with it. */
  private JobState job;

  /** Progress of the job when this connection's time limit began to run. */
  private int seenProgress;

  /** Rank of this connection, once it is proved. */
  private int rank;

  ServerConnection(
      RendezvousOptions options,
      Authenticator authenticator,
      Newcomers newcomers,
      StrangerLog strangers,
      JobStates states) {
    this.options = options;
    this.authenticator = authenticator;
    this.newcomers = newcomers;
    this.strangers = strangers;
    this.states = states;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    channel = context.channel();
    newcomers.add(this);
    limitProof();
  }

  private void limitProof() {
    seenProgress = states.progress();
    proofTimer =
        channel
            .eventLoop()
            .schedule(this::proofIsOverdue, options.proofTimeoutNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Refuses a connection whose time for the proof is over. A connection with a true knock is no
   * stranger: it gets more time while other ranks make progress in joining. Where many ranks share
   * few cores, its turn may come late.
   */
  private void proofIsOverdue() {
    if (state != State.STRANGE && states.progress() != seenProgress) {
      limitProof();
    } else if (state == State.PROVED) {
      refuse("it did not join in time");
    } else {
      refuse("it did not prove the secret in time" + tlsHint());
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    if (state != State.OVER) {
      receive(FrameCodec.decode(frame.nioBuffer()));
    }
  }

  private void receive(Message message) {
    switch (message) {
      case Message.Knock knock when state == State.STRANGE -> challenge(knock);
      case Message.Hello hello when state == State.CHALLENGED -> prove(hello);
      case Message.Join join when state == State.PROVED -> join(join);
      case Message.Contribute m when state == State.JOINED -> job.contribute(rank, m);
      case Message.Send m when state == State.JOINED -> job.relay(rank, m);
      case Message.Pong m when state == State.JOINED -> job.alive(rank, m);
      case Message.Report m when state == State.JOINED -> job.report(rank, m);
      case Message.GiveUp m when state == State.JOINED -> job.giveUp(rank, m);
      case Message.Overdue m when state == State.JOINED -> job.overdue(rank, m);
      case Message.NotComing m when state == State.JOINED -> job.refuse(rank, m);
      case Message.Abort m when state == State.JOINED -> job.abort(rank, m.reason());
      case Message.Bye m when state == State.JOINED -> leave();
      default -> throw new MalformedFrameException("a message out of turn");
    }
  }

  private void challenge(Message.Knock knock) {
    if (!authenticator.isTrue(knock)) {
      refuse(ignorance());
      return;
    }
    newcomers.remove(this);
    state = State.CHALLENGED;
    if (knock.tls() != (options.tls() != null)) {
      refuse(
          knock.tls()
              ? "it has a tlsStore, which the rendezvous needs too"
              : "the rendezvous has a tlsStore, which each rank needs too");
      return;
    }
    if (knock.tls()) {
      Netty.encrypt(channel.pipeline(), options.tls());
    }
    serverNonce = authenticator.newNonce();
    send(new Message.Challenge(serverNonce));
  }

  private String ignorance() {
    return "it does not know the secret of job " + options.jobId();
  }

  private void prove(Message.Hello hello) {
    var claim =
        new Authenticator.Claim(
            serverNonce,
            hello.rankNonce(),
            hello.rank(),
            hello.size(),
            hello.incarnation(),
            hello.jobId());
    if (!authenticator.isProved(Authenticator.Prover.RANK, claim, hello.proof())) {
      refuse(ignorance());
      return;
    }
    String problem = problem(hello);
    if (problem != null) {
      refuse(problem, authenticator.prove(Authenticator.Prover.REFUSAL, claim), end(hello));
      return;
    }
    rank = hello.rank();
    state = State.PROVED;
    byte[] proof = authenticator.prove(Authenticator.Prover.RENDEZVOUS, claim);
    send(new Message.Welcome(job.epoch(), proof));
  }

  /** Returns why a rank that knows the secret cannot take part, or null. */
  private String problem(Message.Hello hello) {
    if (!hello.jobId().equals(options.jobId()) || hello.size() != options.size()) {
      return Text.format(
          "it is of job %s with %d ranks, this is job %s with %d",
          hello.jobId(), hello.size(), options.jobId(), options.size());
    }
    if (hello.rank() < 0 || hello.rank() >= options.size()) {
      return Text.format("rank %d is not in a job of %d", hello.rank(), options.size());
    }
    if (states.isReplaced(hello.rank(), hello.incarnation())) {
      return "its place is taken";
    }
    job = states.current();
    return job.seat(hello.rank(), this);
  }

  /** Returns the failure after which a process shall not try again, or null. */
  private Failure end(Message.Hello hello) {
    int itsRank = hello.rank();
    if (itsRank >= 0
        && itsRank < options.size()
        && states.isReplaced(itsRank, hello.incarnation())) {
      return new Failure(
          itsRank, Host.name(), "another process has taken the place of rank " + itsRank);
    }
    return states.failure();
  }

  private void join(Message.Join join) {
    admitted();
    state = State.JOINED;
    job.join(rank, join.host());
    // Last: the call receives frames that came together with this one.
    Netty.limitFrames(channel.pipeline(), options.frameLimitBytes());
  }

  private void leave() {
    state = State.OVER;
    job.leave(rank);
    ChannelFuture _ = channel.close();
  }

  /** Hangs up on a stranger, or on a rank that cannot take part. Tells the peer and the log why. */
  private void refuse(String reason) {
    refuse(reason, new byte[FrameCodec.DIGEST_BYTES], null);
  }

  private void refuse(String reason, byte[] proof, Failure failure) {
    if (state != State.JOINED && state != State.OVER) {
      if (failure == null) { // else the launcher tells of it
        strangers.refused(channel, reason);
      }
      free();
      Netty.sendLast(channel, new Message.Refused(reason, proof, failure));
    }
  }

  /** Hangs up without telling the peer. */
  void evict(String reason) {
    strangers.refused(channel, reason);
    free();
    ChannelFuture _ = channel.close();
  }

  /** Hangs up on a rank that the job goes on without. */
  void expel() {
    state = State.OVER;
    ChannelFuture _ = channel.close();
  }

  /** Runs an action when the other side has hung up, or when the time is over. */
  void afterEnd(long limitNanos, Runnable action) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    CompletableFuture<Void> _ = end.thenRun(action);
    ScheduledFuture<?> _ =
        channel.eventLoop().schedule(() -> end.complete(null), limitNanos, TimeUnit.NANOSECONDS);
    ChannelFuture _ = channel.closeFuture().addListener(_ -> end.complete(null));
  }

  private String tlsHint() {
    return Netty.awaitsTls(channel)
        ? ", nor speak TLS: the rendezvous has a tlsStore, which each rank needs too"
        : "";
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    boolean malformed =
        cause instanceof MalformedFrameException || cause instanceof DecoderException;
    if (malformed && state == State.JOINED) {
      // The rest of the stream cannot be trusted either, so the job loses the rank.
      job.fail(rank, "it sent a malformed message: " + inWords(cause));
    } else if (malformed) {
      refuse("malformed message: " + inWords(cause));
    } else if (cause instanceof IOException) {
      LOG.debug("connection of {} broke", channel.remoteAddress(), cause);
    } else {
      LOG.error(
          "a mistake in the rendezvous ends the connection of {}", channel.remoteAddress(), cause);
    }
    ChannelFuture _ = context.close();
  }

  private static String inWords(Throwable malformed) {
    return switch (malformed.getCause()) {
      // The exception's own text would repeat all received bytes.
      case NotSslRecordException _ -> "this is not TLS, which the rendezvous speaks (tlsStore)";
      case SSLException tls -> "TLS: " + tls.getMessage();
      case null, default -> malformed.getMessage();
    };
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    free();
  }

  /** Ends this connection: takes it out of the newcomers and the job, and stops its timer. */
  private void free() {
    State before = state;
    state = State.OVER;
    admitted();
    if (before == State.PROVED || before == State.JOINED) {
      job.lose(rank, channel.eventLoop());
    }
  }

  private void admitted() {
    newcomers.remove(this);
    proofTimer.cancel(false);
  }

  void send(Message message) {
    Netty.send(channel, message);
  }
}
