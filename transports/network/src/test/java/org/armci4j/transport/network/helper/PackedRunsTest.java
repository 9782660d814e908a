package org.armci4j.transport.network.helper;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.SegmentList;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that cannot be is refused. */
class PackedRunsTest {
  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 3, Integer.MAX_VALUE})
  void aCountThatCannotBeIsNotBelieved(int count) {
    MemorySegment message = MemorySegment.ofArray(new long[16]);
    SegmentList list = new SegmentList();
    list.addRun(0, 8, 0, 64, 8, 2);
    MemorySegment source = MemorySegment.ofArray(new long[2]);
    RunCutter cutter = new RunCutter().begin(list, 64, 8);
    int bytes = PackedRuns.pack(cutter, new SegmentList(), source, 0, message, 8, 64);
    assertEquals(40, bytes);
    message.set(JAVA_INT, 8 + 20, count);
    assertThrows(
        ArmciException.class, () -> PackedRuns.unpack(message, 8, bytes, new SegmentList()));
  }
}
