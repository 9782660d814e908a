package org.armci4j.collectives.direct;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out whether the calls of one operation and about one length go faster from buffer to buffer
 * or through the slots: on the machine at hand, with the program's own calls and data. Every third
 * turn of some calls goes the way that is not the usual one, and the median of each way's latest
 * turns counts, when the code has been compiled. All ranks of a group count the same calls, so they
 * change together; in the end they agree on the times of the slowest.
 *
 * <p>A constant cannot serve: how the kernel's copy compares to those through a slot differs by ten
 * times in length between two machines of the same years (docs/design/performance.md). To try ways
 * in the calls of the program itself is the idea of Faraj, Yuan and Lowenthal, STAR-MPI, ICS 2006.
 */
final class CopyTrial {
  private static final Logger LOG = LoggerFactory.getLogger(CopyTrial.class);

  /** Short calls of a turn: the mean includes what one call leaves to the next. */
  private static final long TURN_CALLS = 128;

  /** Bytes that a rank gives in a turn of longer calls. */
  private static final long TURN_BYTES = 8 << 20;

  /** Turns of which one goes the other way, so that the trial of a slow way costs little. */
  private static final int PERIOD = 3;

  /**
   * How many turns go the other way between two ranks. That is 10,240 short calls, for which C2
   * compiles it; more ranks need fewer, as each copies from all others.
   */
  private static final long OTHER_TURNS = 80;

  private static final long FEWEST_OTHER_TURNS = 16;

  /**
   * Calls of twice this length or more get by with fewer turns: beside them, code that is not
   * compiled costs little.
   */
  private static final long LONG_BYTES = 512 * 1024;

  /** A way that gains less than a twentieth is not taken. */
  private static final double WORTH = 0.95;

  private final String what;
  private final long bytes;
  private final int turnCalls;
  private final long usualTurns;
  private final long turns;
  private final LatestTurns throughSlots = new LatestTurns();
  private final LatestTurns fromBuffers = new LatestTurns();

  /** Number of turns that are over. */
  private long turn;

  /** Calls of the present one, and how long they took. */
  private int turnCall;

  private long turnNanos;
  private boolean slotsWin;
  private boolean buffersWin;

  /** Times of the latest turns of one way. */
  private static final class LatestTurns {
    private final long[] nanos = new long[15];
    private int next;

    void add(long turnNanos) {
      nanos[next] = turnNanos;
      next = (next + 1) % nanos.length;
    }

    long median() {
      Arrays.sort(nanos);
      return nanos[nanos.length / 2];
    }
  }

  /**
   * @param what which calls
   * @param bytes that a rank gives in one, at least; no more than 8 MiB
   * @param ranks how many take part
   */
  CopyTrial(String what, long bytes, int ranks) {
    this.what = what;
    this.bytes = bytes;
    this.turnCalls = (int) Math.min(TURN_CALLS, TURN_BYTES / bytes);
    long fewer = Math.max(1, bytes / LONG_BYTES) * (ranks - 1);
    long others = Math.max(FEWEST_OTHER_TURNS, OTHER_TURNS / fewer);
    this.usualTurns = others / PERIOD;
    this.turns = usualTurns + PERIOD * others;
  }

  /** Returns whether all its calls have been made. */
  boolean isOver() {
    return turn == turns;
  }

  /**
   * Returns whether the next call is to look for buffers.
   *
   * @param usual whether such calls do without a trial
   */
  boolean looksForBuffers(boolean usual) {
    if (isOver()) {
      return usual ? !slotsWin : buffersWin;
    }
    boolean other = turn >= usualTurns && (turn - usualTurns) % PERIOD == 0;
    return other != usual;
  }

  /**
   * A call has been made.
   *
   * @param buffers whether it looked for buffers
   * @param callBytes that a rank gave
   * @param nanos how long it took
   */
  void count(boolean buffers, long callBytes, long nanos) {
    turnNanos += nanos * bytes / callBytes;
    turnCall++;
    if (turnCall == turnCalls) {
      (buffers ? fromBuffers : throughSlots).add(turnNanos);
      turn++;
      turnCall = 0;
      turnNanos = 0;
    }
  }

  /**
   * Ends it: all ranks take the way that took the slowest of them least.
   *
   * @param smallest turns what each rank gives into the smallest of all; collective
   */
  void decide(LongUnaryOperator smallest) {
    long slots = -smallest.applyAsLong(-throughSlots.median()) / turnCalls;
    long buffers = -smallest.applyAsLong(-fromBuffers.median()) / turnCalls;
    slotsWin = slots < WORTH * buffers;
    buffersWin = buffers < WORTH * slots;
    LOG.debug("{}: {} ns through slots, {} ns from buffer to buffer", what, slots, buffers);
  }
}
