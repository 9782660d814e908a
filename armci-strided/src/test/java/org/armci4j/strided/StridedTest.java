package org.armci4j.strided;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.armci4j.Accumulation;
import org.armci4j.Armci;
import org.armci4j.ArmciSettings;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals, allocation, and blocks beyond 4 GiB. */
class StridedTest {
  private static final long WARM_UP_LIMIT_NANOS = 30_000_000_000L;
  private static final int REPETITIONS = 300;

  private static void assertRefused(String reason, Executable call) {
    ArmciException refused = assertThrows(ArmciException.class, call);
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  private static void onOneRank(boolean checkOverlap, Consumer<Armci> body) {
    onOneRank("auto", checkOverlap, body);
  }

  /** Tests of several ranks are in the testkit, which needs this module. */
  private static void onOneRank(String transport, boolean checkOverlap, Consumer<Armci> body) {
    Settings settings =
        ArmciSettings.builder()
            .set(ArmciSettings.TRANSPORT, transport)
            .set(StridedSettings.CHECK_OVERLAP, checkOverlap)
            .resolve();
    try (Armci armci = Armci.open(LocalJob.create(1).membership(0), settings)) {
      body.accept(armci);
    }
  }

  @Test
  void whatIsNotInsideIsRefusedAndWritesNothing() {
    onOneRank(
        true,
        armci -> {
          Strided strided = Strided.of(armci);
          GlobalMemory memory = armci.allocate(1024);
          MemorySegment buffer = MemorySegment.ofArray(LongStream.range(1, 65).toArray());
          Section local = Section.of(0, new long[] {128}, new long[] {64, 4});
          Section remote = Section.of(0, new long[] {256}, new long[] {64, 4});
          String range = "from 0 to 832 after offset 193 are not inside rank 0's block";
          assertRefused(range, () -> strided.put(buffer, local, memory, 0, remote.at(193)));
          range(armci, strided, memory, buffer, local, remote);
          Section backwards = Section.of(0, new long[] {-256}, new long[] {64, 4});
          assertRefused("-768 to 64", () -> strided.put(buffer, local, memory, 0, backwards));
          assertRefused("no rank 1", () -> strided.put(buffer, local, memory, 1, remote));
          assertRefused(
              "8 bytes, as",
              () -> {
                Section odd = Section.of(0, new long[] {128}, new long[] {60, 4});
                strided.accumulate(Accumulation.ofDouble(1), buffer, odd, memory, 0, odd);
              });
          assertEquals(-1, memory.local().mismatch(MemorySegment.ofArray(new byte[1024])));
        });
  }

  private static void range(
      Armci armci,
      Strided strided,
      GlobalMemory memory,
      MemorySegment buffer,
      Section local,
      Section remote) {
    Handle handle = armci.newHandle();
    Section outside = local.at(65);
    Accumulation longs = Accumulation.ofLong(1);
    assertRefused("512 bytes", () -> strided.put(buffer, outside, memory, 0, remote));
    assertRefused("512 bytes", () -> strided.nbPut(buffer, outside, memory, 0, remote, handle));
    assertRefused("512 bytes", () -> strided.get(memory, 0, remote, buffer, outside));
    assertRefused("512 bytes", () -> strided.nbGet(memory, 0, remote, buffer, outside, handle));
    assertRefused("512 bytes", () -> strided.accumulate(longs, buffer, outside, memory, 0, remote));
    assertRefused(
        "512 bytes", () -> strided.nbAccumulate(longs, buffer, outside, memory, 0, remote, handle));
    assertRefused(
        "1024 bytes", () -> strided.get(memory, 0, remote.at(Long.MAX_VALUE), buffer, local));
    assertRefused("1024 bytes", () -> strided.get(memory, 0, remote.at(-1), buffer, local));
    MemorySegment constant = buffer.asReadOnly();
    assertRefused("read-only", () -> strided.get(memory, 0, remote, constant, local));
    assertRefused(
        "multiple of 8",
        () -> strided.putSignal(buffer, local, memory, 0, remote, memory, 1001, 1));
    assertTrue(handle.test());
  }

  @Test
  void overlapIsRefusedOnlyWhenAskedFor() {
    Section overlapping = Section.of(0, new long[] {8}, new long[] {16, 3});
    onOneRank(
        true,
        armci -> {
          Strided strided = Strided.of(armci);
          GlobalMemory memory = armci.allocate(1024);
          MemorySegment buffer = MemorySegment.ofArray(new long[] {1, 2, 3, 4, 5, 6});
          Section packed = overlapping.packed(0);
          String both = "bytes 0 to 15 and bytes 8 to 23";
          assertRefused(both, () -> strided.put(buffer, packed, memory, 0, overlapping));
          assertRefused(both, () -> strided.get(memory, 0, packed, buffer, overlapping));
          strided.put(buffer, overlapping, memory, 0, packed);
          strided.accumulate(Accumulation.ofLong(1), buffer, packed, memory, 0, overlapping.at(64));
          MemorySegment sums = memory.local().asSlice(64, 32);
          assertEquals(-1, sums.mismatch(MemorySegment.ofArray(new long[] {1, 5, 9, 6})));
        });
    onOneRank(
        false,
        armci -> {
          GlobalMemory memory = armci.allocate(1024);
          MemorySegment buffer = MemorySegment.ofArray(new long[] {1, 2, 3, 4, 5, 6});
          Strided.of(armci).put(buffer, overlapping.packed(0), memory, 0, overlapping);
          assertEquals(6, memory.local().get(JAVA_LONG, 24));
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "shm"})
  void repeatedTransfersAllocateNothing(String transport) {
    onOneRank(
        transport,
        true,
        armci -> {
          GlobalMemory memory = armci.allocate(1 << 16);
          Repeated repeated = new Repeated(armci, Strided.of(armci), memory);
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment direct = arena.allocate(1 << 16);
            MemorySegment heap = MemorySegment.ofArray(new double[1 << 13]);
            // Vectors are objects until the JIT has compiled their loops, whenever it gets to it,
            // and
            // again for a moment when it compiles them anew: what counts is that it gets to none.
            long deadline = System.nanoTime() + WARM_UP_LIMIT_NANOS;
            long ofDirect;
            long ofHeap;
            do {
              repeated.run(direct, REPETITIONS);
              repeated.run(heap, REPETITIONS);
              ofDirect = repeated.allocated(direct);
              ofHeap = repeated.allocated(heap);
            } while (ofDirect + ofHeap > 0 && System.nanoTime() < deadline);
            assertEquals(0, ofDirect, "native");
            assertEquals(0, ofHeap, "heap");
          }
        });
  }

  /** One of everything, between shapes that move. */
  private static final class Repeated {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Strided strided;
    private final GlobalMemory memory;
    private final Handle handle;
    private final Accumulation doubles = Accumulation.ofDouble(0.5);
    private final Section[] inner = new Section[8];
    private final Section[] face = new Section[8];
    private final TransferPlan vector;

    Repeated(Armci armci, Strided strided, GlobalMemory memory) {
      this.strided = strided;
      this.memory = memory;
      this.handle = armci.newHandle();
      ArrayLayout box = ArrayLayout.of(8, 16, 16, 16);
      for (int i = 0; i < 8; i++) {
        inner[i] = box.box(new long[] {i, i, i}, new long[] {8, 8, 8});
        face[i] = box.box(new long[] {i, i, i}, new long[] {8, 8, 1});
      }
      long[] squares = LongStream.range(0, 60).map(i -> i * i * 8).toArray();
      vector = TransferPlan.ofSegments(squares, squares, 8);
    }

    void run(MemorySegment buffer, int times) {
      for (int i = 0; i < times; i++) {
        Section from = inner[i & 7];
        Section to = inner[i + 3 & 7];
        strided.put(buffer, from, memory, 0, to);
        strided.nbGet(memory, 0, from, buffer, to, handle);
        strided.accumulate(doubles, buffer, from, memory, 0, to);
        strided.put(buffer, face[i & 7], memory, 0, face[i + 1 & 7]);
        strided.putSignal(buffer, 0, memory, 0, 0, vector, memory, 0, i);
        strided.get(memory, 0, 0, buffer, 0, vector);
        handle.await();
      }
    }

    long allocated(MemorySegment buffer) {
      long id = Thread.currentThread().threadId();
      long before = THREADS.getThreadAllocatedBytes(id);
      long own = THREADS.getThreadAllocatedBytes(id) - before;
      before = THREADS.getThreadAllocatedBytes(id);
      run(buffer, REPETITIONS);
      return THREADS.getThreadAllocatedBytes(id) - before - own;
    }
  }

  /**
   * Longer than what is added under one hold of the lock: rows, runs of rows, and lone segments.
   */
  @ParameterizedTest
  @ValueSource(longs = {8, 1024, 100_000})
  void longAccumulatesAddEverythingOnce(long rowBytes) {
    int rows = (int) (300_000 / rowBytes);
    Section gaps = Section.of(8, new long[] {rowBytes + 16}, new long[] {rowBytes, rows});
    long[] offsets =
        LongStream.range(0, rows).map(i -> 8 + i * (rowBytes + 16) + i % 3 / 2 * 8).toArray();
    long[] packed = LongStream.range(0, rows).map(i -> i * rowBytes).toArray();
    onOneRank(
        true,
        armci -> {
          Strided strided = Strided.of(armci);
          GlobalMemory memory = armci.allocate(2_000_000);
          long[] numbers = LongStream.range(0, 300_000 / 8).toArray();
          MemorySegment source = MemorySegment.ofArray(numbers);
          Accumulation once = Accumulation.ofLong(1);
          strided.accumulate(once, source, gaps.packed(0), memory, 0, gaps);
          strided.accumulate(
              once,
              source,
              0,
              memory,
              0,
              1_000_000,
              TransferPlan.ofSegments(packed, offsets, rowBytes));
          MemorySegment expected = MemorySegment.ofArray(new byte[2_000_000]);
          for (int row = 0; row < rows; row++) {
            long from = row * rowBytes;
            MemorySegment.copy(source, from, expected, 8 + row * (rowBytes + 16), rowBytes);
            MemorySegment.copy(source, from, expected, 1_000_000 + offsets[row], rowBytes);
          }
          assertEquals(-1, expected.mismatch(memory.local()));
        });
  }
}
