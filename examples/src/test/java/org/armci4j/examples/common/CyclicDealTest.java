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

  @Test
  void productsAreExactQuotients() {
    for (int ranks : new int[] {1, 2, 3, 7, 64, 100, 1023, 1025, 65_537, 1 << 30}) {
      CyclicDeal deal = new CyclicDeal(Integer.MAX_VALUE, ranks, 0);
      for (int last : new int[] {ranks, Integer.MAX_VALUE - Integer.MAX_VALUE % ranks}) {
        for (int index = last - 1; index >= last - 1 && index <= last; index++) {
          assertEquals(index / ranks, deal.place(index), index + " by " + ranks);
          assertEquals(index % ranks, deal.owner(index), index + " by " + ranks);
        }
      }
    }
  }
}
