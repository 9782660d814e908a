package org.armci4j;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.LostRanks;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.WaitBoard;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.OnFailure;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.error.RankFailedException;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.profile.recording.RecordingSettings;
import org.armci4j.profile.recording.RecordingTransport;
import org.armci4j.transport.Place;
import org.armci4j.transport.Transport;
import org.armci4j.waiting.Doorbell;
import org.armci4j.waiting.ShortWork;
import org.armci4j.waiting.WaitPolicy;
import org.armci4j.waiting.WaitScope;
import org.armci4j.waiting.Waiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the parts of one rank's runtime: sets them up in order and closes them in reverse order.
 */
final class RankRuntime implements AutoCloseable {
  /** How long the news of a rank may take whose end has caused an error of the set-up. */
  private static final long NEWS_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Bootstrap bootstrap;
  private final Settings settings;

  /** Null where nothing is recorded. */
  private final RankRecorder recorder;

  private final Transport transport;
  private final Waiter waiter;
  private final Waiter operationWaiter;
  private final Waiter helperWaiter;
  private final Tickets tickets;
  private final Exchanges exchanges;
  private final Allocator allocator;
  private final Group world;
  private final Signals signals;
  private final HostDomains domains;

  private final BlockSharing sharing;
  private final RankMemories memories;
  private final Companions companions = new Companions(this);

  private volatile boolean closed;

  private final Object wakeUp = new Object();

  /** Whether the transport's memory may be unmapped; guarded by {@link #wakeUp}. */
  private boolean released;

  /**
   * @param undo gets what a failed opening must close again, the last first
   */
  private RankRuntime(Bootstrap bootstrap, Settings settings, Deque<Runnable> undo) {
    this.bootstrap = bootstrap;
    this.settings = settings;
    long timeoutNanos = settings.get(BootstrapSettings.EXCHANGE_TIMEOUT).toNanos();
    int[] everyone = IntStream.range(0, size()).toArray();
    List<byte[]> answers = exchangePlaces(everyone, timeoutNanos);
    List<PlaceMessage> messages = answers.stream().map(PlaceMessage::decode).toList();
    PlaceMessage.requireOneWish(messages);
    List<Place> places = messages.stream().map(PlaceMessage::place).toList();
    if (RecordingSettings.ask(settings)) {
      RecordingParts.requireModules(settings);
    }
    Transport selected = selectTransport(everyone, places, timeoutNanos);
    undo.push(selected::close);
    // Made once the transport is there: a rank without one leaves no file, thread or bean behind.
    this.recorder =
        RecordingSettings.ask(settings) ? RecordingParts.recorder(bootstrap, settings) : null;
    this.transport = recorder == null ? selected : new RecordingTransport(selected, recorder);
    this.domains = new HostDomains(places, rank(), transport.capabilities().sharing());
    RankMemories made = new RankMemories(rank(), transport, bootstrap.lost());
    this.memories = made;
    undo.push(
        () -> {
          made.closeAll();
          made.detachRetired();
        });
    if (recorder != null) {
      undo.push(recorder::discard);
      RecordingParts.compareClocks(bootstrap, domains, recorder, "clocks", () -> timeoutNanos);
    }
    WaitPolicy policy = transport.waitPolicy(waitPolicy(places));
    // One lambda object for all equal uses: a class archive keeps only one of equal lambdas.
    BooleanSupplier progress = transport::progress;
    BooleanSupplier ownWork = companions::doOwnWork;
    Waiter plainWaiter =
        new Waiter(bootstrap, transport::serve, transport.doorbell(), policy, bootstrap.waits())
            .withOwnWork(ownWork);
    this.waiter = recorded(plainWaiter, false);
    this.operationWaiter = recorded(plainWaiter.forOperations(), false);
    this.helperWaiter = helperWaiter(progress, policy);
    // A transport ends what is under way to a lost rank, whose loss ends no other transfer.
    Waiter transferWaiter = transferWaiter(progress, policy).among().withOwnWork(ownWork);
    this.tickets =
        new Tickets(
            rank(), size(), transport, recorded(transferWaiter, true), waiter, bootstrap.lost());
    bootstrap.waits().addPart(transport::underWay);
    this.exchanges =
        recorder == null
            ? new Exchanges(bootstrap, waiter.among(), ownWork, timeoutNanos)
            : RecordingParts.exchanges(bootstrap, waiter.among(), ownWork, timeoutNanos, recorder);
    this.allocator = new Allocator(rank(), domains, exchanges, transport, tickets);
    this.sharing = new BlockSharing(this, messages.getFirst().number());
    this.world = Group.world(this);
    this.signals =
        new Signals(
            world, waiter, source -> recorded(waiter.among(source), false, source), tickets);
    bootstrap.onFailure(this::wakeAll);
    bootstrap.onLoss(this::goOnWithout);
  }

  /** Returns what the helper thread waits by. It serves the ranks that a failure leaves. */
  private Waiter helperWaiter(BooleanSupplier progress, WaitPolicy policy) {
    // A board that nobody reports: an idle helper is no stall.
    WaitBoard board = new WaitBoard(rank());
    return new Waiter(bootstrap, progress, transport.helperDoorbell(), policy.forHelper(), board)
        .among();
  }

  private Waiter recorded(Waiter plain, boolean forTransfers) {
    return recorded(plain, forTransfers, -1);
  }

  /** Returns a waiter that records, all of whose waits are for one rank, or a plain one. */
  private Waiter recorded(Waiter plain, boolean forTransfers, int source) {
    return recorder == null ? plain : RecordingParts.waiter(plain, recorder, forTransfers, source);
  }

  private Waiter transferWaiter(BooleanSupplier progress, WaitPolicy policy) {
    Optional<Doorbell> bell = transport.transferDoorbell();
    return bell.isPresent()
        ? Waiter.forTransfers(bootstrap, progress, bell.get(), policy)
        : Waiter.forTransfers(bootstrap, progress, policy);
  }

  static RankRuntime open(Membership membership, Settings settings) {
    return translated(
        "open",
        () -> {
          awaitLingering(membership.rank(), settings);
          Bootstrap bootstrap = join(membership, settings);
          Deque<Runnable> undo = new ArrayDeque<>();
          undo.push(bootstrap::close);
          try {
            return new RankRuntime(bootstrap, settings, undo);
          } catch (ArmciException e) {
            giveUp(bootstrap, settings, undo, e);
            // The program has made no other call yet, so this is an error of the set-up.
            throw e.getClass().equals(ArmciException.class) ? new SetupException(e) : e;
          } catch (RuntimeException | Error e) {
            giveUp(bootstrap, settings, undo, e);
            throw e;
          }
        });
  }

  /** Joins the job. A job that is over is no reason to try again, as a failed rank is. */
  private static Bootstrap join(Membership membership, Settings settings) {
    try {
      return Bootstrap.open(membership, settings);
    } catch (BootstrapException e) {
      throw e.failure() == null ? e : new ArmciException("open: " + e.getMessage(), e);
    }
  }

  /**
   * Leaves a job that this rank cannot set up, and closes what it has opened. Aborts the job unless
   * a rank has failed: that failure is the reason then, and the job may replace its rank.
   *
   * @throws RankFailedException in place of an error that another rank's failure has caused
   */
  private static void giveUp(
      Bootstrap bootstrap, Settings settings, Deque<Runnable> undo, Throwable reason) {
    Failure failed = failureBehind(bootstrap, settings);
    if (failed == null) {
      bootstrap.abort("it could not open its runtime: " + why(reason));
    }
    for (Runnable step : undo) {
      try {
        step.run();
      } catch (RuntimeException e) {
        reason.addSuppressed(e);
      }
    }
    if (failed != null && Failure.behind(reason) == null && !(reason instanceof Error)) {
      RankFailedException caused = new RankFailedException("open", failed);
      caused.initCause(reason);
      throw caused;
    }
  }

  private static String why(Throwable reason) {
    Failure lost = Failure.behind(reason);
    return lost == null
        ? reason.getMessage()
        : lost + "; all ranks open together, and only --spares starts a failed one again";
  }

  /**
   * Returns the failure of a rank, or null. Where ranks are replaced it waits a moment for the
   * news: memory and connections of a dying rank are gone before the launcher tells of its end.
   */
  private static Failure failureBehind(Bootstrap bootstrap, Settings settings) {
    if (settings.get(BootstrapSettings.ON_FAILURE) == OnFailure.REPLACE) {
      CountDownLatch news = new CountDownLatch(1);
      bootstrap.onFailure(news::countDown);
      try {
        boolean _ = news.await(NEWS_NANOS, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return bootstrap.failure();
  }

  /**
   * Waits until earlier runtimes of this rank, already closed, have stopped serving other ranks:
   * until then the rank is taken. Their threads are in this thread's group, as the same rank
   * started them.
   */
  private static void awaitLingering(int rank, Settings settings) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    Thread[] threads = new Thread[2 * group.activeCount() + 16];
    int count = group.enumerate(threads, false);
    for (int i = 0; i < count; i++) {
      if (threads[i].getName().equals(lingerName(rank))) {
        try {
          threads[i].join(settings.get(BootstrapSettings.CONNECT_TIMEOUT));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private static String lingerName(int rank) {
    return "armci-linger-" + rank;
  }

  private List<byte[]> exchangePlaces(int[] everyone, long timeoutNanos) {
    byte[] mine = PlaceMessage.of(bootstrap.hostId(), settings).encode();
    return bootstrap.exchange("places", everyone, mine, timeoutNanos);
  }

  private Transport selectTransport(int[] everyone, List<Place> places, long timeoutNanos) {
    return TransportSelection.select(
            settings,
            places,
            rank(),
            offer -> bootstrap.exchange("transports", everyone, offer, timeoutNanos))
        .open(bootstrap, settings, places);
  }

  private WaitPolicy waitPolicy(List<Place> places) {
    int ranksHere = Place.ranksOnHostOf(places, rank());
    return WaitPolicy.of(settings, ranksHere, Runtime.getRuntime().availableProcessors());
  }

  /**
   * Runs a step that uses the bootstrap, and turns bootstrap exceptions into those of the runtime.
   */
  private static <T> T translated(String operation, Supplier<T> step) {
    ShortWork.refuse(operation); // the step waits for other ranks, in the bootstrap
    try {
      return step.get();
    } catch (BootstrapException e) {
      if (e.failure() != null) {
        RankFailedException failed = new RankFailedException(operation, e.failure());
        failed.initCause(e);
        throw failed;
      }
      throw new ArmciException(operation + ": " + e.getMessage(), e);
    }
  }

  int rank() {
    return bootstrap.rank();
  }

  int size() {
    return bootstrap.size();
  }

  int epoch() {
    return bootstrap.epoch();
  }

  boolean restarted() {
    return bootstrap.restarted();
  }

  Settings settings() {
    return settings;
  }

  Transport transport() {
    return transport;
  }

  Waiter waiter() {
    return waiter;
  }

  /** Returns the recorder; null where nothing is recorded. */
  RankRecorder recorder() {
    return recorder;
  }

  /** Returns a waiter for changes that the ranks of a scope bring about. */
  Waiter waiterWithin(WaitScope scope) {
    return recorded(waiter.within(scope), false);
  }

  /** Returns a waiter for operations of the ranks of a scope that each poll itself advances. */
  Waiter operationWaiterWithin(WaitScope scope) {
    return recorded(operationWaiter.within(scope), false);
  }

  /** Makes the barrier of a group, in the first bytes of {@code control}. */
  Barrier newBarrier(String group, GlobalMemory control, int[] ranks, int index, Waiter its) {
    return recorder == null
        ? new Barrier(control, ranks, index, its)
        : RecordingParts.barrier(control, ranks, index, its, recorder, group);
  }

  Waiter helperWaiter() {
    return helperWaiter;
  }

  Tickets tickets() {
    return tickets;
  }

  /**
   * Rings the doorbells, unless {@link #release} may have unmapped them: they lie in the
   * transport's memory.
   */
  private void wakeAll() {
    synchronized (wakeUp) {
      if (!released) {
        waiter.wake();
        helperWaiter.wake();
      }
    }
  }

  /** Ends this rank's accesses to ranks that are lost, and wakes its waits. */
  private void goOnWithout() {
    memories.goOnWithoutLost();
    wakeAll();
  }

  /** Returns the failure that has ended the job. */
  Optional<Failure> failure() {
    return Optional.ofNullable(bootstrap.failure());
  }

  /** Returns the ranks that the job goes on without. */
  LostRanks lost() {
    return bootstrap.lost();
  }

  void onLoss(Runnable action) {
    bootstrap.onLoss(action);
  }

  Group world() {
    return world;
  }

  RankMemories memories() {
    return memories;
  }

  Signals signals() {
    return signals;
  }

  HostDomains domains() {
    return domains;
  }

  BlockSharing sharing() {
    return sharing;
  }

  /** Exchanges a few bytes among some ranks. Collective over {@code members}. */
  List<byte[]> exchange(String key, int[] members, byte[] mine) {
    requireOpen(key);
    return translated(key, () -> exchanges.exchange(key, members, mine));
  }

  /** Exchanges a few bytes among those of some ranks that are left. Collective over them. */
  List<byte[]> survey(String key, int[] members, byte[] mine) {
    requireOpen(key);
    return translated(key, () -> exchanges.survey(key, members, mine));
  }

  /**
   * Tells the other ranks that this rank will not join an exchange whose key begins with a prefix.
   */
  void refuse(String folder, String reason) {
    requireOpen(folder);
    bootstrap.refuse(folder, reason);
  }

  /**
   * Allocates global memory. Collective over {@code members}.
   *
   * @param size gives the size of this rank's block, or throws an exception for all members
   */
  GlobalMemory allocate(String name, int[] members, GlobalMemory.Origin origin, LongSupplier size) {
    requireOpen("allocate");
    memories.freeLeftGroups();
    return memories.kept(
        translated("allocate", () -> allocator.allocate(name, members, origin, size)));
  }

  /** Returns the size, or throws if it is negative. */
  static long requireSize(long sizeBytes) {
    if (sizeBytes < 0) {
      throw new ArmciException(Text.format("cannot give a block of %d bytes", sizeBytes));
    }
    return sizeBytes;
  }

  /** Throws unless this operation of this owner can end the memory now. */
  void requireEndedBy(String operation, GlobalMemory memory, Object owner) {
    requireOpen(operation);
    tickets.requireOwn(operation, "memory", memory);
    memory.requireEndedBy(operation, owner);
  }

  <T extends Companion> T companion(Class<T> kind, Supplier<T> make) {
    return companions.get(kind, make);
  }

  /**
   * Advances operations that only the calling thread can advance. Returns whether more is to come.
   */
  boolean doOwnWork() {
    return companions.doOwnWork();
  }

  void abort(String reason) {
    bootstrap.abort(reason);
  }

  boolean isClosed() {
    return closed;
  }

  void requireOpen(String operation) {
    if (closed) {
      throw closed(operation, rank());
    }
  }

  /** Returns the exception of every operation of a closed runtime. */
  static ArmciException closed(String operation, int rank) {
    return new ArmciException(
        Text.format("%s by rank %d: this runtime is closed", operation, rank));
  }

  @Override
  public void close() {
    ShortWork.refuse("close");
    closeOnce();
  }

  private synchronized void closeOnce() {
    if (closed) {
      return;
    }
    closed = true;
    companions.close();
    // end() runs even if the flush throws because sent data is lost. The caller of close gets the
    // exception of the flush first.
    try (End _ = this::end) {
      transport.flushAll();
    }
    Failure failed = bootstrap.failure();
    if (failed != null && failed.rank() != rank()) {
      // Else a program that has not waited since the failure would end as if all were well.
      throw new RankFailedException(Text.format("a good end (close by rank %d)", rank()), failed);
    }
  }

  /** The last part of closing. */
  private interface End extends AutoCloseable {
    @Override
    void close();
  }

  private void end() {
    if (recorder != null) {
      RecordingParts.close(bootstrap, domains, recorder);
    }
    bootstrap.waits().clearParts();
    waiter.close();
    operationWaiter.close();
    helperWaiter.close();
    tickets.close();
    memories.closeAll();
    if (transport.capabilities().memoryOutlivesOwner() || bootstrap.failure() != null) {
      release();
    } else {
      Thread.ofPlatform().name(lingerName(rank())).daemon(false).start(this::linger);
    }
  }

  /**
   * Serves other ranks until all that are left have closed, or the job has failed. Runs on its own
   * thread, so that close never waits for other ranks: a rank that closes because of an exception
   * must be able to end. The program has ended well by then, so errors here are only logged.
   */
  private void linger() {
    try {
      int[] everyone = IntStream.range(0, size()).toArray();
      if (settings.get(BootstrapSettings.ON_FAILURE) == OnFailure.CONTINUE) {
        bootstrap.survey("closing", everyone, new byte[0], Long.MAX_VALUE);
      } else {
        bootstrap.exchange("closing", everyone, new byte[0], Long.MAX_VALUE);
      }
    } catch (BootstrapException over) {
      log().debug("rank {} waits no longer for others to close: {}", rank(), over.getMessage());
    }
    try {
      release();
    } catch (RuntimeException e) {
      log().warn("rank {} has closed, but keeps something: {}", rank(), e.getMessage());
      log().debug("rank {} met that here", rank(), e);
    }
  }

  /** Looked for when it is needed first: to set up logging takes time of every start. */
  private static Logger log() {
    return LoggerFactory.getLogger(RankRuntime.class);
  }

  private void release() {
    synchronized (wakeUp) { // another thread may report a failure concurrently
      released = true;
    }
    try (bootstrap;
        transport) {
      memories.detachRetired();
    }
  }
}
