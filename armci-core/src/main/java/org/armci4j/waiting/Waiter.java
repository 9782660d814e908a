package org.armci4j.waiting;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.ArmciException;
import org.armci4j.Comparison;
import org.armci4j.RankFailedException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.WaitBoard;

/**
 * How a rank waits: it spins while the answer is likely to come within a core's reach, then yields
 * its core to other ranks, then parks. Every wait of the runtime goes through here, and every wait
 * ends: with what it waits for, with its time-out, or with the failure of a rank.
 *
 * <p>Nothing is allocated before a wait has outlasted its spins and some yields.
 */
public final class Waiter {
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
   * How often a wait yields after its spins before it looks at the clock and for failed ranks, for
   * which it allocates: with more ranks than cores most waits end within a few.
   */
  private static final int QUICK_YIELDS = 50;

  /**
   * A wait for transfers that outlasts its spins sleeps, and then lasts longer than its transfer:
   * it would not learn that more spins do, were they not tried every so many times.
   */
  private static final int TRIED = 32;

  private final Bootstrap bootstrap;
  private final BooleanSupplier progress;
  private final BooleanSupplier ownWork;
  private final Doorbell doorbell;
  private final WaitPolicy policy;
  private final WaitBoard board;

  /**
   * How often the next wait looks before it yields: the policy's number where that pays, less where
   * it does not, as when other programs take the cores that ranks were thought to have. Plain: a
   * race between threads costs a few spins.
   */
  private int spins;

  /** How often a wait has outlasted its spins; plain as well. */
  private int overruns;

  /** Set by {@link #close}; read on the slow path only. */
  private volatile boolean closed;

  /**
   * Waits of one kind.
   *
   * @param bootstrap tells of failed ranks
   * @param progress does pending work of this rank and tells whether there was any
   * @param doorbell where they park
   * @param policy how long they spin, yield and park
   * @param board where those are posted that take long
   */
  public Waiter(
      Bootstrap bootstrap,
      BooleanSupplier progress,
      Doorbell doorbell,
      WaitPolicy policy,
      WaitBoard board) {
    this(bootstrap, progress, () -> false, doorbell, policy, board);
  }

  private Waiter(
      Bootstrap bootstrap,
      BooleanSupplier progress,
      BooleanSupplier ownWork,
      Doorbell doorbell,
      WaitPolicy policy,
      WaitBoard board) {
    this.bootstrap = bootstrap;
    this.progress = progress;
    this.ownWork = ownWork;
    this.doorbell = doorbell;
    this.policy = policy;
    this.board = board;
    this.spins = policy.spins();
  }

  /**
   * Waits for what this rank's own progress brings, such as the completion of its transfers. Nobody
   * rings a bell for them: they sleep in short steps.
   *
   * @param bootstrap tells of failed ranks
   * @param progress does pending work of this rank and tells whether there was any
   * @param policy the rank's own
   * @return a waiter whose every look makes progress
   */
  public static Waiter forTransfers(
      Bootstrap bootstrap, BooleanSupplier progress, WaitPolicy policy) {
    return forTransfers(bootstrap, progress, new Nap(), policy);
  }

  /**
   * The same where there is a bell that something brings the awaited nearer.
   *
   * @param bootstrap tells of failed ranks
   * @param progress does pending work of this rank and tells whether there was any
   * @param doorbell where waits sleep
   * @param policy the rank's own
   * @return a waiter whose every look makes progress
   */
  public static Waiter forTransfers(
      Bootstrap bootstrap, BooleanSupplier progress, Doorbell doorbell, WaitPolicy policy) {
    return new Waiter(bootstrap, progress, doorbell, policy.forTransfers(), bootstrap.waits());
  }

  /**
   * The same for what a look moves on itself, which takes longer than to look at a word: with less
   * of such looks, and how many is learned apart.
   *
   * @return a waiter with the same bell and board
   */
  public Waiter forOperations() {
    return new Waiter(bootstrap, progress, ownWork, doorbell, policy.forOperations(), board);
  }

  /**
   * The same for threads that may have work which they alone can do, as its memory is confined to
   * them: each of their waits moves it on.
   *
   * @param work does what the calling thread alone can, without a wait; tells whether more of that
   *     is to come, so that the wait does not sleep for long
   * @return a waiter with the same bell and board
   */
  public Waiter withOwnWork(BooleanSupplier work) {
    return new Waiter(bootstrap, progress, work, doorbell, policy, board);
  }

  /**
   * Returns when a wait that consists of several begins; reads no clock where it has no limit.
   *
   * @param limitNanos how long it may last, in nanoseconds; {@link Long#MAX_VALUE} for no limit
   * @return for {@link #leftNanos}
   */
  public static long startNanos(long limitNanos) {
    return limitNanos == Long.MAX_VALUE ? 0 : System.nanoTime();
  }

  /**
   * Returns what is left of the limit of a wait that consists of several.
   *
   * @param startNanos when it began, by {@link #startNanos}
   * @param limitNanos how long it may last, in nanoseconds; any value, {@link Long#MAX_VALUE} for
   *     ever
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
   * Where long waits of this rank are posted.
   *
   * @return the same board at every call
   */
  public WaitBoard board() {
    return board;
  }

  /**
   * The limit of a wait that names none.
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

  boolean progress() {
    return progress.getAsBoolean();
  }

  /** Does what this thread alone can; whether more of that is to come. */
  boolean doOwnWork() {
    return ownWork.getAsBoolean();
  }

  /**
   * Ends a wait that nothing can end well any more.
   *
   * @param what names the wait in messages
   * @throws RankFailedException when a rank has failed
   * @throws ArmciException when this rank's waits have been closed
   */
  public void requireGoingOn(Supplier<String> what) {
    Failure failure = bootstrap.failure();
    if (failure != null) {
      throw new RankFailedException(what.get(), failure);
    }
    if (closed) {
      throw new ArmciException(what.get() + " will not come: this runtime is closed");
    }
  }

  /** Wakes every parked wait, so that it looks around. */
  public void wake() {
    doorbell.ring();
  }

  /** Ends every wait in progress, and every later one that is not over at once. */
  public void close() {
    closed = true;
    wake();
  }

  /**
   * Waits until the word at {@code offset} of {@code view} stands in the relation to {@code value}.
   *
   * @param view memory that this rank's loads reach
   * @param offset first byte of the word, a multiple of 8
   * @param comparison the relation
   * @param value what the word is compared with
   * @param timeoutNanos the longest wait
   * @param name whose text names the wait in messages
   * @return the word as it was seen, in that relation
   */
  public long awaitWord(
      MemorySegment view,
      long offset,
      Comparison comparison,
      long value,
      long timeoutNanos,
      Object name) {
    while (true) {
      long seen = WordCondition.read(view, offset);
      if (comparison.test(seen, value)) {
        return seen;
      }
      // Read again behind it: the word may have changed once more, out of the relation.
      await(WordCondition.of(comparison), view, offset, value, timeoutNanos, name);
    }
  }

  /**
   * Waits until a condition holds that some other rank or thread brings about.
   *
   * @param condition looked at by this thread
   * @param timeoutNanos the longest wait
   * @param name names the wait in messages
   */
  public void await(BooleanSupplier condition, long timeoutNanos, Supplier<String> name) {
    await(HOLDS, condition, 0, 0, timeoutNanos, name);
  }

  /**
   * Waits until a condition holds. All other waits end up here. {@link ShortWork} is refused when
   * it does not hold at once.
   *
   * @param condition looked at by this thread
   * @param subject what it looks at
   * @param first handed to the condition
   * @param second handed to the condition
   * @param timeoutNanos the longest wait
   * @param name whose text names the wait in messages
   * @param <S> what is looked at
   */
  public <S> void await(
      Condition<S> condition, S subject, long first, long second, long timeoutNanos, Object name) {
    if (condition.holds(subject, first, second)) {
      return;
    }
    if (ShortWork.isRunning()) {
      throw ShortWork.refusal(condition.describe(name, first, second));
    }
    doOwnWork(); // also where the wait ends within its spins: a program may wait so in a loop
    int limit = spins;
    int look = 0;
    SlowWait<S> slow = null;
    try {
      do {
        if (look < limit) {
          spin(look);
        } else if (look < limit + QUICK_YIELDS) {
          giveWay();
        } else {
          if (slow == null) {
            slow = new SlowWait<>(this, condition, subject, first, second, timeoutNanos, name);
          }
          slow.pause();
        }
        look++;
      } while (!condition.holds(subject, first, second));
    } finally {
      if (slow != null) {
        slow.close();
      }
    }
    learn(look, limit);
  }

  private void spin(int look) {
    if (!policy.polls(look) || !progress()) {
      Thread.onSpinWait();
    }
  }

  /** Lets other ranks of this core run, or moves this rank's own transfers on. */
  @SuppressWarnings("ThreadPriorityCheck") // with more ranks than cores, yielding is the point
  private void giveWay() {
    doOwnWork();
    if (!progress() && !doorbell.doze()) {
      Thread.yield();
    }
  }

  /**
   * A wait that outlasted its spins earns later ones fewer; one that ended within them, but not at
   * its first look, earns them more.
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
