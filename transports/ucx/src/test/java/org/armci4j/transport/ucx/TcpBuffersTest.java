package org.armci4j.transport.ucx;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.transport.ucx.ucp.UcpContext;
import org.armci4j.transport.ucx.ucp.UcpWorker;
import org.armci4j.transport.ucx.ucp.UcxLibrary;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;
import org.junit.jupiter.api.Test;

/** UCX passes over options that it does not know, and tells nobody. */
class TcpBuffersTest {
  private static final int PUT_BYTES = 240 << 10;

  /** With buffers of 8 KiB, which UCX has by itself, the other side took 7, else 1. */
  private static final int MOST_ROUNDS = 4;

  private static final int TRIES = 5;

  @Test
  void aPutComesInAsLongPiecesAsTheSettingSays() {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
    Settings settings =
        Settings.of(UcxSettings.ALL).environment(Map.of()).properties(new Properties()).resolve();
    Map<String, String> options =
        new HashMap<>(UcxOptions.of(settings, Map.of(), RdmaDevices.NONE));
    options.putAll(Map.of("TLS", "tcp", "NET_DEVICES", "lo"));
    int least = Integer.MAX_VALUE;
    try (Arena arena = Arena.ofShared();
        UcpContext context = UcpContext.open(UcxLibrary.find().library(), options, 2);
        UcpWorker origin = context.newWorker();
        UcpWorker target = context.newWorker()) {
      MemorySegment memory = arena.allocate(PUT_BYTES, Long.BYTES);
      MemorySegment source = arena.allocate(PUT_BYTES, Long.BYTES);
      long registration = context.register(memory);
      long endpoint = origin.connect(target.address());
      long key = origin.unpackKey(endpoint, context.packKey(registration));
      for (int i = 0; i < TRIES; i++) {
        long put = origin.put(endpoint, source.address(), PUT_BYTES, memory.address(), key);
        int rounds = rounds(origin, target, put);
        least = Math.min(least, rounds + rounds(origin, target, origin.flush(endpoint)));
      }
      origin.releaseKey(key);
      origin.disconnect(endpoint);
      context.unregister(registration);
    }
    assertTrue(least < MOST_ROUNDS, "a put came in in " + least + " rounds");
  }

  /** Waits for an operation; returns how often the target found something to do. */
  private static int rounds(UcpWorker origin, UcpWorker target, long pointer) {
    assertFalse(UcsStatus.isError(pointer), () -> UcsStatus.text((byte) pointer));
    int rounds = 0;
    while (pointer != 0 && origin.check(pointer) == UcsStatus.IN_PROGRESS) {
      while (origin.progress()) {
        Thread.onSpinWait();
      }
      rounds += target.progress() ? 1 : 0;
    }
    if (pointer != 0) {
      origin.free(pointer);
    }
    return rounds;
  }
}
