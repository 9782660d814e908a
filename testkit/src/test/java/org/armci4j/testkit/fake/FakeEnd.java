package org.armci4j.testkit.fake;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.EndpointProgress;
import org.armci4j.transport.verbs.path.PathEnd;

/**
 * An end of the first path, which goes between two rails. It fails at random operations: by chance
 * before one of them reaches the other side, when it is still on its way there, or when its answer
 * is. In the last case that side has carried it out, and this one does not know it.
 *
 * <p>Guarded by itself, but for what the other side sends.
 */
final class FakeEnd implements PathEnd {
  private static final int RAILS = 2;

  private final FakeNetwork network;
  private final FakeEndpoint endpoint;
  private final int faultEvery;

  /** Started and not known to be complete, in their order. */
  private final Deque<FakeOperation> unsettled = new ArrayDeque<>();

  /** Those that went in this life, in their order. */
  private List<FakeOperation> went = new ArrayList<>();

  /** Not yet sent. */
  private final Deque<FakeOperation> queue = new ArrayDeque<>();

  private boolean holds;
  private volatile String broken;

  /** What the other side sent is guarded by this. */
  private final Object arrivals = new Object();

  private int life;
  private boolean refuses;
  private long carriedOut;

  FakeEnd(FakeNetwork network, FakeEndpoint endpoint, int faultEvery) {
    this.network = network;
    this.endpoint = endpoint;
    this.faultEvery = faultEvery;
  }

  synchronized void start(FakeOperation operation) {
    unsettled.add(operation);
    if (!holds) {
      queue.add(operation);
    }
  }

  synchronized void told(FakeOperation operation) {
    unsettled.remove(operation);
  }

  synchronized boolean hasQueued() {
    return broken == null && !queue.isEmpty();
  }

  /** Sends so many at most. */
  synchronized void send(int most) {
    for (int i = 0; i < most && broken == null && !queue.isEmpty(); i++) {
      if (endpoint.isOver()) {
        queue.clear();
        return;
      }
      FakeOperation next = queue.peek();
      if (next.needsReceive() && !endpoint.otherSide().hasReceives()) {
        return;
      }
      queue.remove();
      went.add(next);
      FakeEnd there = endpoint.otherSide().end();
      if (network.chance().oneIn(faultEvery)) {
        lose(next, there);
      } else if (there.take(next)) {
        answer(next);
      } else {
        breaks(next + ": nobody takes it");
      }
    }
  }

  private void answer(FakeOperation operation) {
    operation.answered();
    network.carriedOut(operation);
  }

  private void lose(FakeOperation operation, FakeEnd there) {
    breaks(operation + ": an invented fault of the first path");
    switch (network.chance().below(operation.hasResult() ? 1 : 3)) {
      case 0 -> {} // before it came there
      case 1 -> there.take(operation);
      default -> {
        int lifeThere = there.life();
        network.later(() -> sendLate(operation, there, lifeThere));
      }
    }
  }

  /** Nobody takes a packet for an end that has been left. */
  private synchronized void sendLate(FakeOperation operation, FakeEnd there, int lifeThere) {
    if (!endpoint.isOver()) {
      there.take(operation, lifeThere);
    }
  }

  /** The helper thread, which would look within a second by itself, is told. */
  private void breaks(String reason) {
    broken = reason;
    network.ownInbox().wake();
  }

  private int life() {
    synchronized (arrivals) {
      return life;
    }
  }

  private boolean take(FakeOperation operation) {
    synchronized (arrivals) {
      return take(operation, life);
    }
  }

  /** Carries out what the other side sent in a life, unless this one has left. */
  private boolean take(FakeOperation operation, int inLife) {
    synchronized (arrivals) {
      if (refuses || inLife != life) {
        return false;
      }
      carriedOut++;
      operation.carryOut(network.fabric());
      return true;
    }
  }

  @Override
  public int ports() {
    return RAILS;
  }

  @Override
  public EndpointProgress progress() {
    return endpoint.progress();
  }

  @Override
  public boolean hasBegun() {
    return endpoint.otherSide() != null;
  }

  @Override
  public String broken() {
    return broken;
  }

  @Override
  public synchronized void pause() {
    holds = true;
  }

  /** Those that are held back are not known to be complete, too. */
  @Override
  public synchronized boolean isDrained() {
    return queue.isEmpty() && went.stream().noneMatch(unsettled::contains);
  }

  @Override
  public synchronized void leave() {
    holds = true;
    queue.clear();
    if (broken == null) {
      broken = "left";
    }
    synchronized (arrivals) {
      refuses = true;
    }
  }

  /** By chance not yet certain. */
  @Override
  public long carriedOut() {
    synchronized (arrivals) {
      return network.chance().oneIn(2) ? NOT_YET : carriedOut;
    }
  }

  @Override
  public synchronized void settle(long carriedOutThere) {
    if (carriedOutThere > went.size()) {
      throw new ArmciException(
          Text.format("%d of %d operations cannot be carried out", carriedOutThere, went.size()));
    }
    for (int i = 0; i < carriedOutThere; i++) {
      FakeOperation operation = went.get(i);
      if (unsettled.contains(operation) && !operation.isAnswered() && !operation.isGet()) {
        answer(operation);
      }
    }
    went = new ArrayList<>();
  }

  /** By chance not now. */
  @Override
  public boolean canOpen(int rail) {
    return !network.chance().oneIn(3);
  }

  @Override
  public synchronized byte[] open(int rail) {
    broken = null;
    synchronized (arrivals) {
      life++;
      carriedOut = 0;
    }
    return ByteBuffer.allocate(Integer.BYTES).putInt(rail).array();
  }

  @Override
  public synchronized void connect(byte[] address) {
    synchronized (arrivals) {
      refuses = false;
    }
  }

  @Override
  public synchronized boolean tryResume() {
    unsettled.stream().filter(operation -> !operation.isAnswered()).forEach(queue::add);
    holds = false;
    network.wakeWire();
    return true;
  }

  /** Waits for the operation that is being carried out, and sends no more. */
  synchronized void end() {
    queue.clear();
  }
}
