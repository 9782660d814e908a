package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.armci4j.transport.UpdateList;
import org.armci4j.transport.WordChange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A list of updates is read as it was written, and what cannot be one is refused. */
class PackedUpdatesTest {
  private static final int COUNT = 20;
  private static final long BEGIN = 16;

  private final UpdateList written = new UpdateList();
  private final UpdateList read = new UpdateList();
  private final MemorySegment message = MemorySegment.ofArray(new long[100]);
  private long end = BEGIN;

  private void write(WordChange change, int wordBytes) {
    SplittableRandom random = new SplittableRandom(change.code());
    written.begin(change, wordBytes, COUNT);
    for (int i = 0; i < COUNT; i++) {
      long offset = random.nextLong(1L << 40) * wordBytes;
      if (change == WordChange.COMPARE_AND_SWAP) {
        written.add(offset, random.nextLong(), random.nextLong(), COUNT - i);
      } else {
        written.add(offset, random.nextLong(), COUNT - i);
      }
      PackedUpdates.write(written, i, message, end);
      end += PackedUpdates.sizeBytes(change);
    }
  }

  private long code() {
    return PackedUpdates.code(written.change(), written.wordBytes());
  }

  @ParameterizedTest
  @EnumSource
  void whatIsReadWasWritten(WordChange change) {
    int wordBytes = change.code() % 2 == 0 ? Long.BYTES : Integer.BYTES;
    write(change, wordBytes);
    PackedUpdates.read(code(), message, BEGIN, end, read);
    assertEquals(change, read.change());
    assertEquals(wordBytes, read.wordBytes());
    assertEquals(COUNT, read.count());
    assertEquals((long) COUNT * wordBytes, read.resultBytes(), "results follow each other");
    for (int i = 0; i < COUNT; i++) {
      assertEquals(written.offset(i), read.offset(i));
      assertEquals(written.operand(i), read.operand(i));
      assertEquals((long) i * wordBytes, read.resultOffset(i));
      if (change == WordChange.COMPARE_AND_SWAP) {
        assertEquals(written.value(i), read.value(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 3, 1 << 8, 11 << 8 | 8, 99 << 8 | 4})
  void aCodeThatCannotBeIsRefused(long code) {
    assertThrows(
        IllegalArgumentException.class,
        () -> PackedUpdates.read(code, message, BEGIN, message.byteSize(), read));
  }

  @Test
  void bytesOutsideTheMessageAreRefused() {
    write(WordChange.ADD, Long.BYTES);
    long code = code();
    long[][] ranges = {{-8, 8}, {BEGIN, 0}, {BEGIN, message.byteSize() + 1}, {0, 1L << 31}};
    for (long[] range : ranges) {
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> PackedUpdates.read(code, message, range[0], range[1], read));
    }
  }
}
