package org.armci4j.checkpoint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartnerLayoutTest {
  @Test
  void onOneHostThePartnerIsTheNext() {
    assertArrayEquals(new int[] {0}, PartnerLayout.partners(new int[] {5}));
    assertArrayEquals(new int[] {1, 2, 0}, PartnerLayout.partners(new int[] {5, 5, 5}));
  }

  @Test
  void onSeveralHostsItIsOnTheNextHost() {
    int[] hosts = {7, 8, 7, 8, 9, 7};
    int[] partners = PartnerLayout.partners(hosts);
    for (int member = 0; member < hosts.length; member++) {
      int next = hosts[member] == 9 ? 7 : hosts[member] + 1;
      assertEquals(next, hosts[partners[member]], "member " + member);
    }
    assertArrayEquals(new int[] {1, 4, 3, 4, 0, 1}, partners);
  }

  @Test
  void whereMembersShareMemoryTheOwnSlotsAreTheCopies() {
    PartnerLayout layout =
        new PartnerLayout(new long[] {64, 128}, PartnerLayout.partners(new int[] {5, 5}), true);
    assertEquals(1, layout.partner(0));
    assertEquals(0, layout.holder(0));
    assertEquals(2 * (PartnerLayout.HEADER_BYTES + 128), layout.blockBytes(1));
  }

  private record Span(int block, long from, long to) {}

  @Test
  void noTwoSlotsShareAByte() {
    long[] sizes = {0, 1, 64, 65, 1000, 3};
    PartnerLayout layout =
        new PartnerLayout(sizes, PartnerLayout.partners(new int[] {7, 8, 7, 8, 9, 7}), false);
    List<Span> spans = new ArrayList<>();
    for (int member = 0; member < sizes.length; member++) {
      for (int slot = 0; slot < 2; slot++) {
        long bytes = PartnerLayout.HEADER_BYTES + sizes[member];
        long own = layout.own(member, slot);
        long copy = layout.copy(member, slot);
        spans.add(new Span(member, own, own + bytes));
        spans.add(new Span(layout.partner(member), copy, copy + bytes));
      }
    }
    spans.sort(Comparator.comparingInt(Span::block).thenComparingLong(Span::from));
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      assertEquals(0, span.from() % Long.BYTES);
      assertTrue(span.to() <= layout.blockBytes(span.block()), span::toString);
      boolean alone =
          i == 0
              || spans.get(i - 1).block() != span.block()
              || spans.get(i - 1).to() <= span.from();
      assertTrue(alone, span::toString);
    }
  }
}
