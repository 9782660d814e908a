package org.armci4j.bootstrap.rendezvous;

import io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.armci4j.bootstrap.ExchangeArguments;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.exchange.ExchangeTable;
import org.armci4j.bootstrap.exchange.JoinEpochs;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.text.Text;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the server's view of one epoch of the job: seats, exchanges and the failure. For the
 * server's thread only, apart from {@link #failure} and {@link #decideFailure}.
 */
final class JobState {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousServer.class);

  private enum State {
    ABSENT,
    /** The rank has proved the secret and not yet accepted the server. */
    PROVED,
    JOINED,
    LEFT,
    LOST
  }

  private static final class Seat {
    private State state = State.ABSENT;
    private ServerConnection connection;

    /** Host of the rank. Volatile: any thread that reports the rank's failure reads it. */
    private volatile String host;

    private int silentBeats;

    /** Why the job goes on without the rank; null while it has the rank. */
    private Failure loss;
  }

  private final RendezvousOptions options;
  private final RendezvousListener listener;
  private final int epoch;
  private final JoinEpochs epochs;
  private final Seat[] seats;
  private int joined;
  private int progress;
  private boolean closed;

  /** Whether the failure has ended this epoch and not the job. */
  private boolean superseded;

  /** Until when a rank that has not joined holds up exchanges; by {@link System#nanoTime}. */
  private long newcomersNanos;

  private ReportRound round;
  private int roundNumber;
  private final AtomicReference<Failure> failure = new AtomicReference<>();

  /** Whether the ranks have been told of the failure. */
  private boolean failureTold;

  JobState(RendezvousOptions options, RendezvousListener listener, int epoch) {
    this.options = options;
    this.listener = listener;
    this.epoch = epoch;
    this.newcomersNanos = System.nanoTime();
    this.epochs = new JoinEpochs(options.size());
    this.seats = new Seat[options.size()];
    String ownHost = Host.name();
    for (int rank = 0; rank < seats.length; rank++) {
      seats[rank] = new Seat();
      seats[rank].host = ownHost; // until the rank names its host
    }
  }

  int epoch() {
    return epoch;
  }

  /** Returns the first failure of the epoch, or null. */
  Failure failure() {
    return failure.get();
  }

  /**
   * Gives the seat of {@code rank} to a connection that has proved the secret.
   *
   * @return null, or why the connection cannot have the seat
   */
  String seat(int rank, ServerConnection connection) {
    Seat seat = seats[rank];
    if (failure() != null) {
      return "the job is over"; // the refusal carries the failure
    }
    if (seat.state != State.ABSENT && seat.state != State.LEFT) {
      return Text.format("rank %d is taken: it has joined before, and not said good-bye", rank);
    }
    seat.state = State.PROVED;
    seat.connection = connection;
    progress++;
    return null;
  }

  /** Returns the number of steps that ranks have made towards joining. */
  int progress() {
    return progress;
  }

  void join(int rank, String host) {
    if (seats[rank].loss != null) {
      return; // hung up on, but this was on its way
    }
    progress++;
    seats[rank].state = State.JOINED;
    seats[rank].host = host;
    boolean again = epochs.join(rank) > 1;
    LOG.debug("rank {} on {} joined epoch {} of job {}", rank, host, epoch, options.jobId());
    tellOfEpoch(() -> listener.joined(rank));
    if (!again && ++joined == seats.length) {
      tellOfEpoch(listener::allJoined);
    }
    for (Seat seat : seats) {
      if (seat.loss != null) {
        seats[rank].connection.send(new Message.RankLost(seat.loss));
      }
    }
    if (failureTold) {
      seats[rank].connection.send(new Message.JobFailed(failure()));
    }
  }

  void contribute(int rank, Message.Contribute message) {
    try {
      ExchangeArguments.check(message.key(), message.members(), rank, seats.length);
    } catch (IllegalArgumentException wrong) {
      answer(rank, new Message.NotCompleted(message.id(), wrong.getMessage()));
      return;
    }
    int epoch = epochs.of(rank);
    epochs
        .exchanges(rank)
        .contribute(
            message.key(),
            message.survey(),
            message.members(),
            rank,
            message.value(),
            new ExchangeTable.Listener() {
              @Override
              public void completed(List<byte[]> parts) {
                answer(rank, epoch, completion(message.id(), parts));
              }

              @Override
              public void failed(String reason) {
                answer(rank, epoch, new Message.NotCompleted(message.id(), reason));
              }

              @Override
              public void waitExtended() {
                answer(rank, epoch, new Message.WaitExtended(message.id()));
              }
            });
  }

  /** Returns the same kind of answer for all members, as all see the same values and limit. */
  private Message completion(long id, List<byte[]> parts) {
    long bytes = FrameCodec.completedBytes(parts);
    if (bytes <= options.frameLimitBytes()) {
      return new Message.Completed(id, parts);
    }
    return new Message.NotCompleted(
        id,
        Text.format(
            "the values of all members take %d bytes, more than frameLimit (%d bytes): raise it",
            bytes, options.frameLimitBytes()));
  }

  /** Answers a rank unless it has left since it asked, even if it has joined again. */
  private void answer(int rank, int epoch, Message message) {
    if (epochs.of(rank) == epoch) {
      answer(rank, message);
    }
  }

  private void answer(int rank, Message message) {
    if (seats[rank].state == State.JOINED) {
      seats[rank].connection.send(message);
    }
  }

  void relay(int from, Message.Send message) {
    int to = message.to();
    boolean there =
        to >= 0
            && to < seats.length
            && seats[to].state == State.JOINED
            && epochs.of(to) == epochs.of(from);
    if (!there) {
      String reason = Text.format("rank %d is not in the job, or has left it", to);
      answer(from, new Message.Undelivered(to, reason));
    } else {
      seats[to].connection.send(new Message.Received(from, message.content()));
    }
  }

  void giveUp(int rank, Message.GiveUp message) {
    epochs.exchanges(rank).giveUp(message.key(), rank, message.why());
  }

  void overdue(int rank, Message.Overdue message) {
    boolean incomplete = joined < seats.length;
    boolean patient = incomplete && newcomersNanos - System.nanoTime() > 0;
    String why = incomplete && epoch > 0 ? lateness() : message.why();
    epochs.exchanges(rank).overdue(message.key(), rank, why, patient);
  }

  private String lateness() {
    return Text.format(
        "waited in vain for others to open again within %d ms (rejoinTimeout)",
        TimeUnit.NANOSECONDS.toMillis(options.rejoinNanos()));
  }

  /** Has exchanges wait for ranks that have not joined, as a process has just been replaced. */
  void expectNewcomers() {
    newcomersNanos = System.nanoTime() + options.rejoinNanos();
  }

  void refuse(int rank, Message.NotComing message) {
    epochs.exchanges(rank).refuse(message.folder(), rank, message.reason());
  }

  void leave(int rank) {
    seats[rank].state = State.LEFT;
    epochs.leave(rank);
    tellOfEpoch(() -> listener.saidBye(rank));
  }

  void abort(int rank, String reason) {
    tell(() -> listener.aborted(rank, reason));
    decideFailure(rank, reason);
    tellFailure();
  }

  /** Notes that the connection of a rank has ended without good-bye. */
  void lose(int rank, EventLoop loop) {
    Seat seat = seats[rank];
    if (seat.state == State.PROVED) {
      seat.state = State.ABSENT; // the rank never took part, and may try again
      return;
    }
    seat.state = State.LOST;
    if (closed || superseded) {
      return; // the server itself hung up, or the rank is out of an epoch that is over
    }
    tell(() -> listener.lost(rank));
    ScheduledFuture<?> _ =
        loop.schedule(() -> failOfLoss(rank), options.lossGraceNanos(), TimeUnit.NANOSECONDS);
  }

  private void failOfLoss(int rank) {
    if (!superseded) {
      fail(rank, "connection lost without good-bye");
    }
  }

  /**
   * Handles the failure of a rank. It ends the job, or the job goes on without the rank or with a
   * new process.
   */
  void fail(int rank, String reason) {
    if (options.onFailure() != OnFailure.ABORT && ends(rank, reason)) {
      return;
    }
    if (options.onFailure() == OnFailure.CONTINUE) {
      goOnWithout(rank, reason);
    } else {
      decideFailure(rank, reason);
      tellFailure();
    }
  }

  /** Returns whether a rank has taken part in this epoch. */
  boolean hasSeat(int rank) {
    State state = seats[rank].state;
    return state != State.ABSENT && state != State.PROVED;
  }

  /** Returns whether some rank is connected. */
  boolean isConnected() {
    for (Seat seat : seats) {
      if (isConnected(seat)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isConnected(Seat seat) {
    return seat.state == State.JOINED || seat.state == State.PROVED;
  }

  /**
   * Runs an action when the connection of a rank has ended, whose process has, or a moment later.
   */
  void afterLastWords(int rank, Runnable action) {
    if (isConnected(seats[rank])) {
      seats[rank].connection.afterEnd(options.lossGraceNanos(), action);
    } else {
      action.run();
    }
  }

  /** Ends the epoch, as a rank has failed: its process has ended, and all others are told. */
  void supersede(int rank, String reason) {
    superseded = true;
    decideFailure(rank, reason);
    vacate(rank);
    tellFailure();
  }

  /** Hangs up on a rank whose process has ended. In an epoch that is not over it may come again. */
  void vacate(int rank) {
    Seat seat = seats[rank];
    if (isConnected(seat)) {
      seat.connection.expel();
    }
    seat.state = superseded ? State.LOST : State.ABSENT;
  }

  /** Has the listener end the rank's process first, if it can: a lost rank must not write on. */
  private boolean ends(int rank, String reason) {
    try {
      return listener.ends(rank, reason);
    } catch (RuntimeException mistake) {
      LOG.error("a listener of the rendezvous failed", mistake);
      return false;
    }
  }

  /**
   * Tells all joined ranks that the job has lost a rank, and then ends what they exchange with it.
   * Hangs up on the rank, which may be alive and only silent: it then takes the job as failed.
   */
  void goOnWithout(int rank, String reason) {
    Seat lost = seats[rank];
    if (lost.loss != null) {
      return;
    }
    lost.loss = new Failure(rank, lost.host, reason);
    LOG.debug("job {} goes on: {}", options.jobId(), lost.loss);
    boolean connected = isConnected(lost);
    lost.state = State.LOST;
    for (Seat seat : seats) {
      if (seat.state == State.JOINED) {
        seat.connection.send(new Message.RankLost(lost.loss));
      }
    }
    epochs.lose(rank, "on " + lost.host + " failed: " + reason);
    if (connected) {
      lost.connection.expel();
    }
  }

  /** Reports a failure, of which the first counts. */
  void decideFailure(int rank, String reason) {
    String host = rank == Failure.LAUNCHER ? Host.name() : seats[rank].host;
    failure.compareAndSet(null, new Failure(rank, host, reason));
  }

  /** Tells all joined ranks of the failure, once. */
  void tellFailure() {
    if (failureTold) {
      return;
    }
    failureTold = true;
    LOG.debug("job {} failed: {}", options.jobId(), failure());
    for (Seat seat : seats) {
      if (seat.state == State.JOINED) {
        seat.connection.send(new Message.JobFailed(failure()));
      }
    }
  }

  /**
   * Pings all joined ranks, and fails a rank that has been silent for too long. Counts beats, not
   * time, as {@link HeartbeatMonitor} does.
   */
  void beat() {
    long limitNanos = options.heartbeatTimeout().toNanos();
    for (int rank = 0; rank < seats.length && (superseded || failure() == null); rank++) {
      Seat seat = seats[rank];
      if (seat.state == State.JOINED) {
        seat.silentBeats++;
        if (limitNanos > 0 && seat.silentBeats * options.beatNanos() > limitNanos) {
          silent(rank);
        } else {
          seat.connection.send(new Message.Ping(limitNanos));
        }
      }
    }
  }

  private void silent(int rank) {
    String reason =
        Text.format(
            "has been silent for %d ms (heartbeatTimeout): it is stopped, as by SIGSTOP or a"
                + " debugger, or its host cannot be reached",
            options.heartbeatTimeout().toMillis());
    tell(() -> listener.silent(rank, reason));
    fail(rank, reason);
  }

  void alive(int rank, Message.Pong message) {
    seats[rank].silentBeats = 0;
    long stallNanos = options.stallTimeout().toNanos();
    if (stallNanos > 0 && message.oldestWaitNanos() > stallNanos) {
      tell(() -> listener.stalled(rank));
    }
  }

  /**
   * Asks all joined ranks what they wait for.
   *
   * @param earlier epochs that are over, in which others may still be
   */
  ReportRound askForReports(List<JobState> earlier) {
    round = new ReportRound(seats.length);
    roundNumber++;
    for (int rank = 0; rank < seats.length; rank++) {
      Seat seat = seats[rank];
      switch (seat.state) {
        case ABSENT, PROVED -> {
          int absent = rank;
          if (earlier.stream().noneMatch(epoch -> epoch.askLate(absent, round, roundNumber))) {
            round.note(new WaitReport(rank, seat.host, false, absence()));
          }
        }
        case JOINED -> {
          round.ask(rank, seat.host);
          seat.connection.send(new Message.ReportWanted(roundNumber));
        }
        case LEFT -> round.note(new WaitReport(rank, seat.host, true, "has left the job"));
        case LOST -> round.note(new WaitReport(rank, seat.host, true, "is lost"));
      }
    }
    round.begin();
    return round;
  }

  /** Asks a rank that has not left this epoch, which is over. Returns whether there is one. */
  private boolean askLate(int rank, ReportRound others, int number) {
    Seat seat = seats[rank];
    if (seat.state != State.JOINED) {
      return false;
    }
    round = others;
    roundNumber = number;
    round.ask(rank, seat.host, epoch);
    seat.connection.send(new Message.ReportWanted(number));
    return true;
  }

  private String absence() {
    return epoch == 0 ? "has not joined the job" : "has not joined the job's epoch " + epoch;
  }

  void report(int rank, Message.Report message) {
    if (round != null && message.number() == roundNumber) {
      round.answer(rank, message.text());
    }
  }

  /** Returns the exchanges under way and their missing ranks, a line each. */
  String exchangesUnderWay() {
    return epochs.toString();
  }

  /** Ignores all ends of connections from now on. */
  void close() {
    closed = true;
  }

  /** Tells news that count in the present epoch only. */
  private void tellOfEpoch(Runnable news) {
    if (!superseded) {
      tell(news);
    }
  }

  /** Calls a listener. Catches its exceptions, as they must not look like a rank's failure. */
  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException mistake) {
      LOG.error("a listener of the rendezvous failed", mistake);
    }
  }
}
