package org.armci4j.bootstrap.rendezvous;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.armci4j.bootstrap.Await;

/** Strangers who connect as fast as they can, say nothing, and hang up after a while. */
final class Flood implements AutoCloseable {
  /** Connections that each thread holds open. */
  private static final int HELD = 200;

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final InetSocketAddress target;
  private final AtomicLong connections = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean over;

  /** Floods {@code target}, which is on loopback, for a minute at most. */
  Flood(InetSocketAddress target, int threadCount) {
    if (!target.getAddress().isLoopbackAddress()) {
      throw new IllegalArgumentException(target + " is not on loopback");
    }
    this.target = target;
    for (int i = 0; i < threadCount; i++) {
      threads.add(Thread.ofPlatform().daemon().start(this::flood));
    }
  }

  private void flood() {
    SocketChannel[] held = new SocketChannel[HELD];
    long end = System.nanoTime() + LIMIT_NANOS;
    for (int next = 0; !over && System.nanoTime() < end; next = (next + 1) % HELD) {
      close(held[next]);
      held[next] = connect();
    }
    for (SocketChannel each : held) {
      close(each);
    }
  }

  /** Does not wait for the connection: the system makes it meanwhile. */
  private SocketChannel connect() {
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
      channel.connect(target);
      connections.incrementAndGet();
    } catch (IOException tooMany) {
      close(channel);
      return null;
    }
    return channel;
  }

  private static void close(SocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException closedEnough) {
      // It is only a stranger.
    }
  }

  void awaitConnections(long count) {
    Await.until(count + " connections", () -> connections.get() >= count);
  }

  /** How often it has tried to connect. */
  long connections() {
    return connections.get();
  }

  @Override
  public void close() {
    over = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
