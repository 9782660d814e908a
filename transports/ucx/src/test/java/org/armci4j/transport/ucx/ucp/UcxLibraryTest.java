package org.armci4j.transport.ucx.ucp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.transport.ucx.ucp.api.Ucp;
import org.armci4j.transport.ucx.ucp.api.UcsStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** UCX as this host has it, over TCP on the loopback device. */
class UcxLibraryTest {
  private static final Map<String, String> LOOPBACK = Map.of("TLS", "tcp", "NET_DEVICES", "lo");

  private static final int PUTS = 20_000;
  private static final int UPDATES = 5_000;

  private static final ThreadMXBean ALLOCATIONS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @BeforeEach
  void requireLibrary() {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
  }

  /** UCX would take those by which the JVM finds null pointers. */
  @Test
  void theHandlersOfSignalsStayTheJvms() throws IOException {
    try (UcpContext context = UcpContext.open(UcxLibrary.find().library(), LOOPBACK, 1);
        UcpWorker worker = context.newWorker()) {
      assertTrue(worker.address().length > 0);
      for (int signal : List.of(4, 7, 8, 11)) {
        String library = libraryAt(SignalHandlers.handler(signal));
        assertTrue(library.endsWith("libjvm.so"), "signal " + signal + " belongs to " + library);
      }
    }
  }

  /** What is mapped at an address. */
  private static String libraryAt(long address) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/maps"))) {
      String[] range = line.substring(0, line.indexOf(' ')).split("-", -1);
      if (Long.compareUnsigned(address, Long.parseUnsignedLong(range[0], 16)) >= 0
          && Long.compareUnsigned(address, Long.parseUnsignedLong(range[1], 16)) < 0) {
        return line;
      }
    }
    return "nobody";
  }

  /** UCX would end the process by SIGABRT; the kernel lets no name be longer. */
  @Test
  void aHostNameThatUcxCannotBearIsRefused() {
    String longest = "h".repeat(64);
    String refusal = UcxLibrary.refusal(longest);
    assertTrue(refusal.contains(longest) && refusal.contains("shorter"), refusal);
    assertNull(UcxLibrary.refusal("h".repeat(63)));
    assertNull(UcxLibrary.refusal("h".repeat(60) + ".org"));
  }

  /** A user who gives an option a wrong value learns which. */
  @Test
  void aWrongOptionIsNamed() {
    Map<String, String> options = Map.of("ATOMIC_MODE", "sometimes");
    UcxException refused =
        assertThrows(
            UcxException.class,
            () -> UcpContext.open(UcxLibrary.find().library(), options, 1).close());
    assertTrue(refused.getMessage().contains("UCX_ATOMIC_MODE=sometimes"), refused.getMessage());
  }

  /** The put has six arguments in C; its calls allocate nothing. */
  @Test
  void aPutArrivesAtTheOtherWorker() {
    try (Arena arena = Arena.ofShared();
        UcpContext context = UcpContext.open(UcxLibrary.find().library(), LOOPBACK, 2);
        UcpWorker origin = context.newWorker();
        UcpWorker target = context.newWorker()) {
      MemorySegment memory = arena.allocate(64, 8);
      long registration = context.register(memory);
      long endpoint = origin.connect(target.address());
      long key = origin.unpackKey(endpoint, context.packKey(registration));
      byte[] bytes = "through a socket".getBytes(StandardCharsets.US_ASCII);
      MemorySegment source = arena.allocate(bytes.length, 8);
      MemorySegment.copy(bytes, 0, source, ValueLayout.JAVA_BYTE, 0, bytes.length);
      long put = origin.put(endpoint, source.address(), bytes.length, memory.address(), key);
      await(origin, target, put);
      await(origin, target, origin.flush(endpoint));
      assertArrayEquals(bytes, memory.asSlice(0, bytes.length).toArray(ValueLayout.JAVA_BYTE));
      long before = ALLOCATIONS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < PUTS; i++) {
        long next = origin.put(endpoint, source.address(), bytes.length, memory.address(), key);
        if (next != 0) {
          await(origin, target, next);
        }
      }
      long allocatedBytes = ALLOCATIONS.getCurrentThreadAllocatedBytes() - before;
      await(origin, target, origin.flush(endpoint));
      origin.releaseKey(key);
      origin.disconnect(endpoint);
      context.unregister(registration);
      // Only now: UCX aborts the process when it is closed with operations under way.
      assertTrue(
          allocatedBytes < PUTS * Long.BYTES,
          allocatedBytes + " bytes allocated by " + PUTS + " puts");
    }
  }

  /** It has seven arguments in C; its calls allocate nothing. */
  @Test
  void anAtomicUpdateGivesTheOldValue() {
    try (Arena arena = Arena.ofShared();
        UcpContext context = UcpContext.open(UcxLibrary.find().library(), LOOPBACK, 2);
        UcpWorker origin = context.newWorker();
        UcpWorker target = context.newWorker()) {
      MemorySegment memory = arena.allocate(64, 8);
      long registration = context.register(memory);
      long endpoint = origin.connect(target.address());
      long key = origin.unpackKey(endpoint, context.packKey(registration));
      MemorySegment words = arena.allocate(16, 8);
      words.set(ValueLayout.JAVA_LONG, 0, 3);
      long result = words.address() + Long.BYTES;
      long allocatedBytes = 0;
      for (int i = 0; i < UPDATES; i++) {
        long before = ALLOCATIONS.getCurrentThreadAllocatedBytes();
        long update =
            origin.atomic(
                endpoint,
                Ucp.UCP_ATOMIC_OP_ADD,
                Long.BYTES,
                words.address(),
                result,
                memory.address(),
                key);
        allocatedBytes += ALLOCATIONS.getCurrentThreadAllocatedBytes() - before;
        await(origin, target, update);
        assertEquals(3L * i, words.get(ValueLayout.JAVA_LONG, Long.BYTES));
      }
      assertEquals(3L * UPDATES, memory.get(ValueLayout.JAVA_LONG, 0));
      origin.releaseKey(key);
      origin.disconnect(endpoint);
      context.unregister(registration);
      assertTrue(
          allocatedBytes < UPDATES * Long.BYTES,
          allocatedBytes + " bytes allocated by " + UPDATES + " updates");
    }
  }

  private static void await(UcpWorker origin, UcpWorker target, long pointer) {
    assertFalse(UcsStatus.isError(pointer), () -> UcsStatus.text((byte) pointer));
    if (pointer != 0) {
      while (origin.check(pointer) == UcsStatus.IN_PROGRESS) {
        origin.progress();
        target.progress();
      }
      assertEquals(UcsStatus.OK, origin.check(pointer));
      origin.free(pointer);
    }
  }

  /** A thread of a library's own that lived on in a rank's group would look like a rank. */
  @Test
  void loadingLeavesNoThreadWithTheRank() throws InterruptedException {
    RankThreadGroup group = new RankThreadGroup(Membership.alone());
    Thread rank =
        Thread.ofPlatform()
            .group(group)
            .start(
                () ->
                    UcpContext.open(UcxLibrary.find().library(), LOOPBACK, 1)
                        .newWorker()
                        .progress());
    rank.join();
    Thread[] left = new Thread[1];
    int count = group.enumerate(left);
    assertEquals(0, count, () -> left[0].toString());
  }
}
