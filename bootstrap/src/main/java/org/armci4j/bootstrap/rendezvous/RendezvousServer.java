package org.armci4j.bootstrap.rendezvous;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.ChannelGroupFuture;
import io.netty.channel.group.DefaultChannelGroup;
import java.net.SocketAddress;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Membership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the ranks of a job meet when they are processes: runs in the launcher. Any thread may call
 * any method.
 */
public final class RendezvousServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousServer.class);

  private final RendezvousOptions options;
  private final JobState job;
  private final SingleThreadIoEventLoop loop;
  private final RendezvousPort port;

  /** All that is connected; what comes once it is closed is closed at once. */
  private final ChannelGroup connections;

  private RendezvousServer(
      RendezvousPort port, JobState job, SingleThreadIoEventLoop loop, ChannelGroup connections) {
    this.options = port.options();
    this.port = port;
    this.job = job;
    this.loop = loop;
    this.connections = connections;
  }

  /**
   * Listens, and accepts ranks from now on.
   *
   * @throws BootstrapException when the address cannot be had
   */
  public static RendezvousServer start(RendezvousOptions options, RendezvousListener listener) {
    return start(RendezvousPort.bind(options), listener);
  }

  /** Accepts ranks at {@code port}, which is the server's from now on. */
  public static RendezvousServer start(RendezvousPort port, RendezvousListener listener) {
    RendezvousOptions options = port.options();
    Authenticator authenticator = new Authenticator(options.secret());
    JobState job = new JobState(options, listener);
    Newcomers newcomers = new Newcomers(Math.max(64, 2 * options.size()), new Random());
    StrangerLog strangers = new StrangerLog();
    SingleThreadIoEventLoop loop = Netty.newLoop("armci-rendezvous");
    ChannelGroup connections = new DefaultChannelGroup(loop, true);
    ChannelFuture listening =
        new ServerBootstrap()
            .group(loop)
            .channelFactory(() -> Netty.listen(port))
            .childOption(ChannelOption.ALLOCATOR, Netty.ALLOCATOR)
            // Where a rank has left and the server, late, still writes to it, its good-bye is
            // unread.
            .childOption(ChannelOption.AUTO_CLOSE, false)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    connections.add(channel);
                    channel
                        .pipeline()
                        .addLast(
                            new ServerConnection(
                                options, authenticator, newcomers, strangers, job));
                    Netty.limitFrames(channel.pipeline(), FrameCodec.UNPROVED_FRAME_LIMIT_BYTES);
                  }
                })
            .register()
            .awaitUninterruptibly();
    if (!listening.isSuccess()) {
      port.close();
      Netty.stop(loop);
      throw new BootstrapException(
          "the rendezvous cannot listen: " + listening.cause().getMessage(), listening.cause());
    }
    if (options.beatNanos() > 0) {
      ScheduledFuture<?> _ =
          loop.scheduleWithFixedDelay(
              job::beat, options.beatNanos(), options.beatNanos(), TimeUnit.NANOSECONDS);
    }
    LOG.debug("rendezvous of job {} at {}", options.jobId(), port.address());
    return new RendezvousServer(port, job, loop, connections);
  }

  /** Where it listens, with the port that it got. */
  public SocketAddress address() {
    return port.address();
  }

  /** The membership of {@code rank}, which the launcher has to tell it. */
  public Membership membership(int rank, boolean terminal) {
    return port.membership(rank, terminal);
  }

  /** The failure that ended the job, or null. */
  public Failure failure() {
    return job.failure();
  }

  /**
   * Tells all ranks that {@code rank} has failed, as its process has ended, say; it need not have
   * joined. Only the first failure of a job counts, and here it is decided which that is. Returns
   * at once; after {@link #close} nobody is told any more.
   *
   * @param rank a rank, or {@link Failure#LAUNCHER}
   * @return the job's first failure: this one, or one that came before
   */
  public Failure fail(int rank, String reason) {
    if (rank < Failure.LAUNCHER || rank >= options.size()) {
      throw new IllegalArgumentException("rank " + rank + " is not in a job of " + options.size());
    }
    Failure first = job.decideFailure(rank, Message.shorten(reason));
    execute(job::tellFailure);
    return first;
  }

  /**
   * Asks all ranks what they wait for, and waits for their answers.
   *
   * @param timeoutNanos how long at most; a rank that has not answered by then is said not to
   * @return one report for each rank, in their order; none when this is closed
   */
  public List<WaitReport> reports(long timeoutNanos) throws InterruptedException {
    try {
      ReportRound round = loop.submit(job::askForReports).get();
      try {
        round.complete().get(timeoutNanos, TimeUnit.NANOSECONDS);
      } catch (TimeoutException someAreSilent) {
        LOG.debug("not all ranks of job {} have reported", options.jobId());
      }
      return loop.submit(round::reports).get();
    } catch (RejectedExecutionException closed) {
      return List.of();
    } catch (ExecutionException mistake) {
      throw new IllegalStateException(mistake.getCause());
    }
  }

  /** The exchanges under way and who has not come to them, a line each. */
  public String exchangesUnderWay() throws InterruptedException {
    try {
      return loop.submit(job::exchangesUnderWay).get();
    } catch (RejectedExecutionException closed) {
      return "";
    } catch (ExecutionException mistake) {
      throw new IllegalStateException(mistake.getCause());
    }
  }

  /**
   * Frees the port and hangs up, which ranks that are still there take as a failure. Idempotent.
   *
   * <p>It hangs up itself: a loop that is told to stop while it runs a task ends behind that task
   * and leaves its connections open, if it need not be quiet for a while first.
   */
  @Override
  public void close() {
    execute(this::hangUp);
    Netty.stop(loop);
    port.close();
  }

  private void hangUp() {
    job.close();
    ChannelGroupFuture _ = connections.close();
  }

  private void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException closed) {
      LOG.debug("the rendezvous of job {} is closed", options.jobId());
    }
  }
}
