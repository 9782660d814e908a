package org.armci4j.transport.network.path;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.NetworkEndpoint;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This side's end of one further path, from one life of the path to the next.
 *
 * <p>What a path carried must not go by another one while a packet of it may still arrive: it would
 * write old data over new. So each side whose end fails, or whose other side has left the path,
 * resets its end, which takes nothing more from then on, and says so. When both have said it, the
 * path's life is over. For the next life each side whose port is up makes a new end and tells its
 * address; when both have, they connect, and a probe shows whether the path works.
 *
 * <pre>
 *  WORKING -- fails, or the other has left --&gt; LEFT -- the other too --&gt; OVER
 *     ^                                          ^                       |
 *     |                                          |                       | port up
 *   answered                                   fails                     v
 *     +------------------- PROBED ---------------+------ both back --- BACK
 * </pre>
 *
 * <p>One thread at a time takes steps; any thread looks at the end and brings news.
 */
final class FurtherPath {
  private static final Logger LOG = LoggerFactory.getLogger(FurtherPath.class);

  /** Of a path that fails each time that it is tried. */
  private static final int LONGEST_DELAY = 32;

  private enum State {
    WORKING,
    LEFT,
    OVER,
    BACK,
    PROBED
  }

  private final int number;
  private final Paths.PathMaker ends;
  private final Queue<PathNews> news = new ConcurrentLinkedQueue<>();

  private volatile NetworkEndpoint end;
  private volatile State state = State.WORKING;

  // For the thread that takes steps:
  private int life;
  private int otherLeft = -1;
  private PathNews otherBack;
  private long probe;
  private long dueNanos;
  private long delayNanos;

  FurtherPath(int number, Paths.PathMaker ends) {
    this.number = number;
    this.ends = ends;
    this.end = ends.make(number);
  }

  /** Its end in this life. */
  NetworkEndpoint end() {
    return end;
  }

  /** Whether transfers may use it. */
  boolean works() {
    return state == State.WORKING;
  }

  /** Whether an end of this path carries nothing any more, at either side. */
  boolean isOver(NetworkEndpoint earlier) {
    State now = state; // read first: it is written after a new end
    return !earlier.equals(end) || now == State.OVER;
  }

  /** Whether there is a step to take, or to come of which no news will tell. */
  boolean isBusy() {
    return switch (state) {
      case WORKING -> !news.isEmpty() || end.progress().hasFailed();
      case LEFT, PROBED -> true;
      case OVER, BACK -> !news.isEmpty();
    };
  }

  /** The other side tells something. */
  void received(PathNews one) {
    news.add(one);
  }

  /** Takes the steps that can be taken now; returns whether there was any. */
  boolean step() {
    boolean any = false;
    for (PathNews next = news.poll(); next != null; next = news.poll()) {
      any = true;
      if (next.kind() == PathNews.Kind.BACK) {
        otherBack = next;
      } else {
        otherLeft = Math.max(otherLeft, next.life());
      }
    }
    return stepOn() || any;
  }

  private boolean stepOn() {
    switch (state) {
      case WORKING -> {
        if (!isToBeLeft()) {
          return false;
        }
        delayNanos = ends.retryNanos();
        leave();
        LOG.warn(
            "path {} is left, and what it carried goes over the others: {}",
            number,
            end.progress().underWay());
      }
      case LEFT -> {
        if (otherLeft < life) {
          return false;
        }
        dueNanos = System.nanoTime() + delayNanos;
        state = State.OVER;
      }
      case OVER -> {
        if (System.nanoTime() - dueNanos < 0) {
          return false;
        }
        dueNanos = System.nanoTime() + delayNanos;
        if (!ends.canMake(number)) {
          return false;
        }
        comeBack();
      }
      case BACK -> {
        if (otherLeft >= life) {
          leave();
        } else if (otherBack != null && otherBack.life() == life) {
          connect();
        } else {
          return false;
        }
      }
      case PROBED -> {
        if (isToBeLeft()) {
          delayNanos = Math.min(2 * delayNanos, LONGEST_DELAY * ends.retryNanos());
          LOG.debug("path {} still fails: {}", number, end.progress().underWay());
          leave();
        } else if (end.progress().complete() >= probe) {
          state = State.WORKING;
          LOG.info("path {} works again and is used again", number);
        } else {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isToBeLeft() {
    return end.progress().hasFailed() || otherLeft >= life;
  }

  private void leave() {
    end.progress().end(Text.format("the other side has left path %d", number));
    state = State.LEFT;
    ends.tell(PathNews.of(number, life, PathNews.Kind.LEFT));
  }

  private void comeBack() {
    NetworkEndpoint made;
    try {
      made = ends.make(number);
    } catch (ArmciException refused) {
      LOG.debug("path {} is not made again: {}", number, refused.getMessage());
      return;
    }
    NetworkEndpoint old = end;
    life++;
    end = made;
    state = State.BACK;
    old.close();
    ends.tell(new PathNews(number, life, PathNews.Kind.BACK, made.address()));
  }

  private void connect() {
    try {
      end.connect(otherBack.details());
      probe = end.probe();
      state = State.PROBED;
    } catch (ArmciException refused) {
      LOG.debug("path {} is not connected again: {}", number, refused.getMessage());
      leave();
    }
  }
}
