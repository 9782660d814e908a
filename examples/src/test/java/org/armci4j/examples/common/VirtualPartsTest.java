package org.armci4j.examples.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VirtualPartsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100})
  void runsEachIndexOnce(int parts) {
    AtomicIntegerArray runs = new AtomicIntegerArray(250);
    new VirtualParts(parts)
        .run(
            (first, step) -> {
              for (int i = first; i < runs.length(); i += step) {
                runs.incrementAndGet(i);
              }
            });
    for (int i = 0; i < runs.length(); i++) {
      assertEquals(1, runs.get(i), "index " + i);
    }
  }

  @Test
  void throwsTheExceptionOfAPart() {
    RuntimeException fault = new IllegalStateException("part 3");
    CompletionException thrown =
        assertThrows(
            CompletionException.class,
            () ->
                new VirtualParts(5)
                    .run(
                        (first, _) -> {
                          if (first == 3) {
                            throw fault;
                          }
                        }));
    assertSame(fault, thrown.getCause());
  }
}
