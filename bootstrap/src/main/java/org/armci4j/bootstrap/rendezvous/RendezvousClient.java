package org.armci4j.bootstrap.rendezvous;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.exchange.Answer;
import org.armci4j.bootstrap.exchange.MeetingBootstrap;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rank that is a process, connected to the {@link RendezvousServer} in the launcher. */
public final class RendezvousClient extends MeetingBootstrap {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousClient.class);

  /** How long a last word may take to be sent, in milliseconds: its peer is on this host. */
  private static final long LAST_WORD_MILLIS = 1000;

  private final Membership membership;
  private final int frameLimitBytes;
  private final String hostId;
  private final SingleThreadIoEventLoop loop;
  private volatile Channel channel;
  private volatile boolean leaving;

  private RendezvousClient(Membership membership, int frameLimitBytes, String hostId) {
    super(membership.rank(), membership.size());
    this.hostId = hostId;
    this.membership = membership;
    this.frameLimitBytes = frameLimitBytes;
    this.loop = Netty.newLoop("armci-rank-" + membership.rank());
  }

  /**
   * Connects and joins.
   *
   * @throws BootstrapException when the rendezvous cannot be reached in time, refuses this rank, or
   *     does not know the secret
   */
  public static RendezvousClient open(Membership membership, Settings settings) {
    Authenticator authenticator = Authenticator.start(membership.secret());
    int frameLimitBytes = Math.toIntExact(settings.get(BootstrapSettings.FRAME_LIMIT));
    String hostId = settings.get(BootstrapSettings.HOST_ID);
    RendezvousClient client = new RendezvousClient(membership, frameLimitBytes, hostId);
    boolean joined = false;
    try {
      client.join(authenticator, settings.get(BootstrapSettings.CONNECT_TIMEOUT));
      joined = true;
      return client;
    } finally {
      if (!joined) {
        Netty.stop(client.loop);
      }
    }
  }

  private void join(Authenticator authenticator, Duration timeout) {
    var connection =
        new ClientConnection(membership, authenticator, frameLimitBytes, new Receiver());
    long deadline = System.nanoTime() + timeout.toNanos();
    channel = connect(connection, timeout);
    try {
      connection.joined().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException refused) {
      throw new BootstrapException(refused.getCause().getMessage(), refused.getCause());
    } catch (TimeoutException silent) {
      throw new BootstrapException(
          unreachable("it did not answer within %d ms".formatted(timeout.toMillis())), silent);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new BootstrapException(unreachable("interrupted"), interrupted);
    }
  }

  private Channel connect(ClientConnection connection, Duration timeout) {
    ChannelFuture connected =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(
                ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.clamp(timeout.toMillis(), 1, 1 << 30))
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.ALLOCATOR, Netty.ALLOCATOR)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel socket) {
                    socket.pipeline().addLast(connection);
                    Netty.limitFrames(socket.pipeline(), Netty.UNPROVED_ANSWER_LIMIT_BYTES);
                  }
                })
            .connect(membership.rendezvous())
            .awaitUninterruptibly();
    if (!connected.isSuccess()) {
      throw new BootstrapException(unreachable(connected.cause().getMessage()), connected.cause());
    }
    return connected.channel();
  }

  private String unreachable(String reason) {
    return ("rank %d cannot reach the rendezvous at %s: %s. Is the launcher still running, and may"
            + " this host connect to it? A slow one needs a longer connectTimeout"
            + " (ARMCI_CONNECT_TIMEOUT)")
        .formatted(rank(), membership.rendezvous(), reason);
  }

  /** What the server says, on the I/O thread. */
  private final class Receiver implements ClientConnection.Receiver {
    @Override
    public void received(Message message) {
      switch (message) {
        case Message.Completed m -> {
          Answer answer = answer(m.id());
          if (answer != null) {
            answer.completed(m.values());
          }
        }
        case Message.NotCompleted m -> {
          Answer answer = answer(m.id());
          if (answer != null) {
            answer.failed(m.reason());
          }
        }
        case Message.Received m -> mailbox.received(m.from(), m.content());
        case Message.Undelivered m -> mailbox.undelivered(m.to(), m.reason());
        case Message.JobFailed m -> failed(m.failure());
        default -> throw new MalformedFrameException("a message out of turn");
      }
    }

    @Override
    public WaitBoard waits() {
      return RendezvousClient.this.waits();
    }

    @Override
    public void disconnected(String reason) {
      if (!leaving) {
        LOG.debug("rank {}: {}", rank(), reason);
        failed(new Failure(Failure.LAUNCHER, membership.rendezvous().getHostString(), reason));
      }
    }
  }

  @Override
  public String jobId() {
    return membership.jobId();
  }

  @Override
  public String hostId() {
    return hostId.isEmpty() ? Host.id() : hostId;
  }

  @Override
  protected void contribute(String key, int[] members, byte[] mine, Answer answer) {
    var message = new Message.Contribute(answer.id(), key, members, mine);
    long bytes = FrameCodec.atMostBytes(message);
    if (bytes > frameLimitBytes) {
      throw new BootstrapException(
          "exchange '%s' of rank %d: %d bytes are more than frameLimit (%d bytes); raise it"
              .formatted(key, rank(), bytes, frameLimitBytes));
    }
    Netty.send(channel, message);
  }

  @Override
  protected void bring(int to, byte[] message) {
    long bytes = (long) FrameCodec.SEND_BYTES + message.length;
    if (bytes > frameLimitBytes) {
      throw new BootstrapException(
          "message of rank %d to rank %d: %d bytes are more than frameLimit (%d bytes); raise it"
              .formatted(rank(), to, bytes, frameLimitBytes));
    }
    Netty.send(channel, new Message.Send(to, message));
  }

  @Override
  protected void giveUp(String key, String why) {
    Netty.send(channel, new Message.GiveUp(key, why));
  }

  @Override
  public void abort(String reason) {
    String text = Message.shorten(reason);
    failed(new Failure(rank(), Host.name(), text));
    // The caller may end the process next.
    Netty.sendLast(channel, new Message.Abort(text)).awaitUninterruptibly(LAST_WORD_MILLIS);
  }

  /**
   * Returns when the server has hung up, so that no end of this process can look like a failure.
   */
  @Override
  protected void leave() {
    leaving = true;
    Netty.send(channel, new Message.Bye());
    channel.closeFuture().awaitUninterruptibly(LAST_WORD_MILLIS);
    Netty.stop(loop);
  }
}
