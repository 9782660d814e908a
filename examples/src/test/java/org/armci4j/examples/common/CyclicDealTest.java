package org.armci4j.examples.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CyclicDealTest {
  @Test
  void everyIndexIsDealtOnce() {
    for (int ranks = 1; ranks <= 5; ranks++) {
      for (int length = 0; length <= 12; length++) {
        int[] dealt = new int[length];
        int[] whole = IntStream.range(100, 100 + length).toArray();
        for (int rank = 0; rank < ranks; rank++) {
          CyclicDeal deal = new CyclicDeal(length, ranks, rank);
          assertEquals(deal.count(), deal.share(whole).length);
          for (int place = 0; place < deal.count(); place++) {
            int index = deal.index(place);
            dealt[index]++;
            assertEquals(rank, deal.owner(index));
            assertEquals(place, deal.place(index));
            assertEquals(100 + index, deal.share(whole)[place]);
          }
        }
        assertEquals(length, Arrays.stream(dealt).filter(times -> times == 1).count());
      }
    }
  }
}
