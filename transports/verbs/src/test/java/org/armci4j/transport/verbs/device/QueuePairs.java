package org.armci4j.transport.verbs.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.armci4j.transport.verbs.device.port.GidChoice;
import org.armci4j.transport.verbs.device.port.GidRequest;

/**
 * Holds two connected queue pairs on this host's first device, or one that is connected to itself,
 * and memory for them.
 */
final class QueuePairs implements AutoCloseable {
  static final int MEMORY_BYTES = 64 * 1024;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  final Device device;
  final GidChoice path;
  final CompletionQueue sends;
  final CompletionQueue receives;
  final SharedReceiveQueue sharedReceives;
  final QueuePair origin;
  final QueuePair target;
  final Arena arena = Arena.ofShared();
  final MemorySegment local = arena.allocate(MEMORY_BYTES, 4096);
  final MemorySegment remote = arena.allocate(MEMORY_BYTES, 4096);
  final MemoryRegion localRegistration;
  final MemoryRegion remoteRegistration;
  final SendRequests requests = new SendRequests(64, 256, 4096);
  final Completions completions = new Completions(16);

  QueuePairs(boolean self) {
    this(self, 0);
  }

  /** Makes two with {@code receives} receives of their own each. */
  static QueuePairs withReceives(int receives) {
    return new QueuePairs(false, receives);
  }

  private QueuePairs(boolean self, int ownReceives) {
    VerbsLibrary library = library();
    path = GidChoice.best(library.survey(), GidRequest.ANY);
    device = library.open(path.device());
    sends = device.createCompletionQueue(256, true);
    receives = device.createCompletionQueue(256, true);
    sharedReceives = device.createSharedReceiveQueue(64, 1);
    SharedReceiveQueue shared = ownReceives == 0 ? sharedReceives : null;
    QueuePairOptions options =
        new QueuePairOptions(sends, receives, shared, 128, 8, 256, ownReceives);
    origin = device.createQueuePair(options);
    target = self ? origin : device.createQueuePair(options);
    Endpoint originEnd = origin.open(path, Access.ALL);
    Endpoint targetEnd = self ? originEnd : target.open(path, Access.ALL);
    Retries retries = new Retries(14, 2, 2, 1);
    origin.connect(targetEnd, retries);
    if (!self) {
      target.connect(originEnd, retries);
    }
    localRegistration = device.register(local.address(), MEMORY_BYTES, Access.ALL);
    remoteRegistration = device.register(remote.address(), MEMORY_BYTES, Access.ALL);
  }

  /** Returns the library, or skips the test. */
  static VerbsLibrary library() {
    VerbsLibrary.Availability found = VerbsLibrary.find();
    assumeTrue(found.isAvailable(), found::reason);
    return found.library();
  }

  int localKey() {
    return localRegistration.localKey();
  }

  int remoteKey() {
    return remoteRegistration.remoteKey();
  }

  /** Polls until there is a completion; the limit ends a test that would hang. */
  int poll(CompletionSource source) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (System.nanoTime() < deadline) {
      int count = source.poll(completions);
      if (count > 0) {
        return count;
      }
      Thread.onSpinWait();
    }
    return fail("no completion came");
  }

  /** Posts the chain, whose last request is the only signalled one, and waits for it to succeed. */
  void postAndWait() {
    origin.post(requests);
    requests.clear();
    assertEquals(1, poll(sends));
    assertEquals(WorkStatus.text(WorkStatus.SUCCESS), WorkStatus.text(completions.status(0)));
  }

  @Override
  public void close() {
    origin.close();
    target.close();
    sharedReceives.close();
    sends.close();
    receives.close();
    localRegistration.close();
    remoteRegistration.close();
    device.close();
    arena.close();
  }
}
