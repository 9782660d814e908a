package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.armci4j.Accumulation;
import org.junit.jupiter.api.Test;

/** What a rank writes for another one's helper thread comes back as it was. */
class HelperRequestTest {
  @Test
  void requests() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(64 + HelperRequest.HEADER_BYTES, 8);
      HelperRequest request = new HelperRequest(memory, 64);
      for (HelperRequest.Kind kind : HelperRequest.Kind.values()) {
        request.header(kind, 3, 1L << 50, -16);
        request.operands(4, Long.MIN_VALUE, Long.MAX_VALUE, 8192);
        HelperRequest read = new HelperRequest(memory, 64);
        assertEquals(kind, read.kind());
        assertEquals(3, read.origin());
        assertEquals(1L << 50, read.number());
        assertEquals(-16, read.address());
        assertEquals(4, read.code());
        assertEquals(Long.MIN_VALUE, read.first());
        assertEquals(Long.MAX_VALUE, read.second());
        assertEquals(8192, read.lengthBytes());
      }
      memory.set(ValueLayout.JAVA_INT, 64, 99);
      assertThrows(IllegalArgumentException.class, request::kind);
    }
  }

  @Test
  void accumulations() {
    List<Accumulation> all =
        List.of(
            Accumulation.ofInt(-3),
            Accumulation.ofLong(Long.MIN_VALUE),
            Accumulation.ofFloat(0.1f),
            Accumulation.ofDouble(-0.1),
            Accumulation.ofComplexFloat(1.5f, -2.5f),
            Accumulation.ofComplexDouble(Double.MIN_VALUE, -0.0));
    for (Accumulation one : all) {
      Accumulation copy = Accumulation.ofCode(one.code(), one.firstScale(), one.secondScale());
      assertEquals(one.toString(), copy.toString());
      assertEquals(one.elementBytes(), copy.elementBytes());
    }
    assertThrows(IllegalArgumentException.class, () -> Accumulation.ofCode(6, 0, 0));
  }
}
