package org.armci4j;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.transport.Doorbell;
import org.armci4j.transport.Transport;

/**
 * How a rank waits: it spins while the answer is likely to come within a core's reach, then yields
 * its core to other ranks, then parks. Every wait ends: with what it waits for, with its time-out,
 * or with the failure of a rank.
 *
 * <p>The words are read with acquire, which pairs with the release of {@code signal} and of typed
 * puts: who sees the word sees what its writer wrote before.
 */
final class Waiter {
  private static final VarHandle LONG = JAVA_LONG.varHandle();

  /** Only waits that last longer are posted for reports: the others pay nothing. */
  private static final long POST_AFTER_NANOS = 10_000_000;

  /** How often a transfer's ticket is looked at before its wait yields and allocates. */
  private static final int TICKET_LOOKS = 100;

  /**
   * How often a wait yields after its spins before it looks at the clock and for failed ranks, for
   * which it allocates: with more ranks than cores most waits end within a few.
   */
  private static final int QUICK_YIELDS = 50;

  private final Bootstrap bootstrap;
  private final Transport transport;
  private final Doorbell doorbell;
  private final WaitPolicy policy;
  private final WaitBoard board;

  /**
   * How often the next wait looks before it yields: the policy's number where that pays, less where
   * it does not, as when other programs take the cores that ranks were thought to have. Plain: a
   * race between threads costs a few spins.
   */
  private int spins;

  /** Set by {@link #close}; read on the slow path only. */
  private volatile boolean closed;

  /**
   * Waits of one kind.
   *
   * @param doorbell where they park
   * @param board where those are posted that take long
   */
  Waiter(
      Bootstrap bootstrap,
      Transport transport,
      Doorbell doorbell,
      WaitPolicy policy,
      WaitBoard board) {
    this.bootstrap = bootstrap;
    this.transport = transport;
    this.doorbell = doorbell;
    this.policy = policy;
    this.board = board;
    this.spins = policy.spins();
  }

  /** Where long waits of this rank are posted. */
  WaitBoard board() {
    return board;
  }

  /** The limit of a wait that names none. */
  long defaultTimeoutNanos() {
    return policy.timeoutNanos();
  }

  /** Wakes every parked wait, so that it looks around. */
  void wake() {
    doorbell.ring();
  }

  /** Ends every wait in progress, and every later one, with an exception. */
  void close() {
    closed = true;
    wake();
  }

  /**
   * Waits until the word at {@code offset} of {@code view} stands in the relation to {@code value}.
   * Allocates only when the wait outlasts its spins.
   *
   * @param subject whose text names the wait in messages
   * @return the word as it was seen
   */
  long awaitWord(
      MemorySegment view,
      long offset,
      Comparison comparison,
      long value,
      long timeoutNanos,
      Object subject) {
    int limit = spins;
    for (int spin = 0; spin <= limit; spin++) {
      long seen = (long) LONG.getAcquire(view, offset);
      if (comparison.test(seen, value)) {
        spunWell(spin, limit);
        return seen;
      }
      Thread.onSpinWait();
    }
    spins = Math.max(limit / 2, policy.minSpins());
    for (int yields = 0; yields < QUICK_YIELDS; yields++) {
      giveWay();
      long seen = (long) LONG.getAcquire(view, offset);
      if (comparison.test(seen, value)) {
        return seen;
      }
    }
    Supplier<String> what =
        () -> "%s: word at offset %d %s %d".formatted(subject, offset, comparison, value);
    return awaitWordPatiently(view, offset, comparison, value, new Patience(timeoutNanos, what));
  }

  /** Lets other ranks of this core run, or moves this rank's own transfers on. */
  @SuppressWarnings("ThreadPriorityCheck") // with more ranks than cores, yielding is the point
  private void giveWay() {
    if (!transport.progress()) {
      Thread.yield();
    }
  }

  /** A wait that ended within its spins, but not at its first look, earns later ones more. */
  private void spunWell(int spin, int limit) {
    if (spin > 0 && limit < policy.spins()) {
      spins = Math.min(2 * limit + 1, policy.spins());
    }
  }

  private long awaitWordPatiently(
      MemorySegment view, long offset, Comparison comparison, long value, Patience patience) {
    try (patience) {
      while (true) {
        long seen = (long) LONG.getAcquire(view, offset);
        if (comparison.test(seen, value)) {
          return seen;
        }
        patience.pause();
      }
    }
  }

  /** Waits until a condition holds that some other rank or thread brings about. */
  void await(BooleanSupplier condition, long timeoutNanos, Supplier<String> what) {
    int limit = spins;
    for (int spin = 0; spin <= limit; spin++) {
      if (condition.getAsBoolean()) {
        spunWell(spin, limit);
        return;
      }
      Thread.onSpinWait();
    }
    spins = Math.max(limit / 2, policy.minSpins());
    for (int yields = 0; yields < QUICK_YIELDS; yields++) {
      giveWay();
      if (condition.getAsBoolean()) {
        return;
      }
    }
    awaitPatiently(condition, timeoutNanos, what);
  }

  private void awaitPatiently(BooleanSupplier condition, long timeoutNanos, Supplier<String> what) {
    try (Patience patience = new Patience(timeoutNanos, what)) {
      while (!condition.getAsBoolean()) {
        patience.pause();
      }
    }
  }

  /** Waits until the operation behind a ticket is locally complete. */
  void awaitTicket(int rank, long ticket, long timeoutNanos) {
    for (int look = 0; look < TICKET_LOOKS; look++) {
      if (transport.isComplete(rank, ticket)) {
        return;
      }
      if (!transport.progress()) {
        Thread.onSpinWait();
      }
    }
    Supplier<String> what = () -> "completion of a transfer to or from rank " + rank;
    awaitPatiently(() -> transport.isComplete(rank, ticket), timeoutNanos, what);
  }

  /** One wait after its spins: first yields, then parks. */
  private final class Patience implements AutoCloseable {
    private final long startNanos = System.nanoTime();
    private final long timeoutNanos;
    private final Supplier<String> what;
    private boolean announced;
    private int ticket;
    private WaitBoard.Post post;

    Patience(long timeoutNanos, Supplier<String> what) {
      this.timeoutNanos = timeoutNanos;
      this.what = what;
    }

    /** Lets some time pass; the caller looks at its word before and after. */
    @SuppressWarnings("ThreadPriorityCheck") // with more ranks than cores, yielding is the point
    void pause() {
      check();
      if (transport.progress()) {
        return;
      }
      long waitedNanos = System.nanoTime() - startNanos;
      if (waitedNanos >= timeoutNanos) {
        throw new ArmciTimeoutException(
            "%s did not come within %,d ms".formatted(what.get(), timeoutNanos / 1_000_000));
      }
      if (post == null && waitedNanos >= POST_AFTER_NANOS) {
        post = board.post(startNanos, what);
      }
      if (waitedNanos < policy.parkAfterNanos()) {
        Thread.yield();
      } else if (!announced) {
        ticket = doorbell.announce();
        announced = true; // The caller looks once more before it comes back here to park.
      } else {
        doorbell.park(ticket, Math.min(policy.maxParkNanos(), timeoutNanos - waitedNanos));
        retract();
      }
    }

    private void check() {
      Failure failure = bootstrap.failure();
      if (failure != null) {
        throw new RankFailedException(what.get(), failure);
      }
      if (closed) {
        throw new ArmciException(what.get() + " will not come: the runtime has been closed");
      }
    }

    private void retract() {
      if (announced) {
        doorbell.retract();
        announced = false;
      }
    }

    @Override
    public void close() {
      retract();
      if (post != null) {
        post.close();
      }
    }
  }
}
