package org.armci4j.transport.verbs.device;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.transport.verbs.device.SendRequests.INLINE;
import static org.armci4j.transport.verbs.device.SendRequests.SIGNALLED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jnr.ffi.LibraryLoader;
import org.armci4j.transport.network.Raw;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks registered memory: its limits, large ranges, and errors. */
class MemoryRegionTest {
  private static final int RLIMIT_MEMLOCK = 8;
  private static final int CAP_IPC_LOCK = 14;
  private static final int CAPABILITY_VERSION_3 = 0x20080522;

  private QueuePairs pairs;
  private Kernel kernel;

  /** Names the functions that the tests need of the C library. */
  @SuppressWarnings("MemberName") // C's names
  public interface Kernel {
    int prlimit(int process, int resource, long next, long previous);

    int capget(long header, long data);

    int capset(long header, long data);

    int memfd_create(String name, int flags);

    int ftruncate(int descriptor, long sizeBytes);

    int munmap(long address, long sizeBytes);

    int close(int descriptor);
  }

  @BeforeEach
  void connect() {
    pairs = new QueuePairs(false);
    kernel = LibraryLoader.create(Kernel.class).load("c");
  }

  @AfterEach
  void disconnect() {
    if (pairs != null) {
      pairs.close();
    }
  }

  @Test
  void coversItsRangeOnly() {
    MemoryRegion registration = pairs.localRegistration;
    long start = registration.address();
    assertTrue(registration.covers(start, QueuePairs.MEMORY_BYTES));
    assertTrue(registration.covers(start + 10, 0));
    assertFalse(registration.covers(start - 1, 2));
    assertFalse(registration.covers(start + 1, QueuePairs.MEMORY_BYTES));
    assertFalse(registration.covers(start + 1, Long.MAX_VALUE));
  }

  @Test
  void unmappedMemoryIsRefusedWithItsRange() {
    VerbsException refused =
        assertThrows(VerbsException.class, () -> pairs.device.register(4096, 100, Access.ALL));
    assertEquals(14, refused.errno(), refused::getMessage);
    assertTrue(refused.getMessage().contains("100 bytes at 0x1000"), refused::getMessage);
  }

  @Test
  void keysAreInvalidAfterClosing() {
    int key = pairs.remoteKey();
    pairs.remoteRegistration.close();
    pairs.remoteRegistration.close();
    pairs
        .requests
        .write(1, pairs.remote.address(), key, SIGNALLED | INLINE)
        .segment(pairs.requests.stageLong(5), Long.BYTES, 0);
    pairs.origin.post(pairs.requests);
    pairs.poll(pairs.sends);
    assertEquals(WorkStatus.REMOTE_ACCESS, pairs.completions.status(0));
  }

  @Test
  void deviceInUseStaysOpen() {
    VerbsException refused = assertThrows(VerbsException.class, pairs.device::close);
    assertEquals(16, refused.errno(), refused::getMessage);
    assertEquals(1, pairs.device.port(1).number());
  }

  @Test
  void limitOfLockedMemoryIsNamedWithItsRemedy() throws Exception {
    // Limits belong to the process, capabilities to the thread. A thread gives up its own
    // capabilities, so that the limit binds it.
    long limits = Raw.allocate(32).address();
    assertEquals(0, kernel.prlimit(0, RLIMIT_MEMLOCK, 0, limits + 16));
    Raw.putLong(limits, 20_480);
    Raw.putLong(limits + 8, Raw.getLong(limits + 24));
    assertEquals(0, kernel.prlimit(0, RLIMIT_MEMLOCK, limits, 0));
    try {
      CompletableFuture<LockedMemoryException> refusal = new CompletableFuture<>();
      Thread.ofPlatform()
          .start(
              () -> {
                dropIpcLock();
                try {
                  pairs.device.register(pairs.local.address(), 40_960, Access.ALL).close();
                  refusal.complete(null);
                } catch (LockedMemoryException e) {
                  refusal.complete(e);
                } catch (RuntimeException | Error e) {
                  refusal.completeExceptionally(e);
                }
              });
      LockedMemoryException refused = refusal.get(60, TimeUnit.SECONDS);
      String message = refused.getMessage();
      assertTrue(message.contains("40960 bytes"), message);
      assertTrue(message.contains("limit of locked memory is 20480 bytes"), message);
      assertTrue(message.contains("ulimit -l"), message);
    } finally {
      assertEquals(0, kernel.prlimit(0, RLIMIT_MEMLOCK, limits + 16, 0));
    }
  }

  private void dropIpcLock() {
    long header = Raw.allocate(64).address();
    Raw.putInt(header, CAPABILITY_VERSION_3);
    long data = header + 16;
    assertEquals(0, kernel.capget(header, data));
    Raw.putInt(data, Raw.getInt(data) & ~(1 << CAP_IPC_LOCK));
    assertEquals(0, kernel.capset(header, data));
  }

  /** Calls mmap(2) by the JDK's linker: jnr-ffi 2.3.4 garbles calls of six arguments. */
  @SuppressWarnings("restricted")
  private static long map(long address, long sizeBytes, int protection, int flags, int file)
      throws Throwable {
    Linker linker = Linker.nativeLinker();
    MethodHandle mmap =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mmap"),
            FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    return (long) mmap.invokeExact(address, sizeBytes, protection, flags, file, 0L);
  }

  @Test
  void rangesBeyondFourGibibytesAreReachedToTheirEnd() throws Throwable {
    // A small file mapped many times in a row stands in for so much memory.
    long fileBytes = 64L << 20;
    long sizeBytes = (4L << 30) + fileBytes;
    int file = kernel.memfd_create("armci-test", 0);
    assertEquals(0, kernel.ftruncate(file, fileBytes));
    long start = map(0, sizeBytes, 0, 0x22, -1); // private, anonymous, no access
    assertNotEquals(-1, start);
    for (long offset = 0; offset < sizeBytes; offset += fileBytes) {
      assertEquals(start + offset, map(start + offset, fileBytes, 3, 0x11, file));
    }
    try (MemoryRegion large = pairs.device.register(start, sizeBytes, Access.ALL)) {
      assertEquals(sizeBytes, large.sizeBytes());
      pairs
          .requests
          .write(1, start + sizeBytes - 8, large.remoteKey(), SIGNALLED | INLINE)
          .segment(pairs.requests.stageLong(0x55aa), Long.BYTES, 0);
      pairs.postAndWait();
      assertEquals(0x55aa, Raw.getLong(start + sizeBytes - 8));
      pairs
          .requests
          .write(1, start + sizeBytes - 7, large.remoteKey(), SIGNALLED | INLINE)
          .segment(pairs.requests.stageLong(0), Long.BYTES, 0);
      pairs.origin.post(pairs.requests);
      pairs.poll(pairs.sends);
      assertEquals(WorkStatus.REMOTE_ACCESS, pairs.completions.status(0));
    } finally {
      kernel.munmap(start, sizeBytes);
      kernel.close(file);
    }
  }
}
