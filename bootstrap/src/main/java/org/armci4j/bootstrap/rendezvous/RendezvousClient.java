package org.armci4j.bootstrap.rendezvous;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.exchange.ExchangeBootstrap;
import org.armci4j.bootstrap.exchange.PendingExchange;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/** Connects a rank that is a process to the {@link RendezvousServer}. */
public final class RendezvousClient extends ExchangeBootstrap {
  private static final int REPORT_LIMIT_BYTES = 64 << 10;

  /** How long the server may take to hang up after this rank's Bye, in milliseconds. */
  private static final long LAST_WORD_MILLIS = 1000;

  private final Membership membership;
  private final int epoch;
  private final int frameLimitBytes;
  private final String hostId;
  private final int holder;
  private final RankSocket socket;
  private final Thread reader;
  private final long sendLimitNanos;
  private final HeartbeatMonitor heartbeat = new HeartbeatMonitor();

  /** Whether the server has set a limit for its own silence; for the reader only. */
  private boolean silenceIsLimited;

  private volatile boolean leaving;

  private RendezvousClient(Handshake.Joined joined, Settings settings, int holder) {
    super(joined.membership().rank(), joined.membership().size());
    this.epoch = joined.epoch();
    this.hostId = settings.get(BootstrapSettings.HOST_ID);
    this.sendLimitNanos = settings.get(BootstrapSettings.EXCHANGE_TIMEOUT).toNanos();
    this.holder = holder;
    this.membership = joined.membership();
    this.frameLimitBytes = Math.toIntExact(settings.get(BootstrapSettings.FRAME_LIMIT));
    this.socket = joined.socket();
    this.reader =
        Thread.ofPlatform().daemon().name("armci-rank-" + rank()).unstarted(this::receiveAll);
  }

  /**
   * Connects to the rendezvous and joins the job.
   *
   * @throws BootstrapException when the rendezvous cannot be reached in time, refuses this rank, or
   *     does not know the secret
   */
  public static RendezvousClient open(Membership membership, Settings settings) {
    return open(() -> membership, settings, Tls.of(settings), Failure.LAUNCHER);
  }

  /**
   * Does the same for a rendezvous that another process than the launcher holds.
   *
   * @param where returns who the rank is and where the rendezvous is; called for each attempt
   * @param tls encrypts the connection, or null
   * @param holder the rank that has failed when the rendezvous is gone, or {@link Failure#LAUNCHER}
   */
  public static RendezvousClient open(
      Supplier<Membership> where, Settings settings, Tls tls, int holder) {
    Handshake.Joined joined =
        Handshake.join(where, tls, settings.get(BootstrapSettings.CONNECT_TIMEOUT));
    RendezvousClient client = new RendezvousClient(joined, settings, holder);
    client.reader.start();
    return client;
  }

  private void receiveAll() {
    String end = "the connection to the rendezvous was lost";
    try {
      limitSilence(0); // until the server has set its limit
      while (true) {
        Message message = socket.read(frameLimitBytes, this::silenceLasts);
        heartbeat.heard();
        receive(message);
      }
    } catch (EOFException hungUp) {
      end = hungUp.getMessage();
    } catch (IOException | MalformedFrameException broken) {
      end = "the connection to the rendezvous broke: " + broken.getMessage();
    } finally {
      socket.close();
      if (!leaving) {
        failed(new Failure(holder, hostOf(membership.rendezvous()), end));
      }
    }
  }

  private static String hostOf(SocketAddress rendezvous) {
    return rendezvous instanceof InetSocketAddress there ? there.getHostString() : Host.name();
  }

  /**
   * Sets the time between ticks. Without a limit, silence is a fault only if the server also takes
   * nothing from this rank.
   */
  private void limitSilence(long limitNanos) throws IOException {
    silenceIsLimited = limitNanos > 0;
    socket.setTimeout(HeartbeatMonitor.tickMillis(silenceIsLimited ? limitNanos : sendLimitNanos));
  }

  private void silenceLasts() throws IOException {
    if (!silenceIsLimited && !socket.isStuck()) {
      heartbeat.heard();
    } else if (heartbeat.tick()) {
      throw new EOFException(
          silenceIsLimited
              ? "it has been silent for longer than heartbeatTimeout"
              : "it has not taken for longer than exchangeTimeout what this rank sends");
    }
  }

  /**
   * Handles one message. A pattern switch would cost some milliseconds of a rank's start: the JDK
   * links it at run time.
   */
  private void receive(Message message) throws IOException {
    if (message instanceof Message.Completed m) {
      PendingExchange pending = pending(m.id());
      if (pending != null) {
        pending.completed(m.values());
      }
    } else if (message instanceof Message.NotCompleted m) {
      PendingExchange pending = pending(m.id());
      if (pending != null) {
        pending.failed(m.reason());
      }
    } else if (message instanceof Message.WaitExtended m) {
      PendingExchange pending = pending(m.id());
      if (pending != null) {
        pending.waitExtended();
      }
    } else if (message instanceof Message.Received m) {
      mailbox.received(m.from(), m.content());
    } else if (message instanceof Message.Undelivered m) {
      mailbox.undelivered(m.to(), m.reason());
    } else if (message instanceof Message.JobFailed m) {
      failed(m.failure());
    } else if (message instanceof Message.RankLost m) {
      lost(m.failure());
    } else if (message instanceof Message.Ping m) {
      limitSilence(m.limitNanos());
      socket.sendSoon(new Message.Pong(waits().oldestNanos()));
    } else if (message instanceof Message.ReportWanted m) {
      report(m);
    } else if (message instanceof Message.Refused m) {
      // The server had welcomed this rank, but its Join came too late.
      throw new EOFException("the rendezvous has sent it away: " + m.reason());
    } else {
      throw new MalformedFrameException("a message out of turn");
    }
  }

  private void report(Message.ReportWanted wanted) {
    byte[] text = waits().report().getBytes(StandardCharsets.UTF_8);
    int limit = Math.min(REPORT_LIMIT_BYTES, frameLimitBytes / 2);
    byte[] shortened = text.length <= limit ? text : Arrays.copyOf(text, limit);
    socket.sendSoon(new Message.Report(wanted.number(), shortened));
  }

  @Override
  public int epoch() {
    return epoch;
  }

  @Override
  public boolean restarted() {
    return membership.restarted();
  }

  @Override
  public String hostId() {
    return hostId.isEmpty() ? Host.id() : hostId;
  }

  @Override
  protected void contribute(
      String key, boolean survey, int[] members, byte[] mine, PendingExchange pending) {
    var message = new Message.Contribute(pending.id(), survey, key, members, mine);
    long bytes = FrameCodec.atMostBytes(message);
    if (bytes > frameLimitBytes) {
      throw new BootstrapException(
          Text.format(
              "exchange '%s' of rank %d: %d bytes are more than frameLimit (%d bytes); raise it",
              key, rank(), bytes, frameLimitBytes));
    }
    socket.send(message);
  }

  @Override
  protected void deliver(int to, byte[] message) {
    long bytes = (long) FrameCodec.SEND_BYTES + message.length;
    if (bytes > frameLimitBytes) {
      throw new BootstrapException(
          Text.format(
              "message of rank %d to rank %d: %d bytes are more than frameLimit (%d bytes); raise"
                  + " it",
              rank(), to, bytes, frameLimitBytes));
    }
    socket.send(new Message.Send(to, message));
  }

  @Override
  protected void giveUp(String key, String why) {
    socket.send(new Message.GiveUp(key, why));
  }

  @Override
  protected void overdue(String key, String why) {
    socket.send(new Message.Overdue(key, why));
  }

  @Override
  protected void sendRefusal(String folder, String reason) {
    socket.send(new Message.NotComing(folder, Message.shorten(reason)));
  }

  @Override
  public void abort(String reason) {
    String text = Message.shorten(reason);
    failed(new Failure(rank(), Host.name(), text));
    // Sent before returning, as the caller may end the process next.
    socket.send(new Message.Abort(text));
  }

  /**
   * Waits until the server has hung up, so that the end of this process cannot look like a failure.
   */
  @Override
  protected void leave() {
    leaving = true;
    socket.send(new Message.Bye());
    join(reader, LAST_WORD_MILLIS);
    socket.close();
  }

  /** Waits for a thread's end, and keeps an interrupt for later. */
  private static void join(Thread thread, long timeoutMillis) {
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(timeoutMillis);
    } catch (InterruptedException again) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
