package org.armci4j.lab.contracts;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.lab.contracts.Neighbours.left;
import static org.armci4j.lab.contracts.Neighbours.right;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.armci4j.Armci;
import org.armci4j.Comparison;
import org.armci4j.GlobalMemory;

/** Checks the promises of many short puts in a row, which a transport may send together. */
final class ShortPutsContract implements Contract {
  private static final int SEED =
      Integer.getInteger("puts.seed", (int) System.nanoTime() & Integer.MAX_VALUE);

  private static final VarHandle LONG = JAVA_LONG.varHandle();
  private static final int SPAN_BYTES = 1 << 12;
  private static final int LONGEST_BYTES = 80;
  private static final int ROUNDS = 20;
  private static final int PUTS = 300;
  private static final int WORDS = 2000;
  private static final long LIMIT_NANOS = 30_000_000_000L;

  private final int rounds;

  /**
   * Makes the contract with a part of its long repetitions.
   *
   * @param scale above 0; 1 for all
   */
  ShortPutsContract(double scale) {
    this.rounds = new Repetitions(scale).of(ROUNDS);
  }

  @Override
  public Map<String, RankCheck> checks() {
    Map<String, RankCheck> checks = new LinkedHashMap<>();
    checks.put("short puts take effect in order", this::inOrder);
    checks.put("a signal follows short puts", this::signalFollows);
    checks.put("short puts arrive while their origin computes", ShortPutsContract::whileComputing);
    return checks;
  }

  /** Puts any length to any place in two blocks, with other operations between. */
  private void inOrder(Armci armci) {
    Random random = new Random(SEED + armci.rank());
    int target = right(armci);
    GlobalMemory[] blocks = {armci.allocate(SPAN_BYTES), armci.allocate(SPAN_BYTES)};
    byte[][] expected = new byte[blocks.length][SPAN_BYTES];
    byte[] source = new byte[LONGEST_BYTES];
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < PUTS; i++) {
        int block = random.nextInt(16) == 0 ? 1 : 0;
        int length = 1 + random.nextInt(i % 3 == 0 ? LONGEST_BYTES : Long.BYTES);
        int at = random.nextInt(SPAN_BYTES - length);
        random.nextBytes(source);
        armci.put(MemorySegment.ofArray(source), 0, blocks[block], target, at, length);
        System.arraycopy(source, 0, expected[block], at, length);
        between(armci, random, blocks[0], target, expected[0]);
      }
      armci.fence(target);
      for (int block = 0; block < blocks.length; block++) {
        assertArrayEquals(expected[block], read(armci, blocks[block], target), "puts.seed=" + SEED);
      }
    }
    armci.barrier();
    armci.free(blocks[0]);
    armci.free(blocks[1]);
  }

  private static void between(
      Armci armci, Random random, GlobalMemory block, int target, byte[] expected) {
    int word = random.nextInt(SPAN_BYTES / Long.BYTES) * Long.BYTES;
    MemorySegment mine = MemorySegment.ofArray(expected);
    switch (random.nextInt(64)) {
      case 0 -> {
        byte[] seen = read(armci, block, target);
        assertArrayEquals(expected, seen, "a get behind short puts, puts.seed=" + SEED);
      }
      case 1 -> {
        long value = random.nextLong();
        armci.putLong(block, target, word, value);
        mine.set(JAVA_LONG.withByteAlignment(1), word, value);
      }
      case 2 -> {
        long before = mine.get(JAVA_LONG.withByteAlignment(1), word);
        assertEquals(before, armci.fetchAndAdd(block, target, word, 1), "puts.seed=" + SEED);
        mine.set(JAVA_LONG.withByteAlignment(1), word, before + 1);
      }
      default -> {}
    }
  }

  private static byte[] read(Armci armci, GlobalMemory block, int rank) {
    byte[] bytes = new byte[SPAN_BYTES];
    armci.get(block, rank, 0, MemorySegment.ofArray(bytes), 0, SPAN_BYTES);
    return bytes;
  }

  /** Puts words with gaps, and signals a word after them. */
  private void signalFollows(Armci armci) {
    GlobalMemory memory = armci.allocate(2L * WORDS * Long.BYTES + Long.BYTES);
    long signal = 2L * WORDS * Long.BYTES;
    int target = right(armci);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      for (int round = 1; round <= rounds; round++) {
        for (int i = 0; i < WORDS; i++) {
          word.set(JAVA_LONG, 0, (long) round * WORDS + i);
          armci.put(word, 0, memory, target, 2L * i * Long.BYTES, Long.BYTES);
        }
        armci.signal(memory, target, signal, round);
        armci.waitUntil(memory, signal, Comparison.GE, round);
        for (int i = 0; i < WORDS; i++) {
          long seen = memory.local().get(JAVA_LONG, 2L * i * Long.BYTES);
          assertEquals((long) round * WORDS + i, seen, "word " + i);
        }
        armci.barrier();
      }
    }
    armci.free(memory);
  }

  /** Makes no call between the puts and their arrival. */
  private static void whileComputing(Armci armci) {
    GlobalMemory memory = armci.allocate((WORDS + 1L) * Long.BYTES);
    int target = right(armci);
    int origin = left(armci);
    long last = (long) WORDS * Long.BYTES;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment word = arena.allocate(JAVA_LONG);
      word.set(JAVA_LONG, 0, 1);
      for (int i = 1; i <= WORDS; i++) {
        armci.put(word, 0, memory, target, (long) i * Long.BYTES, Long.BYTES);
      }
    }
    long start = System.nanoTime();
    while ((long) LONG.getAcquire(memory.local(), last) != 1) {
      Thread.onSpinWait();
      assertTrue(System.nanoTime() - start < LIMIT_NANOS, "nothing came of rank " + origin);
    }
    for (int i = 1; i <= WORDS; i++) {
      assertEquals(1, memory.local().get(JAVA_LONG, (long) i * Long.BYTES), "word " + i);
    }
    armci.barrier();
    armci.free(memory);
  }
}
