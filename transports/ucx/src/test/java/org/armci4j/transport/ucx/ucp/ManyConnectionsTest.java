package org.armci4j.transport.ucx.ucp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As many workers as a job of hundreds of ranks has, over TCP on the loopback device: ranks as
 * threads of one JVM would need more mappings than the kernel allows.
 */
class ManyConnectionsTest {
  /** More than the 256 that UCX takes TCP to be good for, unless told how many there will be. */
  private static final int PEERS = 300;

  private static final int ROUNDS_LIMIT = 1_000_000;

  /** In place of a number of rounds: until they are connected. */
  private static final int CONNECTED = -1;

  private static final Map<String, String> LOOPBACK = Map.of("TLS", "tcp", "NET_DEVICES", "lo");

  private final List<UcpWorker> workers = new ArrayList<>();

  @BeforeEach
  void requireLibrary() {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
  }

  /** One worker writes to each of the others, and each of these to it. */
  @Test
  void oneWorkerAndThreeHundredReachEachOther() {
    try (Arena arena = Arena.ofShared();
        UcpContext context = UcpContext.open(UcxLibrary.find().library(), LOOPBACK, PEERS)) {
      MemorySegment memory = arena.allocate(2L * PEERS * Long.BYTES, 8);
      MemorySegment numbers = arena.allocate((long) PEERS * Long.BYTES, 8);
      long registration = context.register(memory);
      byte[] packed = context.packKey(registration);
      UcpWorker one = newWorker(context);
      for (int peer = 0; peer < PEERS; peer++) {
        newWorker(context);
        numbers.setAtIndex(ValueLayout.JAVA_LONG, peer, peer + 1L);
      }
      List<Runnable> ends = new ArrayList<>();
      try {
        for (int peer = 0; peer < PEERS; peer++) {
          UcpWorker other = workers.get(peer + 1);
          long number = numbers.address() + (long) peer * Long.BYTES;
          long place = memory.address() + 2L * peer * Long.BYTES;
          ends.add(write(one, other, packed, number, place));
          ends.add(write(other, one, packed, number, place + Long.BYTES));
        }
        for (int i = 0; i < 2 * PEERS; i++) {
          assertEquals(i / 2 + 1L, memory.getAtIndex(ValueLayout.JAVA_LONG, i), "word " + i);
        }
      } finally {
        ends.forEach(Runnable::run);
        workers.forEach(UcpWorker::close);
        context.unregister(registration);
      }
    }
  }

  /** Writes a word and waits until it is there; returns what ends the connection. */
  private Runnable write(UcpWorker from, UcpWorker to, byte[] packed, long number, long place) {
    long endpoint = from.connect(to.address());
    long key = from.unpackKey(endpoint, packed);
    await(from, from.put(endpoint, number, Long.BYTES, place, key), to);
    await(from, from.flush(endpoint), to);
    return () -> {
      from.releaseKey(key);
      from.disconnect(endpoint);
    };
  }

  private static void await(UcpWorker from, long pointer, UcpWorker to) {
    assertFalse(UcsStatus.isError(pointer), () -> UcsStatus.text((byte) pointer));
    if (pointer == 0) {
      return;
    }
    for (int i = 0; i < ROUNDS_LIMIT && from.check(pointer) == UcsStatus.IN_PROGRESS; i++) {
      from.progress();
      to.progress();
    }
    assertEquals(UcsStatus.OK, from.check(pointer));
    from.free(pointer);
  }

  private UcpWorker newWorker(UcpContext context) {
    UcpWorker worker = context.newWorker();
    workers.add(worker);
    return worker;
  }

  /**
   * How often the two make progress before one of them goes. UCX older than 1.14 may end the
   * process by an assertion of its own (ucp_request.c:684) when a worker goes that has begun to
   * answer and is not connected yet.
   */
  static IntStream moments() {
    boolean old = UcxLibrary.find().library().version().matches("1\\.(\\d|1[0-3])\\..*");
    return old ? IntStream.of(0, CONNECTED) : IntStream.of(0, 1, 2, 3, 5, 8, CONNECTED);
  }

  /** Fences rely on it, at whatever moment the other side goes: while the two connect, or later. */
  @ParameterizedTest
  @MethodSource("moments")
  void aFlushToAWorkerThatHasGoneFails(int roundsBefore) {
    for (int sizeBytes : new int[] {8, 1 << 20}) {
      int status = statusOfFlush(roundsBefore, sizeBytes);
      assertTrue(status < 0, () -> Text.format("put of %d bytes: %d", sizeBytes, status));
    }
  }

  private static int statusOfFlush(int roundsBefore, int sizeBytes) {
    try (Arena arena = Arena.ofShared();
        UcpContext context = UcpContext.open(UcxLibrary.find().library(), LOOPBACK, 2)) {
      MemorySegment memory = arena.allocate(2L * sizeBytes, 8);
      long registration = context.register(memory);
      try (UcpWorker from = context.newWorker()) {
        UcpWorker to = context.newWorker();
        long endpoint = from.connect(to.address());
        long key = from.unpackKey(endpoint, context.packKey(registration));
        long local = memory.address();
        if (roundsBefore == CONNECTED) {
          await(from, from.put(endpoint, local, 1, local + sizeBytes, key), to);
          await(from, from.flush(endpoint), to);
        }
        for (int i = 0; i < roundsBefore; i++) {
          from.progress();
          to.progress();
        }
        long put = from.put(endpoint, local, sizeBytes, local + sizeBytes, key);
        to.close();
        int status = ended(from, from.flush(endpoint));
        int _ = ended(from, put);
        from.releaseKey(key);
        from.disconnect(endpoint);
        return status;
      } finally {
        context.unregister(registration);
      }
    }
  }

  private static int ended(UcpWorker worker, long pointer) {
    if (pointer == 0 || UcsStatus.isError(pointer)) {
      return (byte) pointer;
    }
    for (int i = 0; i < ROUNDS_LIMIT && worker.check(pointer) == UcsStatus.IN_PROGRESS; i++) {
      worker.progress();
    }
    int status = worker.check(pointer);
    worker.free(pointer);
    return status;
  }
}
