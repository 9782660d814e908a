package org.armci4j.testkit.job;

import static org.armci4j.lab.contracts.CallRefusals.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.error.ArmciException;
import org.armci4j.testkit.harness.RankFailure;
import org.armci4j.testkit.harness.RankThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ends memory while other threads copy. Free and close wait for them, up to a limit, go on through
 * all blocks, and then report the copy. Nothing stays mapped.
 */
@EnabledOnOs(OS.LINUX)
class EndDuringCopyTest {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int BLOCKS = 16;

  @TempDir Path directory;

  private RankThreads job(int ranks) {
    return RankThreads.of(ranks)
        .over("shm")
        .with(BootstrapSettings.SHM_DIRECTORY, directory.toString());
  }

  private long mappings() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.filter(line -> line.contains(directory.toString())).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies until the test ends it: the kernel reads from a pipe into the memory. */
  private static final class LongCopy {
    private final Pipe pipe = Pipe.open();
    private final CompletableFuture<Integer> bytes = new CompletableFuture<>();

    LongCopy(MemorySegment memory) throws IOException {
      ByteBuffer buffer = memory.asByteBuffer();
      CountDownLatch begun = new CountDownLatch(1);
      Thread reader =
          new Thread(
              () -> {
                begun.countDown();
                try {
                  bytes.complete(pipe.source().read(buffer));
                } catch (IOException e) {
                  bytes.completeExceptionally(e);
                }
              });
      reader.start();
      awaitInRead(reader);
    }

    /** Waits until the JDK holds the memory for the system call. */
    private static void awaitInRead(Thread reader) {
      while (Stream.of(reader.getStackTrace()).noneMatch(LongCopy::isRead)) {
        Thread.onSpinWait();
      }
    }

    private static boolean isRead(StackTraceElement frame) {
      return frame.isNativeMethod() && frame.getMethodName().equals("read0");
    }

    void end() throws Exception {
      pipe.sink().write(ByteBuffer.wrap(new byte[] {1}));
      assertEquals(1, bytes.get(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void freeWaitsForACopy() {
    job(1)
        .run(
            armci -> {
              GlobalMemory memory = armci.allocate(BLOCK_BYTES);
              LongCopy copy = new LongCopy(memory.local());
              long before = mappings();
              CompletableFuture<Void> free = CompletableFuture.runAsync(() -> armci.free(memory));
              while (isThere(memory)) {
                Thread.onSpinWait();
              }
              copy.end();
              free.get(10, TimeUnit.SECONDS);
              assertEquals(before - 1, mappings());
            });
    assertEquals(0, mappings());
  }

  private static boolean isThere(GlobalMemory memory) {
    try {
      return memory.local() != null;
    } catch (ArmciException freed) {
      return false;
    }
  }

  @Tag("long")
  @Test
  void whatIsUsedBeyondTheLimitIsNamedAndTheRestIsFreed() throws Exception {
    CompletableFuture<LongCopy> copy = new CompletableFuture<>();
    List<RankFailure> failures =
        job(1)
            .failures(
                armci -> {
                  GlobalMemory used = armci.allocate(BLOCK_BYTES);
                  List<GlobalMemory> others = allocate(armci, 8);
                  copy.complete(new LongCopy(used.local()));
                  long before = mappings();
                  refused(used.toString(), () -> armci.free(used));
                  assertEquals(before, mappings());
                  armci.free(others.getFirst());
                  assertEquals(before - 1, mappings());
                });
    assertEquals(1, failures.size());
    assertTrue(failures.getFirst().thrown().getMessage().contains("still use"), "close says it");
    assertEquals(1, mappings(), "only what is in use");
    copy.get().end();
  }

  /**
   * Closes over a network, where a thread of its own closes: it reports the copy and fails no rank.
   */
  @Tag("long")
  @Test
  void whatIsUsedBehindTheEndOfANetworksJobEndsNoThread() throws Exception {
    Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((_, thrown) -> uncaught.add(thrown));
    CompletableFuture<LongCopy> copy = new CompletableFuture<>();
    try {
      job(1)
          .over("fake")
          .run(armci -> copy.complete(new LongCopy(armci.allocate(BLOCK_BYTES).local())));
      for (Thread thread : lingering()) {
        assertTrue(thread.join(Duration.ofSeconds(30)), "the rank still closes");
      }
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
    copy.get().end();
    assertEquals(List.of(), List.copyOf(uncaught));
  }

  /** A rank that did not allocate, because of a copy, would leave the others waiting. */
  @Tag("long")
  @Test
  void whatIsFreedLaterAndStillUsedEndsNoAllocation() {
    job(2)
        .over("fake")
        .run(
            armci -> {
              List<GlobalMemory> memories = allocate(armci, 2);
              GlobalMemory used = memories.getFirst();
              LongCopy copy = armci.rank() == 0 ? new LongCopy(used.local()) : null;
              memories.forEach(armci.world()::freeLater);
              allocate(armci, 2).forEach(armci::free);
              if (copy != null) {
                copy.end();
              }
            });
  }

  private static List<Thread> lingering() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("armci-linger"))
        .toList();
  }

  private static List<GlobalMemory> allocate(Armci armci, int count) {
    return Stream.generate(() -> armci.allocate(BLOCK_BYTES)).limit(count).toList();
  }

  /**
   * Puts and gets on several threads as fast as they can, in every block, while the memory ends.
   */
  @Test
  void copiesInThreadsDoNotKeepMemoryMapped() throws InterruptedException {
    for (String transport : List.of("shm", "local")) {
      Queue<Copier> copiers = new ConcurrentLinkedQueue<>();
      job(2).over(transport).run(armci -> copyIntoEach(armci, copiers));
      for (Copier copier : copiers) {
        copier.join();
      }
      assertEquals(0, mappings(), transport);
    }
  }

  private static void copyIntoEach(Armci armci, Queue<Copier> copiers) throws Exception {
    for (int i = 0; i < BLOCKS; i++) {
      GlobalMemory memory = armci.allocate(BLOCK_BYTES);
      Copier copier = new Copier(armci, memory);
      copiers.add(copier);
      copier.begin();
      if (i % 2 == 0) {
        armci.free(memory);
      }
    }
  }

  /** Copies until it is refused. */
  private static final class Copier extends Thread {
    private final Armci armci;
    private final GlobalMemory memory;
    private final CountDownLatch begun = new CountDownLatch(1);

    Copier(Armci armci, GlobalMemory memory) {
      this.armci = armci;
      this.memory = memory;
    }

    void begin() throws InterruptedException {
      start();
      begun.await();
    }

    @Override
    public void run() {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment local = arena.allocate(BLOCK_BYTES);
        while (true) {
          armci.put(local, 0, memory, 0, 0, BLOCK_BYTES);
          begun.countDown();
          armci.get(memory, 0, 0, local, 0, BLOCK_BYTES);
        }
      } catch (ArmciException | IllegalStateException refused) {
        begun.countDown();
      }
    }
  }
}
