package org.armci4j.transport.network.helper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.armci4j.Accumulation;
import org.armci4j.transport.ScaledSum;

/** What a rank writes for another one's helper thread comes back as it was. */
class HelperRequestTest {
  private static final int BASE = 64;

  @Property
  void requests(
      @ForAll HelperRequest.Kind kind,
      @ForAll int origin,
      @ForAll int code,
      @ForAll int lengthBytes,
      @ForAll @Size(4) long[] words) {
    MemorySegment memory = MemorySegment.ofArray(new long[(BASE + HelperRequest.HEADER_BYTES) / 8]);
    HelperRequest request = new HelperRequest(memory, BASE);
    request.header(kind, origin, words[0], words[1]);
    request.operands(code, words[2], words[3], lengthBytes);
    HelperRequest read = new HelperRequest(memory, BASE);
    assertEquals(kind, read.kind());
    assertEquals(origin, read.origin());
    assertEquals(words[0], read.number());
    assertEquals(words[1], read.address());
    assertEquals(code, read.code());
    assertEquals(words[2], read.first());
    assertEquals(words[3], read.second());
    assertEquals(lengthBytes, read.lengthBytes());
  }

  /** The helper refuses a request for these exceptions; any other one would end its thread. */
  @Property
  void anyBytesAreARequestOrRefused(@ForAll @Size(HelperRequest.HEADER_BYTES / 8 + 2) long[] any) {
    HelperRequest request = new HelperRequest(MemorySegment.ofArray(any), 0);
    readOrRefuse(request::kind);
    readOrRefuse(request::key);
    readOrRefuse(request::accumulation);
  }

  private static void readOrRefuse(Supplier<Object> read) {
    try {
      assertNotNull(read.get());
    } catch (IllegalArgumentException refused) {
      assertNotNull(refused.getMessage());
    }
  }

  @Example
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
      ScaledSum copy = ScaledSum.ofCode(one.code(), one.firstScale(), one.secondScale());
      assertEquals(one.toString(), copy.toString());
      assertEquals(one.elementBytes(), copy.elementBytes());
    }
    assertThrows(IllegalArgumentException.class, () -> ScaledSum.ofCode(6, 0, 0));
  }
}
