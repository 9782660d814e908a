package org.armci4j.transport.network.path;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.network.EndpointWay;
import org.armci4j.transport.network.OriginSteps;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads the first path to another rank, by which all goes that is not divided, from one rail to
 * another when it fails, and back when its own rail works again. The endpoint lives on, and each of
 * its operations takes effect once ({@link EndpointWay}).
 *
 * <p>Each life of the path has a number, and life l goes through rail l modulo their number, at
 * both sides. A side that leaves takes nothing more, and says how much of the other's it has
 * carried out; the other one then leaves too. When both have said so, they settle what is complete,
 * and try the next life. A rail that one of them cannot use is passed over. The way back is the
 * same, but that both let end first what is under way.
 *
 * <pre>
 *  WORKING -- fails, or the other has left ------&gt; LEAVING -- told --&gt; LEFT -- the other too
 *   ^    \                                            ^                          |
 *   |     +-- own rail is up --&gt; DRAINING -- both ----+ &lt;--- fails ----+         v
 *   |                                                                  |       NEXT
 *   +------- both are connected -------- CONNECTED &lt;-- both have --- BACK &lt;------+
 * </pre>
 *
 * <p>One thread at a time takes steps; any thread brings news.
 */
public final class FirstPath implements OriginSteps.Steps, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FirstPath.class);

  /** The way back of a rail that fails each time is tried more and more seldom. */
  private static final int LONGEST_DELAY = 32;

  /** Of the time between two tries of the way back: a pause when no rail could be used. */
  private static final int PAUSES = 10;

  private enum State {
    WORKING,
    DRAINING,
    LEAVING,
    LEFT,
    NEXT,
    BACK,
    CONNECTED
  }

  private final int rank;
  private final EndpointProgress progress;
  private final EndpointWay way;
  private final Teller teller;
  private final long retryNanos;
  private final Queue<PathNews> news = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean stepping = new AtomicBoolean();
  private volatile State state = State.WORKING;
  private volatile boolean closed;

  // For the thread that takes steps:
  private volatile int life;
  private int nextLife;
  private boolean saidDrained;
  private int failures;
  private String firstReason;
  private long sinceNanos;
  private long completeAtResume;
  private long dueNanos;
  private long backDueNanos;
  private long backDelayNanos;

  // What the other side has said of this life:
  private boolean otherDrained;
  private boolean otherLeft;
  private boolean otherReady;
  private byte[] otherAddress;
  private int otherNext;
  private long otherCarriedOut;

  /** How the other side gets news. */
  public interface Teller {
    /** Tells the other side, without waiting for it. */
    void tell(PathNews news);
  }

  /**
   * @param rank the other side
   * @param progress of the endpoint
   * @param way of the endpoint, connected
   * @param teller for news
   * @param retryNanos how long a rail that has failed is left alone
   */
  public FirstPath(
      int rank, EndpointProgress progress, EndpointWay way, Teller teller, long retryNanos) {
    this.rank = rank;
    this.progress = progress;
    this.way = way;
    this.teller = teller;
    this.retryNanos = retryNanos;
    this.backDelayNanos = retryNanos;
  }

  /** The other side tells something: a thread is to take steps soon. */
  public void received(PathNews one) {
    news.add(one);
  }

  @Override
  public boolean take() {
    if (!hasSteps() || !stepping.compareAndSet(false, true)) {
      return false;
    }
    try {
      boolean any = false;
      while (step()) { // what is left then waits for news, of which it is told, or looks
        any = true;
      }
      return any;
    } catch (ArmciException e) {
      LOG.debug("the first path to rank {} is given up", rank, e);
      way.fail(e.getMessage());
      return false;
    } finally {
      stepping.set(false);
    }
  }

  private boolean hasSteps() {
    return !closed
        && !progress.hasFailed()
        && (state != State.WORKING || !news.isEmpty() || way.broken() != null || isBackDue());
  }

  @Override
  public boolean needLooks() {
    if (closed || progress.hasFailed()) {
      return false;
    }
    return switch (state) {
      case WORKING -> !news.isEmpty() || way.broken() != null;
      case DRAINING, LEAVING, NEXT, CONNECTED -> true;
      case LEFT, BACK -> !news.isEmpty();
    };
  }

  private boolean step() {
    boolean heard = hear();
    if (state != State.WORKING && state != State.DRAINING && isOutOfPatience()) {
      way.fail(firstReason);
      return false;
    }
    boolean stepped =
        switch (state) {
          case WORKING -> work();
          case DRAINING -> drain();
          case LEAVING -> sayLeft();
          case LEFT -> settle();
          case NEXT -> open();
          case BACK -> connect();
          case CONNECTED -> resume();
        };
    return stepped || heard;
  }

  /** News of a later life wait until this side has come to it. */
  private boolean hear() {
    boolean any = false;
    for (PathNews next = news.peek(); next != null && next.life() <= life; next = news.peek()) {
      news.remove();
      any = true;
      if (next.life() == life) {
        hear(next);
      }
    }
    return any;
  }

  private void hear(PathNews one) {
    switch (one.kind()) {
      case LEFT -> {
        otherLeft = true;
        try {
          ByteBuffer details = ByteBuffer.wrap(one.details());
          otherNext = details.getInt();
          otherCarriedOut = details.getLong();
        } catch (BufferUnderflowException tooShort) {
          throw new ArmciException("news of the first path are too short", tooShort);
        }
      }
      case BACK -> otherAddress = one.details();
      case READY -> otherReady = true;
      case DRAINED -> otherDrained = true;
    }
  }

  private boolean isOutOfPatience() {
    long patience = way.patienceNanos();
    return patience > 0 && System.nanoTime() - sinceNanos > patience;
  }

  private boolean isToBeLeft() {
    return otherLeft || way.broken() != null;
  }

  private boolean work() {
    if (isToBeLeft()) {
      leave();
      return true;
    }
    if (!otherDrained && !isBackNow()) {
      return false;
    }
    way.pause();
    state = State.DRAINING;
    return true;
  }

  private boolean isAway() {
    return life % way.rails() != 0;
  }

  private boolean isBackDue() {
    return isAway() && System.nanoTime() - backDueNanos >= 0;
  }

  private boolean isBackNow() {
    if (!isBackDue()) {
      return false;
    }
    backDueNanos = System.nanoTime() + backDelayNanos;
    return way.canOpen(0);
  }

  private boolean drain() {
    if (isToBeLeft()) {
      leave();
      return true;
    }
    if (!saidDrained && way.isDrained()) {
      saidDrained = true;
      teller.tell(PathNews.of(0, life, PathNews.Kind.DRAINED));
      return true;
    }
    if (saidDrained && otherDrained) {
      goBack();
      return true;
    }
    return false;
  }

  /** Ends this life, as its rail does not work. */
  private void leave() {
    String reason = way.broken() == null ? "the other side has left it" : way.broken();
    LOG.warn(
        "the first path to rank {} leaves {}, and what it carried goes by another rail: {}",
        rank,
        way.describe(life % way.rails()),
        reason);
    leave(life + 1, reason);
  }

  private void goBack() {
    LOG.debug("the first path to rank {} goes back to its own rail", rank);
    leave((life / way.rails() + 1) * way.rails(), "its own rail did not work again");
  }

  /** The reason stays for as long as nothing is carried out. */
  private void leave(int next, String reason) {
    if (firstReason == null || progress.complete() > completeAtResume) {
      firstReason = reason;
      sinceNanos = System.nanoTime();
    }
    nextLife = next;
    way.leave();
    state = State.LEAVING;
  }

  private boolean sayLeft() {
    long carriedOut = way.carriedOut();
    if (carriedOut == EndpointWay.NOT_YET) {
      return false;
    }
    sayLeft(carriedOut);
    return true;
  }

  private void sayLeft(long carriedOut) {
    byte[] details =
        ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
            .putInt(nextLife)
            .putLong(carriedOut)
            .array();
    state = State.LEFT;
    teller.tell(new PathNews(0, life, PathNews.Kind.LEFT, details));
  }

  private boolean settle() {
    if (!otherLeft) {
      return false;
    }
    way.settle(otherCarriedOut);
    life = Math.max(nextLife, otherNext);
    saidDrained = false;
    otherDrained = false;
    otherLeft = false;
    otherReady = false;
    otherAddress = null;
    failures++;
    boolean pauses = failures > way.rails();
    dueNanos = System.nanoTime() + (pauses ? retryNanos / PAUSES : 0);
    state = State.NEXT;
    return true;
  }

  private boolean open() {
    if (System.nanoTime() - dueNanos < 0) {
      return false;
    }
    int rail = life % way.rails();
    byte[] address = way.canOpen(rail) ? tryOpen(rail) : null;
    if (address == null) {
      nextLife = life + 1;
      sayLeft(0);
    } else {
      state = State.BACK;
      teller.tell(new PathNews(0, life, PathNews.Kind.BACK, address));
    }
    return true;
  }

  private byte[] tryOpen(int rail) {
    try {
      return way.open(rail);
    } catch (ArmciException refused) {
      LOG.debug("the first path to rank {} cannot take rail {}", rank, rail, refused);
      return null;
    }
  }

  private boolean connect() {
    if (otherLeft) {
      leave();
      return true;
    }
    if (otherAddress == null) {
      return false;
    }
    try {
      way.connect(otherAddress);
    } catch (ArmciException refused) {
      LOG.debug("the first path to rank {} is not connected", rank, refused);
      leave();
      return true;
    }
    state = State.CONNECTED;
    teller.tell(PathNews.of(0, life, PathNews.Kind.READY));
    return true;
  }

  private boolean resume() {
    if (isToBeLeft()) {
      leave();
      return true;
    }
    if (!otherReady || !way.tryResume()) {
      return false;
    }
    state = State.WORKING;
    failures = 0;
    completeAtResume = progress.complete();
    backDueNanos = System.nanoTime() + backDelayNanos;
    backDelayNanos =
        isAway() ? Math.min(2 * backDelayNanos, LONGEST_DELAY * retryNanos) : retryNanos;
    LOG.info(
        "the first path to rank {} works again, through {}",
        rank,
        way.describe(life % way.rails()));
    return true;
  }

  @Override
  public void close() {
    closed = true;
  }
}
