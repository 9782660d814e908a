package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.armci4j.Accumulation;
import org.armci4j.Aggregate;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;
import org.armci4j.Handle;
import org.armci4j.error.ArmciException;

/** Checks the promises of put, get, signals, atomics, fences and barriers. */
public final class OneSidedContract implements Contract {
  private static final long[] SIZES = {0, 1, 3, 4, 7, 8, 9, 63, 64, 65, 511, 4096, 4097, 1048579};
  private static final long[] OVERLAP_SIZES = {2, 9, 65, 4097, 300_000, 1 << 20};
  private static final long[] FEW_OVERLAP_SIZES = {2, 65, 300_000};
  private static final long GUARD_BYTES = 16;

  private final Repetitions repetitions;
  private final long[] overlapSizes;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  public OneSidedContract(double scale) {
    this.repetitions = new Repetitions(scale);
    this.overlapSizes = scale < 1 ? FEW_OVERLAP_SIZES : OVERLAP_SIZES;
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("put and get move exactly the named bytes", OneSidedContract::putAndGet);
    checks.put("own ranges that overlap are moved as through a buffer", this::overlap);
    checks.put("heap arrays are local buffers", OneSidedContract::heapBuffers);
    checks.put("single values keep their bits at any offset", OneSidedContract::singleValues);
    checks.put("a handle completes puts and gets to all ranks", OneSidedContract::handles);
    checks.put("operations without a handle complete too", OneSidedContract::implicitHandle);
    checks.put("an aggregate moves what it has gathered", OneSidedContract::aggregate);
    checks.put("a get sees the put before it", this::getSeesPut);
    checks.put("puts of one origin are seen in order", this::putsInOrder);
    checks.put("a signal is seen after its data", this::signalAfterData);
    checks.put("every comparison ends a wait", OneSidedContract::comparisons);
    checks.put("fetch-and-add loses no update", this::fetchAndAdd);
    checks.put("a barrier holds until all have come", this::barrier);
    checks.put("direct views are the memory", OneSidedContract::directViews);
    return checks;
  }

  /** Returns random bytes that both sides can compute: by writer, size and place. */
  private static MemorySegment pattern(Arena arena, long seed, long sizeBytes) {
    SplittableRandom random = new SplittableRandom(seed);
    MemorySegment segment = arena.allocate(sizeBytes);
    for (long i = 0; i < sizeBytes; i++) {
      segment.set(JAVA_BYTE, i, (byte) random.nextInt());
    }
    return segment;
  }

  private static void assertSame(MemorySegment expected, MemorySegment actual) {
    assertEquals(-1, expected.mismatch(actual), "first byte that differs");
  }

  private static void putAndGet(Armci armci) {
    for (long sizeBytes : SIZES) {
      GlobalMemory memory = armci.allocate(sizeBytes + 2 * GUARD_BYTES + 1);
      for (long shift = 0; shift <= 1; shift++) {
        putAndGet(armci, memory, sizeBytes, GUARD_BYTES + shift);
      }
      armci.free(memory);
    }
  }

  private static void putAndGet(Armci armci, GlobalMemory memory, long sizeBytes, long offset) {
    try (Arena arena = Arena.ofConfined()) {
      long allBytes = memory.sizeBytes(right(armci));
      MemorySegment before = pattern(arena, 5 + armci.rank(), allBytes);
      MemorySegment source = pattern(arena, sizeBytes, sizeBytes + 3);
      armci.put(before, memory, right(armci), 0);
      armci.put(source, 3, memory, right(armci), offset, sizeBytes);
      MemorySegment expected = arena.allocate(allBytes).copyFrom(before);
      MemorySegment.copy(source, 3, expected, offset, sizeBytes);
      MemorySegment seen = arena.allocate(allBytes);
      armci.get(memory, right(armci), 0, seen);
      assertSame(expected, seen);

      MemorySegment part = pattern(arena, 7, sizeBytes + 5);
      armci.get(memory, right(armci), offset, part, 2, sizeBytes);
      MemorySegment expectedPart = pattern(arena, 7, sizeBytes + 5);
      MemorySegment.copy(source, 3, expectedPart, 2, sizeBytes);
      assertSame(expectedPart, part);

      armci.barrier();
      int left = left(armci);
      MemorySegment fromLeft = pattern(arena, 5 + left, allBytes);
      MemorySegment.copy(source, 3, fromLeft, offset, sizeBytes);
      assertSame(fromLeft, memory.local());
      armci.barrier();
    }
  }

  private void overlap(Armci armci) {
    GlobalMemory memory = armci.allocate(2 * overlapSizes[overlapSizes.length - 1]);
    GlobalMemory words = armci.allocate(Long.BYTES);
    try (Arena arena = Arena.ofConfined()) {
      for (long sizeBytes : overlapSizes) {
        MemorySegment before = pattern(arena, sizeBytes, 2 * sizeBytes);
        for (long distance : new long[] {1, sizeBytes / 3, sizeBytes - 1}) {
          if (distance < sizeBytes) {
            move(armci, memory, words, before, 0, distance, sizeBytes);
            move(armci, memory, words, before, distance, 0, sizeBytes);
          }
        }
      }
    }
    armci.free(words);
    armci.free(memory);
  }

  /** Moves bytes of the own block in each form of transfer. */
  private static void move(
      Armci armci,
      GlobalMemory memory,
      GlobalMemory words,
      MemorySegment before,
      long from,
      long to,
      long sizeBytes) {
    int rank = armci.rank();
    MemorySegment local = memory.local();
    byte[] expected = before.toArray(JAVA_BYTE);
    System.arraycopy(expected, (int) from, expected, (int) to, (int) sizeBytes);
    List<Consumer<Handle>> ways =
        List.of(
            _ -> armci.put(local, from, memory, rank, to, sizeBytes),
            _ -> armci.get(memory, rank, from, local, to, sizeBytes),
            _ -> armci.putSignal(local, from, memory, rank, to, sizeBytes, words, 0, 1),
            handle -> armci.nbPut(local, from, memory, rank, to, sizeBytes, handle),
            handle -> armci.nbGet(memory, rank, from, local, to, sizeBytes, handle));
    for (Consumer<Handle> way : ways) {
      armci.put(before, memory, rank, 0);
      armci.fence(rank);
      Handle handle = armci.newHandle();
      way.accept(handle);
      handle.await();
      armci.fence(rank);
      assertSame(MemorySegment.ofArray(expected), local.asSlice(0, before.byteSize()));
    }
  }

  private static void heapBuffers(Armci armci) {
    GlobalMemory memory = armci.allocate(256);
    double[] doubles = {1.5, -0.0, Double.NaN, armci.rank()};
    armci.put(MemorySegment.ofArray(doubles), memory, right(armci), 8);
    byte[] bytes = {1, 2, 3};
    armci.put(MemorySegment.ofArray(bytes), memory, right(armci), 41);
    armci.put(MemorySegment.ofArray(doubles).asReadOnly(), memory, right(armci), 64);

    double[] doublesBack = new double[4];
    armci.get(memory, right(armci), 8, MemorySegment.ofArray(doublesBack));
    byte[] bytesBack = new byte[3];
    armci.get(memory, right(armci), 41, MemorySegment.ofArray(bytesBack));
    double[] readOnlyBack = new double[4];
    armci.get(memory, right(armci), 64, MemorySegment.ofArray(readOnlyBack));
    for (int i = 0; i < doubles.length; i++) {
      long bits = Double.doubleToRawLongBits(doubles[i]);
      assertEquals(bits, Double.doubleToRawLongBits(doublesBack[i]));
      assertEquals(bits, Double.doubleToRawLongBits(readOnlyBack[i]));
    }
    assertEquals(
        MemorySegment.ofArray(bytes).mismatch(MemorySegment.ofArray(bytesBack)), -1, "bytes");
    armci.free(memory);
  }

  private static void singleValues(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    int right = right(armci);
    for (long offset = 8; offset < 17; offset++) {
      armci.putLong(memory, right, offset, -1);
      armci.putByte(memory, right, offset, (byte) (offset - 12));
      assertEquals(offset - 12, armci.getByte(memory, right, offset));
      armci.putShort(memory, right, offset + 1, (short) (offset - 0x0abc));
      assertEquals(offset - 0x0abc, armci.getShort(memory, right, offset + 1));
      assertEquals(offset - 12, armci.getByte(memory, right, offset), "the byte before a short");
      assertEquals(-1, armci.getByte(memory, right, offset + 3), "the byte after a short");
      armci.putInt(memory, right, offset, 0x80402010);
      assertEquals(0x80402010, armci.getInt(memory, right, offset));
      armci.putLong(memory, right, offset, Long.MIN_VALUE + offset);
      assertEquals(Long.MIN_VALUE + offset, armci.getLong(memory, right, offset));
      armci.putFloat(memory, right, offset, -0.0f);
      assertEquals(-0.0f, armci.getFloat(memory, right, offset));
      armci.putDouble(memory, right, offset, Double.MIN_VALUE);
      assertEquals(Double.MIN_VALUE, armci.getDouble(memory, right, offset));
      armci.putLong(memory, right, offset, 0);
      assertEquals(0, armci.getLong(memory, right, 0), "bytes before");
      assertEquals(0, armci.getLong(memory, right, 32), "bytes after");
    }
    armci.free(memory);
  }

  private static void handles(Armci armci) {
    int size = armci.size();
    GlobalMemory memory = armci.allocate(64L * size * 8);
    long[] values = new long[64];
    Handle handle = armci.newHandle();
    for (int target = 0; target < size; target++) {
      for (int i = 0; i < values.length; i++) {
        values[i] = 1000L * armci.rank() + i;
        long offset = (64L * armci.rank() + i) * 8;
        armci.nbPut(MemorySegment.ofArray(values), 8L * i, memory, target, offset, 8, handle);
      }
    }
    handle.await();
    assertTrue(handle.test(), "an awaited handle is complete");
    armci.barrier();
    long[] all = new long[64 * size];
    for (int i = 0; i < all.length; i++) {
      armci.nbGet(memory, right(armci), 8L * i, MemorySegment.ofArray(all), 8L * i, 8, handle);
    }
    handle.await();
    for (int i = 0; i < all.length; i++) {
      assertEquals(1000L * (i / 64) + i % 64, all[i], "element " + i);
    }
    armci.free(memory);
  }

  private static void implicitHandle(Armci armci) throws Exception {
    GlobalMemory memory = armci.allocate(64L * 8);
    long[] values = LongStream.range(0, 64).map(i -> i * i + armci.rank()).toArray();
    MemorySegment source = MemorySegment.ofArray(values);
    int right = right(armci);
    for (long i = 0; i < 64; i++) {
      armci.nbPut(source, 8 * i, memory, right, 8 * i, 8, armci.implicit());
    }
    armci.await(right);
    assertTrue(armci.test(right));
    armci.nbAccumulate(Accumulation.ofLong(2), source, memory, right, 0, armci.implicit());
    armci.awaitAll();
    long[] back = new long[64];
    armci.nbGet(memory, right, 0, MemorySegment.ofArray(back), armci.implicit());
    armci.awaitAll();
    for (int i = 0; i < 64; i++) {
      assertEquals(3 * values[i], back[i]);
    }
    Handle handle = armci.newHandle();
    armci.nbGet(memory, right, 8, MemorySegment.ofArray(back), 0, 8, handle);
    handle.toCompletionStage().toCompletableFuture().get();
    assertEquals(3 * values[1], back[0]);
    armci.nbPut(source, 0, memory, right, 0, 8, handle);
    handle.awaitRemote();
    assertEquals(values[0], armci.getLong(memory, right, 0));
    armci.free(memory);
  }

  /** Moves 6400 doubles for each pair, as single values and as pieces, so that the buffer fills. */
  private static void aggregate(Armci armci) {
    int count = 6400;
    GlobalMemory memory = armci.allocate(8L * count * armci.size());
    double[] values = DoubleStream.iterate(armci.rank(), v -> v + 0.25).limit(count).toArray();
    MemorySegment source = MemorySegment.ofArray(values);
    for (int target = 0; target < armci.size(); target++) {
      Aggregate aggregate = armci.newAggregate(memory, target);
      long base = 8L * count * armci.rank();
      for (int i = 0; i < count; ) {
        int length = Math.min(1 + i % 7, count - i);
        if (length == 1) {
          aggregate.putDouble(base + 8L * i, values[i]);
        } else {
          aggregate.put(source, 8L * i, base + 8L * i, 8L * length);
        }
        i += length;
      }
      aggregate.send();
    }
    armci.barrier();
    double[] back = new double[count];
    int writer = right(armci);
    Aggregate aggregate = armci.newAggregate(memory, armci.rank());
    for (int i = 0; i < count; i++) {
      long from = 8L * (count * (long) writer + i);
      aggregate.get(from, MemorySegment.ofArray(back), 8L * i, 8);
    }
    aggregate.send();
    for (int i = 0; i < count; i++) {
      assertEquals(writer + 0.25 * i, back[i]);
    }
    assertThrows(ArmciException.class, () -> aggregate.putLong(memory.sizeBytes(0) - 7, 1));
    assertThrows(ArmciException.class, () -> aggregate.put(source, 0, 0, 8L * 6000));
    armci.free(memory);
  }

  private void getSeesPut(Armci armci) {
    GlobalMemory memory = armci.allocate(8L * armci.size());
    long offset = 8L * armci.rank();
    long[] one = new long[1];
    long[] back = new long[1];
    int times = repetitions.of(2000);
    for (int i = 1; i <= times; i++) {
      one[0] = i;
      int target = i % armci.size();
      armci.put(MemorySegment.ofArray(one), memory, target, offset);
      armci.get(memory, target, offset, MemorySegment.ofArray(back));
      assertEquals(i, back[0]);
    }
    armci.free(memory);
  }

  /** Raises the first word, then the second; no rank may see the second ahead. */
  @SuppressWarnings("ThreadPriorityCheck") // the reader may share its core with the writer
  private void putsInOrder(Armci armci) {
    GlobalMemory memory = armci.allocate(1024);
    int rounds = repetitions.of(20_000);
    if (armci.rank() == 0) {
      int target = armci.size() - 1;
      for (int i = 1; i <= rounds; i++) {
        armci.putLong(memory, target, 0, i);
        armci.putLong(memory, target, 512, i);
      }
    }
    if (armci.rank() == armci.size() - 1) {
      long second = 0;
      while (second < rounds) {
        second = armci.getLong(memory, armci.rank(), 512);
        long first = armci.getLong(memory, armci.rank(), 0);
        assertTrue(first >= second, "first word " + first + ", second " + second);
        Thread.yield();
      }
    }
    armci.free(memory);
  }

  private void signalAfterData(Armci armci) {
    long dataBytes = 4096;
    GlobalMemory memory = armci.allocate(dataBytes + 64);
    GlobalMemory acknowledgements = armci.allocate(8);
    int left = left(armci);
    long[] data = new long[(int) dataBytes / 8];
    MemorySegment source = MemorySegment.ofArray(data);
    int times = repetitions.of(500);
    for (int i = 1; i <= times; i++) {
      Arrays.fill(data, i);
      armci.putSignal(source, 0, memory, right(armci), 0, dataBytes, memory, dataBytes, i);
      armci.waitUntil(memory, dataBytes, Comparison.GE, i);
      for (long offset = 0; offset < dataBytes; offset += 8) {
        assertEquals(i, memory.local().get(JAVA_LONG, offset), "word at " + offset);
      }
      armci.signal(acknowledgements, left, 0, i);
      armci.waitUntil(acknowledgements, 0, Comparison.GE, i);
    }
    armci.free(acknowledgements);
    armci.free(memory);
  }

  private static void comparisons(Armci armci) {
    GlobalMemory memory = armci.allocate(8);
    int right = right(armci);
    for (Comparison comparison : Comparison.values()) {
      long before =
          LongStream.of(4, 5, 6).filter(v -> !comparison.test(v, 5)).findFirst().getAsLong();
      long after =
          LongStream.of(9, -7, 5).filter(v -> comparison.test(v, 5)).findFirst().getAsLong();
      armci.signal(memory, right, 0, before);
      armci.barrier();
      armci.signal(memory, right, 0, after);
      assertEquals(after, armci.waitUntil(memory, 0, comparison, 5));
      armci.barrier();
    }
    armci.free(memory);
  }

  private void fetchAndAdd(Armci armci) {
    GlobalMemory memory = armci.allocate(8);
    int times = repetitions.of(2000);
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += armci.fetchAndAdd(memory, 0, 0, 1);
    }
    armci.barrier();
    long total = (long) times * armci.size();
    assertEquals(total, armci.getLong(memory, 0, 0));
    armci.barrier();
    armci.putLong(memory, 0, 0, 0);
    armci.barrier();
    armci.fetchAndAdd(memory, 0, 0, sum);
    armci.barrier();
    assertEquals(total * (total - 1) / 2, armci.getLong(memory, 0, 0), "sum of all values seen");
    armci.free(memory);
  }

  private void barrier(Armci armci) {
    GlobalMemory memory = armci.allocate(8L * armci.size());
    int rounds = repetitions.of(200);
    for (long round = 1; round <= rounds; round++) {
      for (int target = 0; target < armci.size(); target++) {
        armci.putLong(memory, target, 8L * armci.rank(), round);
      }
      armci.barrier();
      for (int rank = 0; rank < armci.size(); rank++) {
        long seen = memory.local().get(JAVA_LONG, 8L * rank);
        assertTrue(seen == round || seen == round + 1, "rank " + rank + " in round " + seen);
      }
    }
    armci.free(memory);
  }

  private static void directViews(Armci armci) {
    GlobalMemory memory = armci.allocate(64);
    MemorySegment view = memory.view(right(armci));
    if (view != null) {
      assertEquals(64, view.byteSize());
      view.set(JAVA_LONG, 16, armci.rank() + 1L);
      armci.barrier();
      long left = left(armci);
      assertEquals(left + 1, memory.local().get(JAVA_LONG, 16));
    }
    armci.free(memory);
  }
}
