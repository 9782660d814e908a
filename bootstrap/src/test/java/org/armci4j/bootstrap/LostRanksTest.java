package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LostRanksTest {
  private static final Failure THREE = new Failure(3, "host", "first");
  private static final Failure ONE = new Failure(1, "host", "second");

  private final LostRanks lost = new LostRanks();

  @Test
  void theFirstReasonOfARankStays() {
    assertTrue(lost.add(THREE));
    assertFalse(lost.add(new Failure(3, "host", "again")));
    assertEquals(List.of(THREE), lost.all().stream().map(RankLoss::failure).toList());
  }

  @Test
  void ranksAreFoundByNumberAndAmongOthers() {
    lost.add(THREE);
    lost.add(ONE);
    assertEquals(ONE, lost.of(1));
    assertNull(lost.of(2));
    assertEquals(THREE, lost.among(new int[] {0, 1, 3}));
    assertNull(lost.among(new int[] {0, 2}));
  }

  @Test
  void onlyLaterLossesAreUnacknowledged() {
    assertNull(lost.unacknowledged());
    lost.add(THREE);
    assertEquals(THREE, lost.unacknowledged());
    assertEquals(1, lost.acknowledge().size());
    assertNull(lost.unacknowledged());
    lost.add(ONE);
    assertEquals(ONE, lost.unacknowledged());
    lost.acknowledgeOthersThan(1, 2);
    assertEquals(ONE, lost.unacknowledged());
    lost.acknowledgeOthersThan(2, 3);
    assertNull(lost.unacknowledged());
  }
}
