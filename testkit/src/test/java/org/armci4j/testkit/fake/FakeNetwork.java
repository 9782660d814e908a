package org.armci4j.testkit.fake;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.BounceBuffers;
import org.armci4j.transport.network.HelperInbox;
import org.armci4j.transport.network.LendingLimits;
import org.armci4j.transport.network.NetworkCapabilities;
import org.armci4j.transport.network.NetworkContext;
import org.armci4j.transport.network.NetworkEndpoint;
import org.armci4j.transport.network.NetworkFailure;
import org.armci4j.transport.network.PathTransfers;
import org.armci4j.transport.network.RegisteredMemory;
import org.armci4j.transport.network.Registration;
import org.armci4j.transport.network.RemoteKey;
import org.armci4j.transport.network.ScatterLine;
import org.armci4j.transport.verbs.path.PathConnections;
import org.armci4j.transport.verbs.path.PathNetwork;
import org.armci4j.transport.verbs.path.Striping;
import org.armci4j.waiting.Waiter;

/**
 * One rank's side of the fake network. A thread of its own carries operations out after a while,
 * those to one rank in their order; completions come in any order, and late.
 */
final class FakeNetwork implements PathNetwork {
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final int BUFFER_PIECES = 32;
  private static final long MAX_MESSAGE_BYTES = 64 * 1024;
  private static final long LENT_FROM_BYTES = 1024;
  private static final long LENT_LIMIT_BYTES = 32L << 20;
  private static final long DELAY_NANOS = 20_000;
  private static final long CONNECT_NANOS = 30_000_000_000L;

  private final NetworkContext context;
  private final Settings settings;
  private final FakeFabric fabric;
  private final Chance chance;
  private final int rank;
  private final Waiter waiter;
  private final FakeInbox inbox;
  private final RegisteredMemory memory;
  private final BounceBuffers buffers;
  private final List<FakeEndpoint> endpoints = new CopyOnWriteArrayList<>();
  private final List<FakeLine> lines = new CopyOnWriteArrayList<>();
  private final PathConnections paths;
  private final AtomicInteger untilFault;
  private final AtomicInteger registered = new AtomicInteger();

  /** Carried out and not yet told of; guarded by itself. */
  private final List<FakeOperation> carriedOut = new ArrayList<>();

  /** Of ends that have failed; guarded by itself. */
  private final List<Runnable> packets = new ArrayList<>();

  private final AtomicBoolean polling = new AtomicBoolean();
  private final Thread wire;
  private volatile boolean closed;
  private volatile boolean dead;

  FakeNetwork(NetworkContext context, Settings settings, FakeFabric fabric, Striping striping) {
    this.context = context;
    this.settings = settings;
    this.fabric = fabric;
    this.rank = context.bootstrap().rank();
    this.chance = new Chance(31L * settings.get(FakeSettings.SEED) + rank);
    this.inbox =
        new FakeInbox(
            settings.get(FakeSettings.RECEIVES), settings.get(FakeSettings.RELEASE_BYTES));
    this.waiter = context.waiter(this::poll);
    this.memory = new RegisteredMemory(this::register);
    this.buffers = new BounceBuffers(memory.allocate(BUFFER_BYTES).memory(), BUFFER_PIECES);
    this.paths = new PathConnections(context, this, striping, waiter, CONNECT_NANOS);
    int faultAfter = rank == 0 ? settings.get(FakeSettings.FAULT_AFTER) : 0;
    this.untilFault = new AtomicInteger(faultAfter);
    this.wire = Thread.ofPlatform().name("fake-wire-" + rank).daemon().start(this::carryOutOrFail);
  }

  int rank() {
    return rank;
  }

  FakeFabric fabric() {
    return fabric;
  }

  Chance chance() {
    return chance;
  }

  Waiter waiter() {
    return waiter;
  }

  int depth() {
    return settings.get(FakeSettings.DEPTH);
  }

  /** Whether gets of so many bytes wait until another operation is started. */
  boolean holdsGetOf(long bytes) {
    return bytes == settings.get(FakeSettings.HELD_GET_BYTES);
  }

  /** Whether all that goes to a rank waits until that lets it go. */
  boolean isSlow(int target) {
    return target == settings.get(FakeSettings.SLOW_RANK);
  }

  /** The rank puts so many bytes. */
  void puts(long bytes) {
    inbox.release(bytes);
    if (bytes == settings.get(FakeSettings.DYING_BYTES)) {
      dead = true;
    }
  }

  boolean sendsAtOnce() {
    return settings.get(FakeSettings.SENDS_AT_ONCE);
  }

  /** Whether the rank has died, as far as others can see. */
  boolean isDead() {
    return dead;
  }

  /** Whether this operation is the one that fails. */
  boolean drawsFault() {
    return untilFault.get() > 0 && untilFault.decrementAndGet() == 0;
  }

  @Override
  public NetworkCapabilities capabilities() {
    boolean atomics = settings.get(FakeSettings.ATOMICS);
    LendingLimits lending = new LendingLimits(LENT_FROM_BYTES, LENT_LIMIT_BYTES, true);
    return new NetworkCapabilities(atomics, false, MAX_MESSAGE_BYTES, lending);
  }

  @Override
  public Registration register(MemorySegment block) {
    if (registered.getAndIncrement() >= settings.get(FakeSettings.REGISTRATIONS)) {
      throw new ArmciException("the fake network registers no more memory");
    }
    return new FakeRegistration(fabric, block);
  }

  @Override
  public RemoteKey importKey(int owner, byte[] key) {
    return new FakeRemoteKey(owner, key);
  }

  @Override
  public NetworkEndpoint newEndpoint(int target) {
    if (endpoints.size() >= settings.get(FakeSettings.CONNECTIONS)) {
      throw new ArmciException("the fake network has no connection left for rank " + target);
    }
    boolean atomics = settings.get(FakeSettings.ATOMICS);
    int faultEvery = settings.get(FakeSettings.FIRST_FAULT_EVERY);
    FakeEndpoint endpoint =
        add(new FakeEndpoint(this, target, atomics, context.failures(), false, faultEvery));
    paths.add(target, endpoint, endpoint.end());
    return endpoint;
  }

  @Override
  public FakeEndpoint newPath(int target, int path) {
    int faultEvery = settings.get(FakeSettings.PATH_FAULT_EVERY);
    return add(new FakeEndpoint(this, target, false, new NetworkFailure(), true, faultEvery));
  }

  @Override
  public PathTransfers overPaths(int target) {
    return paths.transfers(target);
  }

  @Override
  public void closePaths() {
    paths.close();
  }

  @Override
  public void received(int from, byte[] message) {
    paths.received(from, message);
  }

  @Override
  public void undelivered(int to, String reason) {
    paths.undelivered(to, reason);
  }

  /** By chance not yet. */
  @Override
  public boolean isPathUp(int path) {
    return chance.oneIn(3);
  }

  /** Carries something out later, if at all. */
  void later(Runnable packet) {
    synchronized (packets) {
      packets.add(packet);
    }
  }

  private void carryOutLate() {
    List<Runnable> some;
    synchronized (packets) {
      some = List.copyOf(packets);
      packets.clear();
    }
    some.forEach(Runnable::run);
  }

  private FakeEndpoint add(FakeEndpoint endpoint) {
    endpoints.add(endpoint);
    return endpoint;
  }

  @Override
  public ScatterLine newLine(NetworkEndpoint endpoint) {
    if (settings.get(FakeSettings.LINE_DEPTH) == 0) {
      throw new ArmciException("the fake network has no lines");
    }
    FakeLine line =
        new FakeLine(this, (FakeEndpoint) endpoint, settings.get(FakeSettings.LINE_DEPTH));
    lines.add(line);
    return line;
  }

  @Override
  public HelperInbox inbox() {
    return inbox;
  }

  FakeInbox ownInbox() {
    return inbox;
  }

  @Override
  public RegisteredMemory memory() {
    return memory;
  }

  @Override
  public BounceBuffers buffers() {
    return buffers;
  }

  /** There is work for the wire. */
  void wakeWire() {
    LockSupport.unpark(wire);
  }

  /** An error of the fake itself is told to those that wait for the wire. */
  private void carryOutOrFail() {
    try {
      carryOut();
    } catch (RuntimeException | Error e) {
      endpoints.forEach(endpoint -> endpoint.fail("the wire has failed: " + e));
      throw e;
    }
  }

  private void carryOut() {
    while (!closed && !dead) {
      boolean left = false;
      if (chance.oneIn(4)) {
        carryOutLate();
      }
      for (FakeEndpoint endpoint : endpoints) {
        if (!chance.oneIn(4)) {
          endpoint.carryOut(1 + chance.below(8));
        }
        left |= endpoint.hasQueued();
      }
      for (FakeLine line : lines) {
        if (!chance.oneIn(4)) {
          line.carryOut();
        }
        left |= line.hasQueued();
      }
      if (!left) {
        LockSupport.park(this);
      } else if (chance.oneIn(8)) {
        LockSupport.parkNanos(this, DELAY_NANOS);
      }
    }
  }

  /** To be told of by a later poll. */
  void carriedOut(FakeOperation operation) {
    synchronized (carriedOut) {
      carriedOut.add(operation);
    }
  }

  /** Tells of some of them, in any order. */
  @Override
  public boolean poll() {
    if (!polling.compareAndSet(false, true)) {
      return false;
    }
    boolean any = false;
    try {
      for (FakeOperation next = draw(); next != null; next = draw()) {
        next.complete();
        any = true;
      }
      for (FakeLine line : lines) {
        any |= !chance.oneIn(3) && line.tell();
      }
    } finally {
      polling.setRelease(false);
    }
    return context.steps().take() || any;
  }

  private FakeOperation draw() {
    synchronized (carriedOut) {
      return carriedOut.isEmpty() || chance.oneIn(3)
          ? null
          : carriedOut.remove(chance.below(carriedOut.size()));
    }
  }

  @Override
  public void look() {
    poll();
  }

  @Override
  public void close() {
    waiter.close();
    closed = true;
    wakeWire();
    try {
      wire.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    memory.close();
  }
}
