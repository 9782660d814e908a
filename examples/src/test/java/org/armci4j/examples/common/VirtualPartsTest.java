package org.armci4j.examples.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

class VirtualPartsTest {
  @Test
  void runsEachPartOnce() {
    AtomicIntegerArray runs = new AtomicIntegerArray(100);
    VirtualParts.run(100, runs::incrementAndGet);
    for (int part = 0; part < 100; part++) {
      assertEquals(1, runs.get(part), "part " + part);
    }
  }

  @Test
  void throwsTheExceptionOfAPart() {
    RuntimeException fault = new IllegalStateException("part 3");
    CompletionException thrown =
        assertThrows(
            CompletionException.class,
            () ->
                VirtualParts.run(
                    5,
                    part -> {
                      if (part == 3) {
                        throw fault;
                      }
                    }));
    assertSame(fault, thrown.getCause());
  }
}
