package org.armci4j.transport.verbs;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.Semaphore;
import org.armci4j.VerbsSettings;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.verbs.device.Faults;
import org.armci4j.transport.verbs.device.QueuePair;

/** Makes what a connection needs beside its queue pair, from what all connections share. */
final class ConnectionParts implements Connections.Wiring {
  private final Bootstrap bootstrap;
  private final Settings settings;
  private final Adapter adapter;
  private final Faults faults;
  private final CompletionPoller poller;
  private final CopyRing ring;
  private final Semaphore completionRoom;

  ConnectionParts(
      Bootstrap bootstrap,
      Settings settings,
      Adapter adapter,
      Faults faults,
      CompletionPoller poller,
      CopyRing ring) {
    this.bootstrap = bootstrap;
    this.settings = settings;
    this.adapter = adapter;
    this.faults = faults;
    this.poller = poller;
    this.ring = ring;
    int capacity = adapter.sent().capacity();
    long requests = (long) settings.get(VerbsSettings.QUEUE_DEPTH) * bootstrap.size();
    this.completionRoom = requests <= capacity ? null : new Semaphore(capacity);
  }

  @Override
  public Connection connection(int peer, QueuePair queuePair) {
    int depth = settings.get(VerbsSettings.QUEUE_DEPTH);
    Connection.Limits limits =
        new Connection.Limits(
            depth,
            Math.min(settings.get(VerbsSettings.SIGNAL_EVERY), depth / 4),
            settings.get(VerbsSettings.CHAIN),
            Math.min(queuePair.maxInlineBytes(), settings.get(VerbsSettings.INLINE_BYTES)),
            adapter.maxSegments(),
            adapter.waitsForOrder(),
            completionRoom);
    return new Connection(
        peer, faults.around(queuePair), poller, bootstrap, limits, adapter.toString());
  }

  @Override
  public RemoteHelper helper(Connection connection, MemorySegment replies) {
    int requestBytes = Math.toIntExact(settings.get(VerbsSettings.REQUEST_BYTES));
    return new RemoteHelper(connection, bootstrap, poller, ring, replies, requestBytes);
  }
}
