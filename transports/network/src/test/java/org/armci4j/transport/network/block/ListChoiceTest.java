package org.armci4j.transport.network.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.armci4j.transport.ListProtocol;
import org.armci4j.transport.SegmentList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ListChoiceTest {
  private static final ListChoice AUTO = new ListChoice(ListProtocol.AUTO, 64, 8192);

  /** Returns a list of spaced segments of one length. */
  private static SegmentList spaced(long count, long lengthBytes) {
    SegmentList list = new SegmentList();
    list.addRun(0, 2 * lengthBytes, 0, 2 * lengthBytes, lengthBytes, count);
    return list;
  }

  @ParameterizedTest
  @CsvSource({
    "100000, 8, PACKED, PACKED",
    "8, 63, PACKED, PACKED",
    "7, 8, DIRECT, DIRECT",
    "16, 64, ASSISTED, DIRECT",
    "15, 64, DIRECT, DIRECT",
    "2048, 512, ASSISTED, DIRECT",
    "16, 8191, ASSISTED, DIRECT",
    "16, 8192, DIRECT, DIRECT",
    "1000, 65536, DIRECT, DIRECT",
  })
  void eachShapeGoesItsWay(
      long count, long lengthBytes, ListProtocol registered, ListProtocol copied) {
    SegmentList list = spaced(count, lengthBytes);
    assertEquals(registered, AUTO.of(list));
    assertEquals(copied, AUTO.withCopies(list));
  }

  @Test
  void lengthsCountByTheirAverage() {
    SegmentList list = spaced(99, 8);
    list.add(1 << 20, 1 << 20, 99 * 120 + 128); // 128 bytes a segment with it
    assertEquals(100, list.segments());
    assertEquals(ListProtocol.ASSISTED, AUTO.of(list));
  }

  @Test
  void limitsOfZeroLeaveAllDirect() {
    ListChoice off = new ListChoice(ListProtocol.AUTO, 0, 0);
    assertEquals(ListProtocol.DIRECT, off.of(spaced(1000, 8)));
    assertEquals(ListProtocol.DIRECT, off.of(spaced(1000, 512)));
  }

  @ParameterizedTest
  @EnumSource(value = ListProtocol.class, mode = EnumSource.Mode.EXCLUDE, names = "AUTO")
  void aForcedProtocolTakesEveryShape(ListProtocol forced) {
    ListChoice choice = new ListChoice(forced, 64, 8192);
    assertEquals(forced, choice.of(spaced(1, 8)));
    assertEquals(forced, choice.of(spaced(1000, 1 << 20)));
  }
}
