package org.armci4j.bootstrap.rendezvous;

import io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.exchange.ExchangeTable;
import org.armci4j.bootstrap.exchange.Generations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job as the server sees it: who has a seat, the exchanges, the failure. For the server's
 * thread only, apart from {@link #failure}.
 */
final class Meeting {
  private static final Logger LOG = LoggerFactory.getLogger(RendezvousServer.class);

  private enum State {
    ABSENT,
    /** Has proved the secret, not yet accepted the server. */
    PROVED,
    JOINED,
    LEFT,
    LOST
  }

  private static final class Seat {
    private State state = State.ABSENT;
    private ServerConnection connection;
    private String host;
    private int silentBeats;
  }

  private final RendezvousOptions options;
  private final RendezvousListener listener;
  private final Generations generations;
  private final Seat[] seats;
  private int joined;
  private boolean closed;
  private ReportRound round;
  private int roundNumber;
  private volatile Failure failure;

  Meeting(RendezvousOptions options, RendezvousListener listener) {
    this.options = options;
    this.listener = listener;
    this.generations = new Generations(options.size());
    this.seats = new Seat[options.size()];
    String ownHost = Host.name();
    for (int rank = 0; rank < seats.length; rank++) {
      seats[rank] = new Seat();
      seats[rank].host = ownHost; // until it says where it is
    }
  }

  Failure failure() {
    return failure;
  }

  /**
   * Gives a seat to a connection that has proved to be of this job.
   *
   * @return null, or why it cannot have the seat
   */
  String seat(int rank, ServerConnection connection) {
    Seat seat = seats[rank];
    if (failure != null) {
      return "the job has failed: " + failure;
    }
    if (seat.state != State.ABSENT && seat.state != State.LEFT) {
      return "rank %d is taken: it has joined before, and not said good-bye".formatted(rank);
    }
    seat.state = State.PROVED;
    seat.connection = connection;
    return null;
  }

  void join(int rank, String host) {
    seats[rank].state = State.JOINED;
    seats[rank].host = host;
    boolean again = generations.join(rank) > 1;
    LOG.debug("rank {} on {} joined job {}", rank, host, options.jobId());
    tell(() -> listener.joined(rank));
    if (!again && ++joined == seats.length) {
      tell(listener::allJoined);
    }
    if (failure != null) {
      seats[rank].connection.send(new Message.JobFailed(failure));
    }
  }

  void contribute(int rank, Message.Contribute message) {
    try {
      ExchangeTable.check(message.key(), message.members(), rank, seats.length);
    } catch (IllegalArgumentException wrong) {
      answer(rank, new Message.NotCompleted(message.id(), wrong.getMessage()));
      return;
    }
    int generation = generations.of(rank);
    generations
        .exchanges(rank)
        .contribute(
            message.key(),
            message.members(),
            rank,
            message.value(),
            new ExchangeTable.Outcome() {
              @Override
              public void completed(List<byte[]> parts) {
                answer(rank, generation, completion(message.id(), parts));
              }

              @Override
              public void failed(String reason) {
                answer(rank, generation, new Message.NotCompleted(message.id(), reason));
              }
            });
  }

  /** All members find the same here, so the exchange ends alike for all of them. */
  private Message completion(long id, List<byte[]> parts) {
    long bytes = FrameCodec.completedBytes(parts);
    if (bytes <= options.frameLimitBytes()) {
      return new Message.Completed(id, parts);
    }
    return new Message.NotCompleted(
        id,
        "the values of all members take %d bytes, more than frameLimit (%d bytes): raise it"
            .formatted(bytes, options.frameLimitBytes()));
  }

  /** Answers are for the rank that asked, not for what it is when it has left and come back. */
  private void answer(int rank, int generation, Message message) {
    if (generations.of(rank) == generation) {
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
            && generations.of(to) == generations.of(from);
    if (!there) {
      String reason = "rank %d is not in the job, or has left it".formatted(to);
      answer(from, new Message.Undelivered(to, reason));
    } else {
      seats[to].connection.send(new Message.Received(from, message.content()));
    }
  }

  void giveUp(int rank, Message.GiveUp message) {
    generations.exchanges(rank).giveUp(message.key(), rank, message.why());
  }

  void leave(int rank) {
    seats[rank].state = State.LEFT;
    generations.leave(rank);
    tell(() -> listener.saidBye(rank));
  }

  void abort(int rank, String reason) {
    tell(() -> listener.aborted(rank, reason));
    fail(rank, reason);
  }

  /** The connection of a rank has ended without good-bye. */
  void lose(int rank, EventLoop loop) {
    Seat seat = seats[rank];
    if (seat.state == State.PROVED) {
      seat.state = State.ABSENT; // it never took part, and may try again
      return;
    }
    seat.state = State.LOST;
    if (closed) {
      return; // it was the server that hung up
    }
    tell(() -> listener.lost(rank));
    ScheduledFuture<?> _ =
        loop.schedule(
            () -> fail(rank, "connection lost without good-bye"),
            options.lossGraceNanos(),
            TimeUnit.NANOSECONDS);
  }

  /** The first failure counts; all who are there are told. */
  void fail(int rank, String reason) {
    if (failure != null) {
      return;
    }
    String host = rank == Failure.LAUNCHER ? Host.name() : seats[rank].host;
    failure = new Failure(rank, host, reason);
    LOG.debug("job {} failed: {}", options.jobId(), failure);
    for (Seat seat : seats) {
      if (seat.state == State.JOINED) {
        seat.connection.send(new Message.JobFailed(failure));
      }
    }
  }

  /**
   * Asks all who are there for a sign of life, and gives up a rank that has given none for too
   * long. Counts beats and no time, as {@link SilenceWatch} does.
   */
  void beat() {
    long limitNanos = options.heartbeatTimeout().toNanos();
    for (int rank = 0; rank < seats.length && failure == null; rank++) {
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
        ("it has been silent for %d ms (heartbeatTimeout): it is stopped, as by SIGSTOP or a"
                + " debugger, or its host cannot be reached")
            .formatted(options.heartbeatTimeout().toMillis());
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

  /** Asks all who are there what they wait for. */
  ReportRound askForReports() {
    round = new ReportRound(seats.length);
    roundNumber++;
    for (int rank = 0; rank < seats.length; rank++) {
      Seat seat = seats[rank];
      switch (seat.state) {
        case ABSENT, PROVED ->
            round.note(new RankReport(rank, seat.host, false, "has not joined the job"));
        case JOINED -> {
          round.ask(rank, seat.host, "does not answer");
          seat.connection.send(new Message.ReportWanted(roundNumber));
        }
        case LEFT -> round.note(new RankReport(rank, seat.host, true, "has left the job"));
        case LOST -> round.note(new RankReport(rank, seat.host, true, "is lost"));
      }
    }
    round.begin();
    return round;
  }

  void report(int rank, Message.Report message) {
    if (round != null && message.number() == roundNumber) {
      round.answer(rank, message.text());
    }
  }

  /** The exchanges under way and who has not come to them, a line each. */
  String exchangesUnderWay() {
    return generations.toString();
  }

  /** From now on no end of a connection is news. */
  void close() {
    closed = true;
  }

  /** A listener's mistake must not look like a rank's. */
  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException mistake) {
      LOG.error("a listener of the rendezvous failed", mistake);
    }
  }
}
