package org.armci4j.collectives.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.armci4j.Armci;
import org.armci4j.Group;
import org.armci4j.Handle;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.collectives.CollectivesSettings;
import org.armci4j.error.ArmciException;
import org.armci4j.waiting.ShortWork;

/**
 * The collectives of a group that are under way without a caller who waits inside. The n-th one
 * goes by lane n modulo their number, on every rank, as all start them in the same order: so many
 * proceed side by side, and each lane has one after the other.
 */
public final class Lanes {
  private static final int MAX_LANES = 64;

  /** Ended requests tolerated before pruning. */
  private static final int FEW = 8;

  /** What a thread's turn came to; of several, the last of these. */
  enum Turn {
    NOTHING,
    /** It has moved something on. */
    DONE,
    /** Another thread is moving things on. */
    OTHERS
  }

  private final Armci armci;
  private final Group group;
  private final BackgroundProgress background;
  private final Lane[] lanes;

  /** Started requests whose end nobody has seen; pruned as the list grows. */
  private final List<CollectiveRequest> started = new ArrayList<>();

  /** Guards all lanes: threads take turns in driving them. */
  private final LaneLock lock = new LaneLock();

  private long calls;

  /** The lane of the next one. */
  private int next;

  private int nextPrune = FEW;
  private boolean ended;

  /** Number of requests that have not ended; written under the lock. */
  private final AtomicInteger underWay = new AtomicInteger();

  /** Whether memory of some of these is confined to a thread; written under the lock. */
  private volatile boolean confined;

  /**
   * Collective over the group.
   *
   * @param newLane makes one; collective too
   */
  public Lanes(Armci armci, Group group, Supplier<Lane> newLane) {
    this.armci = armci;
    this.group = group;
    this.background = BackgroundProgress.of(armci);
    this.lanes = new Lane[number(armci)];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = newLane.get();
    }
    background.add(this);
  }

  private static int number(Armci armci) {
    int number = armci.settings().with(CollectivesSettings.ALL).get(CollectivesSettings.LANES);
    if (number < 1 || number > MAX_LANES) {
      throw new ArmciException(
          Text.format("setting collectivesLanes is %d; give 1 to %d", number, MAX_LANES));
    }
    return number;
  }

  BackgroundProgress background() {
    return background;
  }

  /** Returns whether requests are under way. */
  boolean isBusy() {
    return underWay.get() > 0;
  }

  /** Starts one: does its first steps, and leaves the rest to those who make progress. */
  public Handle start(CollectiveRequest request) {
    ShortWork.refuse("start"); // this thread may have the lock already, and a start sends
    lock.take();
    try {
      requireOpen(request);
      if (request.isUnderWay()) {
        throw new ArmciException(
            Text.format(
                "%s by rank %d: it is under way; wait for its handle first",
                request, armci.rank()));
      }
      note(request);
      Lane lane = lanes[next];
      request.begin(++calls, lane);
      next = next + 1 == lanes.length ? 0 : next + 1;
      lane.add(request);
      count(1 - lane.progress());
      if (request.isUnderWay() && request.isConfined()) {
        confined = true;
      }
    } finally {
      lock.release();
    }
    if (isBusy()) {
      background.awake();
    }
    return request;
  }

  /** More are under way, or fewer. The thread that may sleep must see that there are more. */
  private void count(int more) {
    if (more > 0) {
      underWay.set(underWay.getPlain() + more);
    } else if (more < 0) {
      underWay.setRelease(underWay.getPlain() + more);
    }
  }

  private void requireOpen(CollectiveRequest request) {
    armci.requireOpen(request.call().shape().operation().label());
    if (ended) {
      throw new ArmciException(
          Text.format("%s by rank %d: these collectives have been closed", request, armci.rank()));
    }
  }

  private void note(CollectiveRequest request) {
    if (request.isNoted()) {
      return;
    }
    if (started.size() >= nextPrune) {
      started.removeIf(CollectiveRequest::forgetSeen);
      nextPrune = Math.max(FEW, 2 * started.size());
    }
    started.add(request);
    request.noted();
  }

  /** Does what can be done without a wait, unless another thread is at it. */
  Turn progress() {
    if (!isBusy()) {
      return Turn.NOTHING;
    }
    if (!lock.tryTake()) {
      return Turn.OTHERS;
    }
    try {
      long before = moves();
      int over = 0;
      for (Lane lane : lanes) {
        if (!lane.isIdle()) {
          over += lane.progress();
        }
      }
      count(-over);
      return over > 0 || moves() != before ? Turn.DONE : Turn.NOTHING;
    } finally {
      lock.release();
    }
  }

  /**
   * Moves on what other threads than the calling one cannot, as its memory is confined.
   *
   * @return whether more of that is to come
   */
  boolean progressConfined() {
    if (!confined) {
      return false;
    }
    if (!lock.tryTake()) {
      return true; // perhaps a thread that does not reach that memory
    }
    try {
      boolean more = false;
      boolean any = false;
      for (Lane lane : lanes) {
        if (lane.has(CollectiveRequest::isConfined)) {
          count(-lane.progress());
          any |= lane.has(CollectiveRequest::isConfined);
          more |= lane.has(CollectiveRequest::isOwn);
        }
      }
      confined = any;
      return more;
    } finally {
      lock.release();
    }
  }

  /**
   * Makes progress in one lane.
   *
   * @return whether some are still under way
   */
  boolean progress(Lane lane) {
    if (lock.tryTake()) {
      try {
        count(-lane.progress());
      } finally {
        lock.release();
      }
    }
    return isBusy();
  }

  /** What holds this one up will not end: neither it nor its lane goes on. */
  void giveUp(CollectiveRequest request, RuntimeException cause) {
    lock.take();
    try {
      for (Lane lane : lanes) {
        count(-lane.giveUp(request, cause));
      }
    } finally {
      lock.release();
    }
  }

  /** Returns a number that rises with all progress. */
  private long moves() {
    long moves = 0;
    for (Lane lane : lanes) {
      moves += lane.moves();
    }
    return moves;
  }

  /**
   * Ends all that are under way and frees the lanes. Collective over the group, but waits for no
   * rank: others may go on with what ends here. The memory of that stays until the runtime ends.
   *
   * @return those of which nobody has seen the end, in words
   */
  public List<String> end() {
    background.remove(this);
    List<String> unseen = new ArrayList<>();
    lock.take();
    try {
      ended = true;
      for (CollectiveRequest request : started) {
        if (!request.isSeen()) {
          unseen.add(request.toString());
        }
      }
      ArmciException closed =
          new ArmciException(Text.format("the collectives of %s have been closed", group));
      for (Lane lane : lanes) {
        lane.leave(closed);
      }
      underWay.set(0);
    } finally {
      lock.release();
    }
    for (Lane lane : lanes) {
      if (lane.close()) {
        background.keep(lane);
      }
    }
    return unseen;
  }
}
