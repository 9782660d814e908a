package org.armci4j.waiting;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;

/**
 * The waits of a rank. A wait spins while the awaited change is likely to come soon, then yields
 * its core to other ranks, then parks. Every wait of the runtime goes through here. Every wait
 * ends: with its condition, its time-out, or the failure of a rank. A virtual thread parks after
 * its spins and leaves its carrier to others; see {@link VirtualWaits}.
 *
 * <p>Nothing is allocated before a wait has outlasted its spins and some yields.
 */
public class Waiter {
  private static final Condition<BooleanSupplier> HOLDS =
      new Condition<>() {
        @Override
        public boolean holds(BooleanSupplier subject, long first, long second) {
          return subject.getAsBoolean();
        }

        @Override
        public String describe(Object name, long first, long second) {
          return String.valueOf(((Supplier<?>) name).get());
        }
      };

  /**
   * Yields after the spins before the wait checks for failed ranks, which allocates. With more
   * ranks than cores most waits end within a few yields. A wait with a limit reads the clock
   * meanwhile: where other programs compute on the cores, a yield lasts as long as their time
   * slices together.
   */
  private static final int QUICK_YIELDS = 50;

  /**
   * Every so many overruns a polling wait tries the full number of spins again. A wait for
   * transfers that outlasts its spins sleeps, and then lasts longer than its transfer. So it cannot
   * learn otherwise that more spins would do.
   */
  private static final int TRIED = 32;

  private final Bootstrap bootstrap;
  private final BooleanSupplier progress;
  private final BooleanSupplier ownWork;
  private final Doorbell doorbell;
  private final WaitPolicy policy;
  private final WaitBoard board;

  /** Null where the waits do not name the ranks that may end them. */
  private final WaitScope scope;

  /** The waits of virtual threads; null for the platform thread that waits in their place. */
  private final VirtualWaits virtualWaits;

  /**
   * Looks of the next wait before it yields. The policy's number where spinning pays; fewer where
   * it does not, as when other programs use the ranks' cores. Plain: a race between threads costs a
   * few spins.
   */
  private int spins;

  /** Number of waits that have outlasted their spins; plain as well. */
  private int overruns;

  /** Set by {@link #close}, for this waiter and all that are made of it; for the slow path only. */
  private final AtomicBoolean closed;

  /**
   * Creates a waiter for one kind of waits.
   *
   * @param bootstrap tells of failed ranks
   * @param progress does pending work of this rank and returns whether there was any
   * @param doorbell where the waits park
   * @param policy how long they spin, yield and park
   * @param board where long waits are posted
   */
  public Waiter(
      Bootstrap bootstrap,
      BooleanSupplier progress,
      Doorbell doorbell,
      WaitPolicy policy,
      WaitBoard board) {
    this(
        bootstrap,
        progress,
        Waiter::hasNoOwnWork,
        doorbell,
        policy,
        board,
        null,
        new AtomicBoolean(),
        new VirtualWaits(bootstrap, progress, doorbell, policy));
  }

  private Waiter(
      Bootstrap bootstrap,
      BooleanSupplier progress,
      BooleanSupplier ownWork,
      Doorbell doorbell,
      WaitPolicy policy,
      WaitBoard board,
      WaitScope scope,
      AtomicBoolean closed,
      VirtualWaits virtualWaits) {
    this.bootstrap = bootstrap;
    this.progress = progress;
    this.ownWork = ownWork;
    this.doorbell = doorbell;
    this.policy = policy;
    this.board = board;
    this.scope = scope;
    this.closed = closed;
    this.virtualWaits = virtualWaits;
    this.spins = policy.spins();
  }

  /**
   * Creates a waiter like another one.
   *
   * @param same the other one
   */
  protected Waiter(Waiter same) {
    this(
        same.bootstrap,
        same.progress,
        same.ownWork,
        same.doorbell,
        same.policy,
        same.board,
        same.scope,
        same.closed,
        same.virtualWaits);
  }

  /**
   * Returns a waiter for changes that this rank's own progress brings, such as the completion of
   * its transfers. Nobody rings a bell for them: such waits sleep in short steps.
   *
   * @param bootstrap tells of failed ranks
   * @param progress does pending work of this rank and returns whether there was any
   * @param policy the rank's own
   * @return a waiter whose every look makes progress
   */
  public static Waiter forTransfers(
      Bootstrap bootstrap, BooleanSupplier progress, WaitPolicy policy) {
    return forTransfers(bootstrap, progress, new Nap(), policy);
  }

  /**
   * Returns a waiter for changes that this rank's own progress brings, where a bell rings when
   * there is something to do.
   *
   * @param bootstrap tells of failed ranks
   * @param progress does pending work of this rank and returns whether there was any
   * @param doorbell where waits sleep
   * @param policy the rank's own
   * @return a waiter whose every look makes progress
   */
  public static Waiter forTransfers(
      Bootstrap bootstrap, BooleanSupplier progress, Doorbell doorbell, WaitPolicy policy) {
    return new Waiter(bootstrap, progress, doorbell, policy.forTransfers(), bootstrap.waits());
  }

  /** Returns the waiter of a platform thread that waits in the place of virtual threads. */
  static Waiter ofPlatformThread(
      Bootstrap bootstrap,
      BooleanSupplier progress,
      Doorbell doorbell,
      WaitPolicy policy,
      WaitBoard board) {
    WaitScope nobody = among(bootstrap); // the threads for which it waits look after their ranks
    return new Waiter(
        bootstrap,
        progress,
        Waiter::hasNoOwnWork,
        doorbell,
        policy,
        board,
        nobody,
        new AtomicBoolean(),
        null);
  }

  /**
   * Returns a waiter for operations that each look advances. Such a look takes longer than a look
   * at a word, so there are fewer, and this waiter learns their number separately.
   *
   * @return a waiter with the same bell and board
   */
  public Waiter forOperations() {
    return new Waiter(
        bootstrap,
        progress,
        ownWork,
        doorbell,
        policy.forOperations(),
        board,
        scope,
        closed,
        virtualWaits);
  }

  /**
   * Returns a waiter for threads that may have work which only they can do, as its memory is
   * confined to them. Each of their waits advances that work.
   *
   * @param work does the calling thread's own work without waiting; returns whether more is to
   *     come, so that the wait does not sleep for long
   * @return a waiter with the same bell and board
   */
  public Waiter withOwnWork(BooleanSupplier work) {
    return new Waiter(
        bootstrap, progress, work, doorbell, policy, board, scope, closed, virtualWaits);
  }

  /**
   * Returns a waiter for changes that certain ranks bring about. Where a job goes on without ranks
   * that fail, the loss of one of these ends the waits, and the loss of others does not. Waits that
   * name no ranks end by each loss that the program has not acknowledged, as nobody knows who would
   * have ended them.
   *
   * @param ranks their numbers in the job; none for waits that no loss ends
   * @return a waiter with the same bell and board
   */
  public Waiter among(int... ranks) {
    return within(among(bootstrap, ranks.clone()));
  }

  private static WaitScope among(Bootstrap bootstrap, int... needed) {
    return what -> requireWell(bootstrap.lost().among(needed), what);
  }

  /**
   * Returns a waiter for changes whose coming depends on what a scope knows, instead of on any
   * rank.
   *
   * @param its asked by waits that last; see {@link #among}
   * @return a waiter with the same bell and board
   */
  public Waiter within(WaitScope its) {
    return new Waiter(
        bootstrap, progress, ownWork, doorbell, policy, board, its, closed, virtualWaits);
  }

  /**
   * Returns when a wait of several parts begins; reads no clock where the wait has no limit.
   *
   * @param limitNanos how long it may last, in nanoseconds; {@link Long#MAX_VALUE} for no limit
   * @return for {@link #leftNanos}
   */
  public static long startNanos(long limitNanos) {
    return limitNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
  }

  /**
   * Returns what is left of the limit of a wait of several parts.
   *
   * @param startNanos when it began, by {@link #startNanos}
   * @param limitNanos how long it may last, in nanoseconds; any value, {@link Long#MAX_VALUE} for
   *     no limit
   * @return 0 when the time is over
   */
  public static long leftNanos(long startNanos, long limitNanos) {
    if (limitNanos == Long.MAX_VALUE) {
      return limitNanos;
    }
    long waitedNanos = System.nanoTime() - startNanos;
    return waitedNanos >= limitNanos ? 0 : limitNanos - waitedNanos; // a difference may overflow
  }

  /**
   * Returns the board where long waits of this rank are posted.
   *
   * @return the same board at every call
   */
  public WaitBoard board() {
    return board;
  }

  /**
   * Returns the limit of a wait that names none.
   *
   * @return the setting {@code waitTimeout} in nanoseconds, {@link Long#MAX_VALUE} for none
   */
  public long defaultTimeoutNanos() {
    return policy.timeoutNanos();
  }

  WaitPolicy policy() {
    return policy;
  }

  Doorbell doorbell() {
    return doorbell;
  }

  private static boolean hasNoOwnWork() {
    return false;
  }

  VirtualWaits virtualWaits() {
    return virtualWaits;
  }

  boolean progress() {
    return progress.getAsBoolean();
  }

  /** Does the work that only this thread can do; returns whether more is to come. */
  boolean doOwnWork() {
    return ownWork.getAsBoolean();
  }

  /**
   * Throws if the awaited change cannot come any more.
   *
   * @param what names the wait in messages
   * @throws RankFailedException when a rank has failed
   * @throws ArmciException when this rank's waits have been closed
   */
  public void requireGoingOn(Supplier<String> what) {
    requireWell(bootstrap.failure(), what);
    if (closed.get()) {
      throw new ArmciException(what.get() + " will not come: this runtime is closed");
    }
    if (scope == null) {
      requireWell(bootstrap.lost().unacknowledged(), what);
    } else {
      scope.requireGoingOn(what);
    }
  }

  /**
   * Throws if there is a failure.
   *
   * @param failure the failure of a rank that is needed, null while there is none
   * @param what names what the rank is needed for, in messages
   * @throws RankFailedException when there is a failure
   */
  public static void requireWell(Failure failure, Supplier<String> what) {
    if (failure != null) {
      throw new RankFailedException(what.get(), failure);
    }
  }

  /** Wakes every parked wait, so that it looks again. */
  public void wake() {
    doorbell.ring();
  }

  /**
   * Ends every wait in progress, and every later one that is not over at once, of this waiter and
   * of all that were made of the same one.
   */
  public void close() {
    closed.set(true);
    wake();
    if (virtualWaits != null) {
      virtualWaits.close();
    }
  }

  /**
   * Waits until the word at {@code offset} of {@code view} stands in a relation to {@code value}.
   *
   * @param view memory that this rank's loads reach
   * @param offset first byte of the word, a multiple of 8
   * @param condition the relation
   * @param value the value to compare the word with
   * @param timeoutNanos the longest wait
   * @param name an object whose text names the wait in messages
   * @return the word's value that stood in the relation
   */
  public long awaitWord(
      MemorySegment view,
      long offset,
      WordCondition condition,
      long value,
      long timeoutNanos,
      Object name) {
    while (true) {
      long seen = WordCondition.read(view, offset);
      if (condition.test(seen, value)) {
        return seen;
      }
      // Then read again: the word may have changed once more, out of the relation.
      await(condition, view, offset, value, timeoutNanos, name);
    }
  }

  /**
   * Waits until a condition holds that another rank or thread brings about.
   *
   * @param condition tested by this thread
   * @param timeoutNanos the longest wait
   * @param name names the wait in messages
   */
  public void await(BooleanSupplier condition, long timeoutNanos, Supplier<String> name) {
    await(HOLDS, condition, 0, 0, timeoutNanos, name);
  }

  /**
   * Waits until a condition holds. All other waits end up here. {@link ShortWork} is refused when
   * the condition does not hold at once.
   *
   * @param condition tested by this thread
   * @param subject the object to test
   * @param first handed to the condition
   * @param second handed to the condition
   * @param timeoutNanos the longest wait
   * @param name an object whose text names the wait in messages
   * @param <S> type of the subject
   */
  public <S> void await(
      Condition<S> condition, S subject, long first, long second, long timeoutNanos, Object name) {
    if (condition.holds(subject, first, second)) {
      return;
    }
    if (ShortWork.isRunning()) {
      throw ShortWork.refusal(condition.describe(name, first, second));
    }
    doOwnWork(); // also before waits that end within their spins: a program may loop over them
    boolean virtual = Thread.currentThread().isVirtual();
    boolean beside = virtual && virtualWaits.isBusy(); // others' waits are looked at already
    int limit = beside ? policy.minSpins() : spins;
    int parks = virtual ? limit : limit + QUICK_YIELDS; // a doze would keep the carrier
    int look = 0;
    long yieldingSince = 0;
    SlowWait<S> slow = null;
    try {
      do {
        if (look < limit) {
          spin(look);
        } else if (look < parks) {
          yieldingSince = look == limit ? startNanos(timeoutNanos) : yieldingSince;
          giveWay();
          if (leftNanos(yieldingSince, timeoutNanos) <= 0) {
            parks = look;
          }
        } else {
          if (slow == null) {
            boolean hasLimit = timeoutNanos != Long.MAX_VALUE;
            long since = hasLimit && !virtual ? yieldingSince : System.nanoTime();
            slow =
                new SlowWait<>(this, condition, subject, first, second, since, timeoutNanos, name);
          }
          slow.pause();
        }
        look++;
      } while (!condition.holds(subject, first, second));
    } catch (IllegalStateException | ArmciException ended) {
      // Memory that a look reads ends with the runtime, perhaps before this thread has woken. And
      // what a look throws in a job that has failed speaks of itself, and not of this wait.
      requireGoingOn(() -> condition.describe(name, first, second));
      throw ended;
    } finally {
      if (slow != null) {
        slow.close();
      }
    }
    if (!beside) {
      learn(look, limit);
    }
  }

  private void spin(int look) {
    if (!policy.polls(look) || !progress()) {
      Thread.onSpinWait();
    }
  }

  /** Makes progress, or else lets other ranks of this core run. */
  @SuppressWarnings("ThreadPriorityCheck") // with more ranks than cores, yielding is the point
  private void giveWay() {
    doOwnWork();
    if (!progress() && !doorbell.doze()) {
      Thread.yield();
    }
  }

  /**
   * Adapts the number of spins: fewer after a wait that outlasted them, more after one that ended
   * within them but not at its first look.
   */
  private void learn(int looks, int limit) {
    if (looks > limit) {
      boolean tries = policy.polls() && (++overruns & (TRIED - 1)) == 0;
      spins = tries ? policy.spins() : Math.max(limit / 2, policy.minSpins());
    } else if (looks > 0 && limit < policy.spins()) {
      spins = Math.min(2 * limit + 1, policy.spins());
    }
  }
}
