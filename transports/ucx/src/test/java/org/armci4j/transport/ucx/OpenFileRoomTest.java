package org.armci4j.transport.ucx;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.armci4j.transport.Place;
import org.junit.jupiter.api.Test;

/** A process that may open too few files says so before it opens any. */
class OpenFileRoomTest {
  @Test
  void tooLittleRoomNamesHostLimitAndNeed() {
    OpenFileRoom room = OpenFileRoom.of(1, 300, 40, 512);
    String text = assertThrows(OpenFilesException.class, () -> room.require("node7")).getMessage();
    assertTrue(text.contains("host node7 may open 512 files"), text);
    assertTrue(text.contains("needs 980 over UCX: raise it (ulimit -n 1960)"), text);
  }

  @Test
  void enoughIsEnough() {
    assertDoesNotThrow(() -> OpenFileRoom.of(1, 300, 40, 980).require("node7"));
    assertThrows(OpenFilesException.class, () -> OpenFileRoom.of(1, 300, 40, 979).require("node7"));
  }

  @Test
  void ranksOfThisHostTakeNoneWhereTheyShareMemory() {
    List<Place> places = Collections.nCopies(4, new Place("node7", 17));
    OpenFileRoom shared = OpenFileRoom.of(0, places, true);
    OpenFileRoom network = OpenFileRoom.of(0, places, false);
    assertEquals(4, shared.ranks());
    long difference = (network.need() - network.open()) - (shared.need() - shared.open());
    assertEquals(4 * 4 * 3, difference);
  }
}
