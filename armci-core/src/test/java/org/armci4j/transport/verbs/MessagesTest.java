package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.armci4j.Accumulation;
import org.armci4j.transport.verbs.device.Endpoint;
import org.armci4j.transport.verbs.device.Gid;
import org.junit.jupiter.api.Test;

/** What ranks write for each other comes back as it was. */
class MessagesTest {
  @Test
  void greetings() {
    Endpoint endpoint = new Endpoint(17, 0xabcdef, 3, new Gid(1, -2), 4096, 16);
    for (Greeting.Kind kind : Greeting.Kind.values()) {
      Greeting greeting = new Greeting(kind, endpoint, Long.MIN_VALUE, -5, "prôblem");
      assertEquals(greeting, Greeting.decode(greeting.encode()));
    }
    assertEquals("why", Greeting.decode(Greeting.refusal("why").encode()).problem());
  }

  @Test
  void descriptors() {
    BlockDescriptor descriptor = new BlockDescriptor(new byte[] {1, 2}, -8, 0x80000001);
    BlockDescriptor decoded = BlockDescriptor.decode(descriptor.encode());
    assertArrayEquals(descriptor.host(), decoded.host());
    assertEquals(descriptor.address(), decoded.address());
    assertEquals(descriptor.remoteKey(), decoded.remoteKey());
  }

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
