package org.armci4j.transport.verbs.path;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.armci4j.error.ArmciException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads one path to another rank from one life to the next. The first path carries all undivided
 * operations, and a further path carries stripes. Their ends differ ({@link PathEnd}), their lives
 * do not.
 *
 * <p>An operation must not be sent again, by another path or in another life, while a packet of it
 * may still arrive: the packet would write old data over new. So a side leaves the path when its
 * end fails, or when the other side has left. Its end takes nothing more, and the side says so and
 * how much it has carried out. When both sides have said this, the life is over, and each side
 * opens the port of the next life. When both are back they connect, and go on when both have.
 *
 * <p>A side that cannot open a port leaves that life at once if the path has other ports; else it
 * waits for the port. A path that works through another port than its own goes back when its own is
 * up. Before that, both sides drain: they hold back new operations until earlier ones have ended.
 *
 * <p>A further path begins as one that comes back: it carries nothing before the other side has
 * answered a probe. So a port without a wire to the other side is found before it delays a
 * transfer.
 *
 * <pre>
 *  WORKING -- fails, or the other has left ------&gt; LEAVING -- told --&gt; LEFT -- the other too
 *   ^    \                                            ^                          |
 *   |     +-- own port is up --&gt; DRAINING -- both ----+ &lt;--- fails ----+         v
 *   |                                                                  |       APART
 *   +------- both are connected ---------- JOINED &lt;-- both have --- BACK &lt;------+
 * </pre>
 *
 * <p>One thread at a time takes steps; any thread brings messages.
 */
final class RankPath {
  private static final Logger LOG = LoggerFactory.getLogger(RankPath.class);

  /** Longest time between two tries of a port that fails each time, in {@code retryNanos}. */
  private static final int LONGEST_DELAY = 32;

  /** The same for a port that has never reached the other side: most likely no wire leads there. */
  private static final int LONGEST_UNREACHED_DELAY = 2048;

  /**
   * Divisor of {@code retryNanos}: so long the first path pauses when all its ports have failed.
   */
  private static final int PAUSES = 10;

  private enum State {
    WORKING,
    DRAINING,
    LEAVING,
    LEFT,
    APART,
    BACK,
    JOINED
  }

  /** Holds what the other side has said of this life. */
  private static final class Heard {
    private boolean drained;
    private PathMessage left;
    private PathMessage back;
    private boolean ready;
  }

  private final int rank;
  private final int number;
  private final PathEnd end;
  private final Consumer<PathMessage> teller;
  private final long retryNanos;

  /** Ports of this rank that were named already, as they do not reach some rank. */
  private final Set<String> unreaching;

  private final Queue<PathMessage> news = new ConcurrentLinkedQueue<>();
  private volatile State state;
  private volatile int life;

  // For the thread that takes steps:
  private Heard heard = new Heard();
  private int nextLife;
  private boolean saidDrained;
  private boolean worked;
  private boolean reached;
  private int failures;
  private String firstReason;
  private long sinceNanos;
  private long completeAtResume;

  /**
   * Time from which the next life may begin or, away from the path's own port, from which the path
   * may go back.
   */
  private volatile long dueNanos;

  private long delayNanos;

  /**
   * @param rank the other side
   * @param number of the path; the first works at once, and a further one when the other side has
   *     answered
   * @param end this side's end
   * @param teller tells the other side, without waiting for it
   * @param retryNanos how long a port that has failed is left alone
   * @param unreaching this rank's ports that some other rank does not answer, for all its paths
   */
  RankPath(
      int rank,
      int number,
      PathEnd end,
      Consumer<PathMessage> teller,
      long retryNanos,
      Set<String> unreaching) {
    this.rank = rank;
    this.number = number;
    this.end = end;
    this.teller = teller;
    this.retryNanos = retryNanos;
    this.delayNanos = retryNanos;
    this.unreaching = unreaching;
    this.reached = number == 0;
    this.worked = reached;
    this.state = reached ? State.WORKING : State.JOINED;
  }

  /** Tells the other side that this one's first end is connected to it. */
  void connected() {
    tell(PathMessage.Kind.READY);
  }

  /** Keeps a message of the other side for the next step; a thread is to take steps soon. */
  void received(PathMessage one) {
    news.add(one);
  }

  /** Returns whether transfers may use the path. */
  boolean works() {
    return state == State.WORKING;
  }

  /**
   * Returns whether both sides have left this life. Read before the end's endpoint, which the next
   * life replaces.
   */
  boolean isApart() {
    return state == State.APART;
  }

  /** Returns whether {@link #step} may find a step. */
  boolean hasSteps() {
    return end.hasBegun()
        && (state != State.WORKING || !news.isEmpty() || end.broken() != null || isBackDue());
  }

  /** Returns whether there is a step now, or a later one that no message announces. */
  boolean needsLooks() {
    return end.hasBegun()
        && switch (state) {
          case WORKING -> !news.isEmpty() || end.broken() != null;
          case LEFT, BACK -> !news.isEmpty();
          case APART -> hasOtherPorts() || !news.isEmpty();
          case DRAINING, LEAVING, JOINED -> true;
        };
  }

  /** Takes a step if one can be taken now; returns whether there was any. */
  boolean step() {
    if (!end.hasBegun()) {
      return false;
    }
    try {
      boolean any = hear();
      if (isOutOfPatience()) {
        end.progress().fail(firstReason);
        return false;
      }
      return stepOn() || any;
    } catch (ArmciException e) {
      LOG.debug("path {} to rank {} is given up", number, rank, e);
      end.progress().fail(e.getMessage());
      return false;
    }
  }

  private boolean stepOn() {
    if (isAlive() && (heard.left != null || end.broken() != null)) {
      leave();
      return true;
    }
    return switch (state) {
      case WORKING -> work();
      case DRAINING -> drain();
      case LEAVING -> sayLeft(end.carriedOut());
      case LEFT -> settle();
      case APART -> open();
      case BACK -> connect();
      case JOINED -> resume();
    };
  }

  /**
   * Takes all messages up to this life. Those about a later life wait until this side has come to
   * it.
   */
  private boolean hear() {
    boolean any = false;
    for (PathMessage next = news.peek(); next != null && next.life() <= life; next = news.peek()) {
      news.remove();
      any = true;
      if (next.life() == life) {
        hear(next);
      }
    }
    return any;
  }

  private void hear(PathMessage one) {
    switch (one.kind()) {
      case LEFT -> heard.left = one;
      case BACK -> heard.back = one;
      case READY -> heard.ready = true;
      case DRAINED -> heard.drained = true;
      case ENDS, ENDS_READY, REFUSED -> throw new ArmciException("this is no news of one path");
    }
  }

  private boolean isOutOfPatience() {
    return end.patienceNanos() > 0
        && state != State.WORKING
        && state != State.DRAINING
        && System.nanoTime() - sinceNanos > end.patienceNanos();
  }

  /** Returns whether this side is in a life that it has not left. */
  private boolean isAlive() {
    return switch (state) {
      case WORKING, DRAINING, BACK, JOINED -> true;
      case LEAVING, LEFT, APART -> false;
    };
  }

  private boolean work() {
    if (!heard.drained && !canGoBack()) {
      return false;
    }
    end.pause();
    state = State.DRAINING;
    return true;
  }

  private boolean hasOtherPorts() {
    return end.ports() > 1;
  }

  private boolean isAway() {
    return life % end.ports() != 0;
  }

  private boolean isDue() {
    return System.nanoTime() - dueNanos >= 0;
  }

  private boolean isBackDue() {
    return isAway() && isDue();
  }

  private boolean canGoBack() {
    if (!isBackDue()) {
      return false;
    }
    delay(delayNanos);
    return end.canOpen(0);
  }

  private void delay(long nanos) {
    dueNanos = System.nanoTime() + nanos;
  }

  private boolean drain() {
    if (!end.isDrained()) {
      return false;
    }
    if (!saidDrained) {
      saidDrained = true;
      tell(PathMessage.Kind.DRAINED);
      return true;
    }
    if (heard.drained) {
      LOG.debug("path {} to rank {} goes back to its own port", number, rank);
      leave((life / end.ports() + 1) * end.ports(), "its own port did not work again");
      return true;
    }
    return false;
  }

  /** Leaves this life, as its port does not work at this side or the other. */
  private void leave() {
    String reason = end.broken() == null ? "the other side has left it" : end.broken();
    if (worked) {
      LOG.warn(
          "path {} to rank {} leaves {}, and what it carried goes by another: {}",
          number,
          rank,
          end.port(),
          reason);
    } else if (!reached && unreaching.add(end.port())) {
      LOG.warn(
          "{} does not reach rank {}, and perhaps further ones, of which nothing more is said: long"
              + " transfers to these go by other paths ({})",
          end.port(),
          rank,
          reason);
    } else {
      LOG.debug("path {} to rank {} still fails: {}", number, rank, reason);
    }
    failures++;
    leave(life + 1, reason);
  }

  /** Leaves this life. Keeps the first reason until the path makes progress. */
  private void leave(int next, String reason) {
    if (firstReason == null || end.progress().complete() > completeAtResume) {
      firstReason = reason;
      sinceNanos = System.nanoTime();
    }
    nextLife = next;
    end.leave();
    state = State.LEAVING;
  }

  private boolean sayLeft(long carriedOut) {
    if (carriedOut == PathEnd.NOT_YET) {
      return false;
    }
    state = State.LEFT;
    teller.accept(PathMessage.left(number, life, nextLife, carriedOut));
    return true;
  }

  private boolean settle() {
    if (heard.left == null) {
      return false;
    }
    end.settle(heard.left.carriedOut());
    if (!isAway()) {
      int longest = reached ? LONGEST_DELAY : LONGEST_UNREACHED_DELAY;
      delayNanos = worked ? retryNanos : Math.min(2 * delayNanos, longest * retryNanos);
    }
    worked = false;
    life = Math.max(nextLife, heard.left.nextLife());
    heard = new Heard();
    saidDrained = false;
    delay(pauseNanos());
    state = State.APART;
    return true;
  }

  /**
   * Returns the pause before the next life. A path with several ports holds up all other
   * operations, and pauses only when all its ports have failed.
   */
  private long pauseNanos() {
    if (!hasOtherPorts()) {
      return delayNanos;
    }
    return failures < end.ports() ? 0 : retryNanos / PAUSES;
  }

  private boolean open() {
    if (!isDue()) {
      return false;
    }
    byte[] address = tryOpen(life % end.ports());
    if (address != null) {
      state = State.BACK;
      teller.accept(PathMessage.back(number, life, address));
      return true;
    }
    if (hasOtherPorts()) {
      failures++;
      nextLife = life + 1;
      return sayLeft(0);
    }
    delay(delayNanos);
    return false;
  }

  private byte[] tryOpen(int rail) {
    try {
      return end.canOpen(rail) ? end.open(rail) : null;
    } catch (ArmciException refused) {
      LOG.debug("path {} to rank {} cannot take rail {}", number, rank, rail, refused);
      return null;
    }
  }

  private boolean connect() {
    if (heard.back == null) {
      return false;
    }
    try {
      end.connect(heard.back.details());
    } catch (ArmciException refused) {
      LOG.debug("path {} to rank {} is not connected", number, rank, refused);
      leave();
      return true;
    }
    state = State.JOINED;
    tell(PathMessage.Kind.READY);
    return true;
  }

  private boolean resume() {
    if (!heard.ready || !end.tryResume()) {
      return false;
    }
    worked = true;
    failures = 0;
    completeAtResume = end.progress().complete();
    delay(delayNanos);
    state = State.WORKING;
    if (reached) {
      LOG.info("path {} to rank {} works again, through {}", number, rank, end.port());
    }
    reached = true;
    return true;
  }

  private void tell(PathMessage.Kind kind) {
    teller.accept(PathMessage.of(kind, number, life));
  }
}
