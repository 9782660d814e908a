package org.armci4j.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.armci4j.Armci;
import org.armci4j.GlobalMemory;
import org.junit.jupiter.api.Test;

/** Two ranks write straight to each other exactly when both lie in one global memory. */
class AddressesTest {
  private final Addresses mine = new Addresses(0, 3);
  private final Addresses theirs = new Addresses(2, 3);

  private void exchange() {
    long at = 2 * Addresses.RECORD_BYTES;
    MemorySegment.copy(theirs.records(), at, mine.records(), at, Addresses.RECORD_BYTES);
    MemorySegment.copy(mine.records(), 0, theirs.records(), 0, Addresses.RECORD_BYTES);
  }

  @Test
  void oneMemoryIsReached() {
    try (Armci armci = Armci.open()) {
      GlobalMemory one = armci.allocate(64);
      GlobalMemory other = armci.allocate(64);
      mine.begin(one, 8);
      theirs.begin(one, 24);
      assertFalse(mine.reaches(2), "its address is not here yet");
      exchange();
      assertTrue(mine.reaches(2) && theirs.reaches(0));
      assertEquals(24, mine.offset(2));
      assertEquals(8, theirs.offset(0));
      assertSame(one, mine.memory());

      theirs.begin(other, 24);
      exchange();
      assertFalse(mine.reaches(2) || theirs.reaches(0), "two memories");

      mine.begin(null, 0);
      theirs.begin(null, 0);
      exchange();
      assertFalse(mine.reaches(2) || theirs.reaches(0), "no memory");

      mine.begin(one, 8);
      theirs.begin(one, 8);
      exchange();
      mine.begin(one, 8);
      assertFalse(mine.reaches(2), "an address is good for one call");
    }
  }
}
