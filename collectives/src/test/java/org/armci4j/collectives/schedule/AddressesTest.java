package org.armci4j.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.armci4j.collectives.ElementType;
import org.armci4j.collectives.Elements;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two ranks that lend nothing write straight to each other exactly in one global memory. */
class AddressesTest {
  private final Armci armci = Armci.open();
  private final Addresses mine = addresses(0);
  private final Addresses theirs = addresses(2);

  private Addresses addresses(int place) {
    StagedDestination staged = new StagedDestination(new StagingMemory(0), 0);
    return new Addresses(place, new int[3], new boolean[3], armci.lending(), staged);
  }

  @AfterEach
  void close() {
    armci.close();
  }

  private static Elements at(GlobalMemory memory, long offset) {
    return Elements.of(memory, offset, 8, ElementType.BYTE);
  }

  private void exchange() {
    tell(theirs, 2, mine);
    tell(mine, 0, theirs);
  }

  private static void tell(Addresses from, int place, Addresses to) {
    long at = place * Addresses.STRIDE_BYTES;
    long bytes = from.tellingBytes(2 - place);
    MemorySegment.copy(from.records(), from.recordFor(2 - place), to.records(), at, bytes);
    assertEquals(bytes, to.toldBytes(place, bytes));
    from.tell(2 - place);
    to.learn(place);
  }

  private void begin(Elements own, Elements other) {
    mine.begin(own, true);
    theirs.begin(other, true);
  }

  private boolean areJoined() {
    boolean joined = mine.reaches(2);
    assertEquals(joined, theirs.reaches(0));
    assertEquals(joined, mine.isReachedBy(2));
    assertEquals(joined, theirs.isReachedBy(0));
    return joined;
  }

  @Test
  void oneMemoryIsReached() {
    GlobalMemory one = armci.allocate(64);
    GlobalMemory other = armci.allocate(64);
    begin(at(one, 8), at(one, 24));
    assertFalse(areJoined(), "its address is not here yet");
    assertFalse(mine.knowsWayOf(2));
    exchange();
    assertTrue(areJoined());
    assertEquals(24, mine.offset(2));
    assertEquals(8, theirs.offset(0));
    assertSame(one, mine.memory(2));

    begin(at(one, 8), at(other, 24));
    exchange();
    assertFalse(areJoined(), "two memories");
    assertTrue(mine.knowsWayOf(2));

    begin(at(one, 8), at(one, 8));
    exchange();
    begin(at(one, 8), at(one, 8));
    assertFalse(areJoined(), "an address is good for one call");
  }

  @Test
  void anArrayIsNotReached() {
    GlobalMemory one = armci.allocate(64);
    begin(Elements.of(new long[1]), Elements.of(new long[1]));
    assertTrue(mine.knowsWayOf(2), "nobody writes there, whatever the other has");
    exchange();
    assertFalse(areJoined());

    begin(Elements.of(new long[1]), at(one, 8));
    exchange();
    assertFalse(areJoined());
  }

  /** Who cannot know that nothing comes straight is told so, once. */
  @Test
  void theOneThatCannotKnowIsDeclined() {
    GlobalMemory one = armci.allocate(64);
    begin(at(one, 8), Elements.of(new long[1]));
    tell(mine, 0, theirs);
    assertFalse(mine.knowsWayOf(2));
    assertTrue(theirs.isToBeDeclined(0));
    theirs.decline(0);
    assertFalse(theirs.isToBeDeclined(0));
    mine.learn(2, false);
    assertTrue(mine.knowsWayOf(2));
    assertFalse(mine.isReachedBy(2));

    begin(at(one, 8), at(one, 8));
    tell(mine, 0, theirs);
    mine.learn(2, true);
    assertTrue(mine.isReachedBy(2));

    begin(Elements.of(new long[1]), Elements.of(new long[1]));
    tell(mine, 0, theirs);
    assertFalse(theirs.isToBeDeclined(0), "it knows by itself");
  }
}
