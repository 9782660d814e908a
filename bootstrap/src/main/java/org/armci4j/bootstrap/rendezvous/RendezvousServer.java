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
import org.armci4j.bootstrap.settings.OnFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the meeting of ranks that are processes. Any thread may call any method. */
public final class RendezvousServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousServer.class);

  private final RendezvousOptions options;
  private final JobStates states;
  private final SingleThreadIoEventLoop loop;
  private final RendezvousPort port;

  /** All open connections. A connection that comes after the group is closed is closed at once. */
  private final ChannelGroup connections;

  private RendezvousServer(
      RendezvousPort port,
      JobStates states,
      SingleThreadIoEventLoop loop,
      ChannelGroup connections) {
    this.options = port.options();
    this.port = port;
    this.states = states;
    this.loop = loop;
    this.connections = connections;
  }

  /** Accepts ranks at {@code port}, which belongs to the server from now on. */
  public static RendezvousServer start(RendezvousPort port, RendezvousListener listener) {
    RendezvousOptions options = port.options();
    Authenticator authenticator = new Authenticator(options.secret());
    JobStates states = new JobStates(options, listener);
    Newcomers newcomers = new Newcomers(Math.max(64, 2 * options.size()), new Random());
    StrangerLog strangers = new StrangerLog();
    SingleThreadIoEventLoop loop = Netty.newLoop("armci-rendezvous");
    ChannelGroup connections = new DefaultChannelGroup(loop, true);
    ChannelFuture listening =
        new ServerBootstrap()
            .group(loop)
            .channelFactory(() -> Netty.listen(port))
            .childOption(ChannelOption.ALLOCATOR, Netty.ALLOCATOR)
            // A late write to a rank that has left fails. It must not close the channel: the rank's
            // Bye may still be unread.
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
                                options, authenticator, newcomers, strangers, states));
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
              states::beat, options.beatNanos(), options.beatNanos(), TimeUnit.NANOSECONDS);
    }
    LOG.debug("rendezvous of job {} at {}", options.jobId(), port.address());
    return new RendezvousServer(port, states, loop, connections);
  }

  /** Returns the bound address, with its actual port. */
  public SocketAddress address() {
    return port.address();
  }

  /** Returns the membership of {@code rank}, which the launcher passes to that rank. */
  public Membership membership(int rank, boolean terminal) {
    return port.membership(rank, terminal);
  }

  /** Returns the failure that ended the job, or null. */
  public Failure failure() {
    return states.failure();
  }

  /**
   * Tells all ranks that {@code rank} has failed, for example because its process has ended. The
   * rank need not have joined. This call decides which failure of the job is the first; only that
   * one counts. Returns at once; after {@link #close} no rank is told.
   *
   * @param rank a rank, or {@link Failure#LAUNCHER}
   * @return the job's first failure: this one or an earlier one
   */
  public Failure fail(int rank, String reason) {
    if (rank < Failure.LAUNCHER || rank >= options.size()) {
      throw new IllegalArgumentException("rank " + rank + " is not in a job of " + options.size());
    }
    JobState failed = states.fail(rank, Message.shorten(reason));
    execute(failed::tellFailure);
    return failed.failure();
  }

  /** Returns whether the job goes on without ranks that fail. */
  public boolean goesOn() {
    return options.onFailure() == OnFailure.CONTINUE;
  }

  /**
   * Tells all ranks that the job goes on without one of them, for example because its process has
   * ended. The rank need not have joined. The first reason counts. Returns at once; after {@link
   * #close} no rank is told.
   *
   * @param rank a rank of a job that {@linkplain #goesOn goes on}
   */
  public void lose(int rank, String reason) {
    execute(() -> states.current().goOnWithout(rank, Message.shorten(reason)));
  }

  /** Returns whether a new process takes the place of a rank that fails. */
  public boolean replaces() {
    return options.onFailure() == OnFailure.REPLACE;
  }

  /**
   * Ends the job's epoch, as the process of a rank has ended, and makes room for the rank's next
   * process. The others are told, and meet it when they join again. A rank that has not joined the
   * epoch does not end it. Returns at once; the listener is told when there is {@linkplain
   * RendezvousListener#vacated room}, unless the job is over before.
   *
   * @param rank a rank of a job that {@linkplain #replaces replaces} ranks
   */
  public void replace(int rank, String reason) {
    execute(() -> states.replaceSoon(rank, Message.shorten(reason)));
  }

  /**
   * Asks all ranks what they wait for, and waits for their answers.
   *
   * @param timeoutNanos longest wait; the report of a rank that has not answered by then says so
   * @return one report for each rank, in rank order; none after {@link #close}
   */
  public List<WaitReport> reports(long timeoutNanos) throws InterruptedException {
    try {
      ReportRound round = loop.submit(states::askForReports).get();
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

  /** Returns the exchanges under way and their missing ranks, a line each. */
  public String exchangesUnderWay() throws InterruptedException {
    try {
      return loop.submit(() -> states.current().exchangesUnderWay()).get();
    } catch (RejectedExecutionException closed) {
      return "";
    } catch (ExecutionException mistake) {
      throw new IllegalStateException(mistake.getCause());
    }
  }

  /**
   * Frees the port and hangs up; ranks that are still connected take that as a failure. Idempotent.
   *
   * <p>Closes the connections itself: a loop that is told to stop during a task, without a quiet
   * period, ends after that task and leaves its connections open.
   */
  @Override
  public void close() {
    execute(this::hangUp);
    Netty.stop(loop);
    port.close();
  }

  private void hangUp() {
    states.close();
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
