package org.armci4j.bootstrap.rendezvous;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.WaitBoard;

/** A rank's end of its connection to the rendezvous. Runs on the rank's I/O thread. */
final class ClientConnection extends SimpleChannelInboundHandler<ByteBuf> {
  private enum State {
    CONNECTED,
    HELLO_SENT,
    JOINED
  }

  private static final int REPORT_LIMIT_BYTES = 64 << 10;

  /** Takes what happens after the rank has joined. */
  interface Receiver {
    /** The server says something. */
    void received(Message message);

    /** What this rank waits for, and since when. */
    WaitBoard waits();

    /** The connection has ended. */
    void disconnected(String reason);
  }

  private final Membership membership;
  private final Authenticator authenticator;
  private final int frameLimitBytes;
  private final Receiver receiver;

  /** Done when this rank has joined, or ended with why it cannot. */
  private final CompletableFuture<Void> joined = new CompletableFuture<>();

  private State state = State.CONNECTED;
  private SilenceWatch silence;
  private Authenticator.Claim claim;
  private String endReason = "the connection to the rendezvous was lost";

  ClientConnection(
      Membership membership, Authenticator authenticator, int frameLimitBytes, Receiver receiver) {
    this.membership = membership;
    this.authenticator = authenticator;
    this.frameLimitBytes = frameLimitBytes;
    this.receiver = receiver;
  }

  CompletableFuture<Void> joined() {
    return joined;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
    switch (FrameCodec.decode(frame)) {
      case Message.Challenge m when state == State.CONNECTED -> introduce(context, m);
      case Message.Welcome m when state == State.HELLO_SENT -> join(context, m);
      case Message.Refused m when state != State.JOINED -> refused(m);
      case Message.Ping m when state == State.JOINED -> answer(context, m);
      case Message.ReportWanted m when state == State.JOINED -> report(context, m);
      case Message m when state == State.JOINED -> receiver.received(m);
      default -> throw new MalformedFrameException("a message out of turn");
    }
  }

  private void introduce(ChannelHandlerContext context, Message.Challenge challenge) {
    claim =
        new Authenticator.Claim(
            challenge.serverNonce(),
            authenticator.newNonce(),
            membership.rank(),
            membership.size(),
            membership.jobId());
    state = State.HELLO_SENT;
    Netty.send(
        context.channel(),
        new Message.Hello(
            claim.rank(),
            claim.size(),
            claim.jobId(),
            claim.rankNonce(),
            authenticator.prove(Authenticator.Role.RANK, claim)));
  }

  private void join(ChannelHandlerContext context, Message.Welcome welcome) {
    if (!authenticator.isProved(Authenticator.Role.RENDEZVOUS, claim, welcome.proof())) {
      throw new MalformedFrameException("it does not know the job's secret");
    }
    state = State.JOINED;
    Netty.send(context.channel(), new Message.Join(Host.name()));
    joined.complete(null);
    // Last: frames that came together with this one are received inside this call.
    Netty.limitFrames(context.pipeline(), frameLimitBytes);
  }

  private void answer(ChannelHandlerContext context, Message.Ping ping) {
    if (silence == null) {
      silence = new SilenceWatch(() -> hangUp(context));
    }
    silence.heard(context.channel().eventLoop(), ping.limitNanos());
    Netty.send(context.channel(), new Message.Pong(receiver.waits().oldestNanos()));
  }

  private void hangUp(ChannelHandlerContext context) {
    endReason = "it has been silent for longer than heartbeatTimeout";
    ChannelFuture _ = context.close();
  }

  private void report(ChannelHandlerContext context, Message.ReportWanted wanted) {
    byte[] text = receiver.waits().report().getBytes(StandardCharsets.UTF_8);
    int limit = Math.min(REPORT_LIMIT_BYTES, frameLimitBytes / 2);
    byte[] shortened = text.length <= limit ? text : Arrays.copyOf(text, limit);
    Netty.send(context.channel(), new Message.Report(wanted.number(), shortened));
  }

  private void refused(Message.Refused refusal) {
    joined.completeExceptionally(
        new BootstrapException(
            "rank %d was refused by the rendezvous at %s: %s"
                .formatted(membership.rank(), membership.rendezvous(), refusal.reason())));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    boolean malformed =
        cause instanceof MalformedFrameException || cause instanceof DecoderException;
    endReason =
        malformed && state != State.JOINED
            ? "what listens there is not the rendezvous: " + cause.getMessage()
            : "the connection to the rendezvous broke: " + cause.getMessage();
    ChannelFuture _ = context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (silence != null) {
      silence.stop();
    }
    // Whichever is done first counts: a rank that has joined, or was refused, stays so.
    joined.completeExceptionally(
        new BootstrapException(
            "rank %d cannot join at %s: %s"
                .formatted(membership.rank(), membership.rendezvous(), endReason)));
    if (state == State.JOINED) {
      receiver.disconnected(endReason);
    }
  }
}
