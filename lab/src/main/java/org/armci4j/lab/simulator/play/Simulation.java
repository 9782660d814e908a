package org.armci4j.lab.simulator.play;

import java.util.Arrays;
import java.util.Comparator;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.cost.LogGP;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.collectives.schedule.Channels;
import org.armci4j.lab.simulator.network.Interconnect;

/**
 * Plays the schedules of all ranks. A rank performs the steps of a round as its executor would:
 * first the sending and local steps in their order, then the receiving steps as their messages
 * arrive. The earliest rank goes on first, so that messages take the links of a network in the
 * order of their times.
 *
 * <p>Simplifications: rings and buffers have room for all messages, nothing is acknowledged, and
 * destinations lie in one global memory.
 */
public final class Simulation {
  private final MachineModel machine;
  private final Places places;
  private final Interconnect network;
  private final Programs programs;
  private final Mailboxes mailboxes;
  private final RankTraffic traffic;
  private final ReadyQueue ready = new ReadyQueue();
  private final double[] clocks;

  /** Time at which all that each rank has sent has left it. */
  private final double[] leaves;

  /** The first move of each rank's current round. */
  private final int[] rounds;

  /** Number of messages that each rank still awaits in its round, after its other steps. */
  private final int[] missing;

  /** Whether the steps of each rank's round that do not receive are done. */
  private final boolean[] begun;

  private double end;

  /**
   * Prepares a simulation, which can be played once.
   *
   * @param machine the machine's costs for ranks that may share cores
   * @param programs schedules, which are released while they are played
   */
  public Simulation(MachineModel machine, Places places, Interconnect network, Programs programs) {
    int ranks = programs.ranks();
    this.machine = machine.inPieces(Channels.pieceBytes(ranks));
    this.places = places;
    this.network = network;
    this.programs = programs;
    this.mailboxes = new Mailboxes(ranks);
    this.traffic = new RankTraffic(ranks);
    this.clocks = new double[ranks];
    this.leaves = new double[ranks];
    this.rounds = new int[ranks];
    this.missing = new int[ranks];
    this.begun = new boolean[ranks];
  }

  /**
   * Plays to the end.
   *
   * @throws IllegalStateException when ranks wait for messages that no rank sends
   */
  public PlayOutcome play() {
    int longest = programs.longest();
    for (int rank = 0; rank < clocks.length; rank++) {
      clocks[rank] = machine.level(places.hosts() == 1).startNanos();
      ready.add(clocks[rank], rank);
    }
    while (!ready.isEmpty()) {
      advance(ready.take());
    }
    requireAllEnded();
    int busiest = traffic.busiest();
    return new PlayOutcome(
        end,
        traffic.allMessages(),
        traffic.allBytes(),
        busiest,
        traffic.messages(busiest),
        traffic.bytes(busiest),
        network.busiestLink(),
        network.busiestLinkBytes(),
        longest);
  }

  private void requireAllEnded() {
    for (int rank = 0; rank < begun.length; rank++) {
      if (programs.of(rank) != null) {
        throw new IllegalStateException(
            Text.format(
                "rank %d waits for %d messages that nobody sends, in the round of step %d of %d",
                rank, missing[rank], rounds[rank], programs.of(rank).length));
      }
    }
  }

  /** Lets a rank go on until it must wait. */
  private void advance(int rank) {
    long[] moves = programs.of(rank);
    while (rounds[rank] < moves.length) {
      if (!begun[rank]) {
        begun[rank] = true;
        begin(rank, moves);
        if (missing[rank] > 0) {
          return; // until the last awaited message is sent
        }
      }
      rounds[rank] = receive(rank, moves);
      begun[rank] = false;
      if (network.isShared() && clocks[rank] > ready.earliestNanos()) {
        ready.add(clocks[rank], rank);
        return;
      }
    }
    end = Math.max(end, clocks[rank]);
    programs.forget(rank);
  }

  /** Performs the steps of a round that wait for no message, and counts the missing messages. */
  private void begin(int rank, long[] moves) {
    int next = rounds[rank];
    long move;
    do {
      move = moves[next++];
      int kind = Move.kind(move);
      if (!Move.receives(kind)) {
        perform(rank, kind, move);
      } else if (!mailboxes.isHereOrAwait(Move.peer(move), rank, Move.lane(kind))) {
        missing[rank]++;
      }
    } while (!Move.isLast(move));
  }

  private void perform(int rank, int kind, long move) {
    long bytes = Move.sizeBytes(move);
    int peer = Move.peer(move);
    LogGP here = machine.inside();
    switch (kind) {
      case Move.PUT -> send(rank, kind, peer, bytes, here.pieces(bytes));
      case Move.WRITE, Move.WRITE_BUFFER, Move.DEPOSIT -> send(rank, kind, peer, bytes, 1);
      case Move.READ -> read(rank, peer, bytes);
      case Move.SETTLE -> clocks[rank] = Math.max(clocks[rank], leaves[rank]);
      case Move.COPY -> clocks[rank] += here.copy(bytes);
      case Move.COMBINE -> clocks[rank] += here.combine(bytes);
      default -> {
        // The step takes no time.
      }
    }
  }

  private LogGP level(int rank, int peer) {
    return machine.level(places.host(rank) == places.host(peer));
  }

  /** Sends under {@link LogGP}, after the rank's earlier messages. */
  private void send(int rank, int kind, int peer, long bytes, long pieces) {
    LogGP level = level(rank, peer);
    long head = Math.min(bytes, pieces == 1 ? bytes : level.pieceBytes());
    long tail = bytes - (pieces - 1) * level.pieceBytes();
    boolean straight = kind != Move.PUT;
    double sent = clocks[rank] + (straight ? level.writing(bytes) : level.send(pieces, bytes));
    double first = clocks[rank] + (straight ? level.writing(head) : level.send(1, head));
    double enters = Math.max(first, leaves[rank]);
    double left =
        Math.max(enters + bytes * level.nanosPerByte(), sent + tail * level.nanosPerByte());
    double late = delay(rank, peer, enters, bytes, level) + level.latencyNanos();
    clocks[rank] = sent;
    leaves[rank] = Math.max(left, enters + pieces * level.gapNanos());
    traffic.count(rank, peer, pieces, bytes);
    if (kind != Move.DEPOSIT) {
      deliver(rank, kind, peer, enters + head * level.nanosPerByte() + late, left + late);
    }
  }

  private double delay(int rank, int peer, double atNanos, long bytes, LogGP level) {
    int from = places.host(rank);
    int to = places.host(peer);
    return from == to ? 0 : network.delay(from, to, atNanos, bytes, level.nanosPerByte());
  }

  private void deliver(int rank, int kind, int peer, double first, double last) {
    if (mailboxes.put(rank, peer, Move.lane(kind), first, last) && --missing[peer] == 0) {
      ready.add(Math.max(clocks[peer], first), peer);
    }
  }

  /** Reads from a peer; the data are here after the next settling step. */
  private void read(int rank, int peer, long bytes) {
    LogGP level = level(rank, peer);
    double late =
        delay(
            /* rank= */ peer, /* peer= */ rank, clocks[rank] + level.latencyNanos(), bytes, level);
    leaves[rank] = Math.max(leaves[rank], clocks[rank] + level.read(bytes) + late);
    clocks[rank] += level.overheadNanos();
    traffic.count(peer, rank, 1, bytes);
  }

  /**
   * Performs the receiving steps of a round whose messages have all been sent.
   *
   * @return the first move of the next round
   */
  private int receive(int rank, long[] moves) {
    int first = rounds[rank];
    int next = first;
    int count = 0;
    while (true) {
      long move = moves[next++];
      count += Move.receives(Move.kind(move)) ? 1 : 0;
      if (Move.isLast(move)) {
        break;
      }
    }
    if (count > 1) {
      receiveByArrival(rank, moves, first, next, count);
    } else if (count == 1) {
      for (int i = first; i < next; i++) {
        if (Move.receives(Move.kind(moves[i]))) {
          receive(rank, moves[i], take(rank, moves[i]));
        }
      }
    }
    return next;
  }

  private int take(int rank, long move) {
    return mailboxes.take(Move.peer(move), rank, Move.lane(Move.kind(move)));
  }

  /** A message and the move that receives it. */
  private record QueuedMessage(long move, int message, double nanos) {}

  private void receiveByArrival(int rank, long[] moves, int first, int end, int count) {
    QueuedMessage[] arrivals = new QueuedMessage[count];
    int found = 0;
    for (int i = first; i < end; i++) {
      if (Move.receives(Move.kind(moves[i]))) {
        int message = take(rank, moves[i]);
        arrivals[found++] = new QueuedMessage(moves[i], message, mailboxes.first(message));
      }
    }
    Arrays.sort(arrivals, Comparator.comparingDouble(QueuedMessage::nanos));
    for (QueuedMessage arrival : arrivals) {
      receive(rank, arrival.move(), arrival.message());
    }
  }

  private void receive(int rank, long move, int message) {
    LogGP level = level(rank, Move.peer(move));
    int kind = Move.kind(move);
    long bytes = Move.sizeBytes(move);
    boolean inPieces = kind == Move.TAKE || kind == Move.TAKE_COMBINING;
    long pieces = inPieces ? level.pieces(bytes) : 1;
    double perByte =
        switch (kind) {
          case Move.TAKE -> level.copyNanosPerByte();
          case Move.TAKE_COMBINING -> level.combineNanosPerByte();
          default -> 0;
        };
    long tail = inPieces ? bytes - (pieces - 1) * level.pieceBytes() : bytes;
    double begins = Math.max(clocks[rank], mailboxes.first(message));
    double all = begins + pieces * level.overheadNanos() + bytes * perByte;
    double last = mailboxes.last(message) + level.overheadNanos() + tail * perByte;
    clocks[rank] = Math.max(all, last);
    mailboxes.drop(message);
  }
}
