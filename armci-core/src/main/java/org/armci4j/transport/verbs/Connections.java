package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.armci4j.ArmciException;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.MessageListener;
import org.armci4j.transport.verbs.device.Access;
import org.armci4j.transport.verbs.device.Endpoint;
import org.armci4j.transport.verbs.device.QueuePair;

/**
 * The connections of a rank, each made when it is first needed.
 *
 * <pre>
 *  origin                                    target
 *  make a queue pair   ------ HELLO ------&gt;  make one, connect it to the origin's
 *  connect it          &lt;----- WELCOME -----
 *  requests can go
 * </pre>
 *
 * <p>Both may begin at the same time: each has one queue pair for the other, whoever began, and
 * sends requests only when the other has said WELCOME, as it receives from then on. The target's
 * helper thread may answer earlier: who sends it requests receives already.
 */
final class Connections implements MessageListener, AutoCloseable {
  /** What a connection needs beside its queue pair. */
  interface Wiring {
    Connection connection(int rank, QueuePair queuePair);

    RemoteHelper helper(Connection connection, MemorySegment replies);
  }

  /** One side of a connection, from its first step on. */
  private static final class Side {
    private final QueuePair queuePair;
    private final Endpoint endpoint;
    private final RegisteredMemory.Part replies;
    private Peer peer;
    private boolean greeted;
    private volatile String problem;

    Side(QueuePair queuePair, Endpoint endpoint, RegisteredMemory.Part replies) {
      this.queuePair = queuePair;
      this.endpoint = endpoint;
      this.replies = replies;
    }

    Greeting greeting(Greeting.Kind kind) {
      return new Greeting(kind, endpoint, replies.memory().address(), replies.remoteKey(), "");
    }
  }

  private final Bootstrap bootstrap;
  private final Adapter adapter;
  private final RegisteredMemory memory;
  private final Wiring wiring;
  private final int credits;
  private final long timeoutNanos;

  /** Guarded by this. */
  private final Side[] sides;

  /** By rank: connected both ways. */
  private final AtomicReferenceArray<Peer> ready;

  /** By rank: connected here, perhaps not yet there. */
  private final AtomicReferenceArray<Peer> connected;

  Connections(
      Bootstrap bootstrap,
      Adapter adapter,
      RegisteredMemory memory,
      Wiring wiring,
      int credits,
      long timeoutNanos) {
    this.bootstrap = bootstrap;
    this.adapter = adapter;
    this.memory = memory;
    this.wiring = wiring;
    this.credits = credits;
    this.timeoutNanos = timeoutNanos;
    this.sides = new Side[bootstrap.size()];
    this.ready = new AtomicReferenceArray<>(bootstrap.size());
    this.connected = new AtomicReferenceArray<>(bootstrap.size());
  }

  /** The rank as this one reaches it; connects at the first call. */
  Peer to(int rank) {
    Peer peer = ready.getAcquire(rank);
    return peer != null ? peer : connect(rank);
  }

  /** The rank if this one is connected to it, or null. */
  Peer existing(int rank) {
    return connected.getAcquire(rank);
  }

  /** How many ranks this one is connected to. */
  int count() {
    int count = 0;
    for (int rank = 0; rank < connected.length(); rank++) {
      if (connected.getAcquire(rank) != null) {
        count++;
      }
    }
    return count;
  }

  /** See {@link Connection#nudge}. */
  void nudgeAll() {
    for (int rank = 0; rank < connected.length(); rank++) {
      Peer peer = connected.getAcquire(rank);
      if (peer != null) {
        peer.connection().nudge();
      }
    }
  }

  private Peer connect(int rank) {
    Side side;
    boolean first;
    synchronized (this) {
      side = side(rank);
      first = !side.greeted;
      side.greeted = true;
    }
    if (first) {
      // Outside the monitor: in one JVM the other rank's answer comes inside this call.
      bootstrap.send(rank, side.greeting(Greeting.Kind.HELLO).encode());
    }
    String text = "rank %d: connecting to rank %d".formatted(bootstrap.rank(), rank);
    Patience patience = new Patience(bootstrap, () -> text, timeoutNanos);
    while (ready.getAcquire(rank) == null) {
      if (side.problem != null) {
        throw new ArmciException(text + " failed: " + side.problem);
      }
      patience.pause();
    }
    return ready.getAcquire(rank);
  }

  private Side side(int rank) {
    if (sides[rank] == null) {
      QueuePair queuePair = adapter.newQueuePair();
      Endpoint endpoint = queuePair.open(adapter.path(), Access.ALL);
      RegisteredMemory.Part replies = memory.allocate((long) credits * RemoteHelper.SLOT_BYTES);
      sides[rank] = new Side(queuePair, endpoint, replies);
    }
    return sides[rank];
  }

  @Override
  public void received(int from, byte[] message) {
    Greeting greeting = Greeting.decode(message);
    Greeting answer = null;
    try {
      synchronized (this) {
        answer = handle(from, greeting);
      }
    } catch (ArmciException problem) {
      answer = Greeting.refusal("rank %d: %s".formatted(bootstrap.rank(), problem.getMessage()));
    }
    if (answer != null) {
      bootstrap.send(from, answer.encode());
    }
  }

  /** Returns the answer, or null. */
  private Greeting handle(int from, Greeting greeting) {
    Side side = side(from);
    switch (greeting.kind()) {
      case HELLO -> {
        connect(from, side, greeting);
        return side.greeting(Greeting.Kind.WELCOME);
      }
      case WELCOME -> {
        connect(from, side, greeting);
        ready.setRelease(from, side.peer);
      }
      case REFUSED -> side.problem = greeting.problem();
    }
    return null;
  }

  private void connect(int from, Side side, Greeting greeting) {
    if (side.peer == null) {
      side.queuePair.connect(greeting.endpoint(), adapter.retries());
      Connection connection = wiring.connection(from, side.queuePair);
      RemoteHelper helper = wiring.helper(connection, side.replies.memory());
      side.peer = new Peer(connection, helper, greeting.replyAddress(), greeting.replyKey());
      connected.setRelease(from, side.peer);
    }
  }

  @Override
  public synchronized void undelivered(int to, String reason) {
    if (sides[to] != null) {
      sides[to].problem = reason;
    }
  }

  @Override
  public synchronized void close() {
    for (Side side : sides) {
      if (side != null) {
        side.queuePair.close();
      }
    }
  }
}
