package org.armci4j.examples.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoundRobinTest {
  @ParameterizedTest
  @CsvSource({"0, 3", "1, 1", "2, 3", "7, 3", "12, 4"})
  void everyNumberIsAtOnePlace(int count, int ranks) {
    int found = 0;
    for (int rank = 0; rank < ranks; rank++) {
      RoundRobin deal = new RoundRobin(count, ranks, rank);
      for (int place = 0; place < deal.own(); place++) {
        int number = deal.number(place);
        assertEquals(rank, deal.owner(number));
        assertEquals(place, deal.place(number));
        assertEquals(true, number >= 0 && number < count);
        found++;
      }
    }
    assertEquals(count, found);
  }
}
