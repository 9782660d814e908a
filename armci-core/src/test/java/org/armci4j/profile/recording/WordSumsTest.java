package org.armci4j.profile.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks sums by word, also of more words than there is room for, and of several threads. */
class WordSumsTest {
  @Test
  void sumsOfAWordAreItsOwn() {
    WordSums table = new WordSums(2);
    table.add(7, 0, 5);
    table.add(7 + 4096, 1, 3); // the same first place
    table.add(7, 0, 1);
    table.add(7, 1, 2);
    assertArrayEquals(new long[] {7, 6, 2, 7 + 4096, 0, 3}, table.rows());
  }

  @Test
  void moreWordsThanThereIsRoomForAreLeftOut() {
    WordSums table = new WordSums(1);
    Set<Long> keys = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      long key = WordSums.key(99, 8L * i);
      keys.add(key);
      table.add(key, 0, 1);
    }
    assertEquals(100_000, keys.size());
    long[] rows = table.rows();
    assertTrue(rows.length > 4096 && rows.length <= 2 * 4096, () -> "cells " + rows.length);
    for (int row = 0; row < rows.length; row += 2) {
      assertTrue(keys.remove(rows[row]));
      assertEquals(1, rows[row + 1]);
    }
  }

  @Test
  void threadsLoseNothing() throws InterruptedException {
    WordSums table = new WordSums(1);
    List<Thread> threads = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int i = 0; i < 64_000; i++) {
                      table.add(WordSums.key(1, i % 64), 0, 1);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long[] rows = table.rows();
    assertEquals(2 * 64, rows.length);
    for (int row = 0; row < rows.length; row += 2) {
      assertEquals(4000, rows[row + 1]);
    }
  }

  @Test
  void aWordHasOneKeyHoweverItIsReached() {
    byte[] descriptor = {1, 2, 3};
    long key = WordSums.block(3, descriptor);
    assertNotEquals(key, WordSums.block(4, descriptor));
    assertNotEquals(key, WordSums.block(3, new byte[] {1, 2, 4}));
    BlockAddresses blocks = new BlockAddresses();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(256, 8);
      blocks.add(memory.asSlice(64, 64), key);
      assertEquals(WordSums.key(key, 8), blocks.key(memory, 72));
      assertEquals(WordSums.key(key, 8), blocks.key(memory.asSlice(72), 0));
      assertEquals(0, blocks.key(memory, 56));
      assertEquals(0, blocks.key(memory, 128));
      blocks.remove(memory.asSlice(64, 64), key + 1); // another one that had these addresses
      assertEquals(WordSums.key(key, 8), blocks.key(memory, 72));
      blocks.remove(memory.asSlice(64, 64), key);
      assertEquals(0, blocks.key(memory, 72));
    }
  }
}
