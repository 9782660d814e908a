package org.armci4j.testkit.lab;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.lab.contracts.Traffic;
import org.armci4j.transport.verbs.VerbsSettings;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Invents faults between the transport and the device. Delays must change nothing. After an error
 * or a refusal every rank soon ends with an exception, and the rank whose request failed says
 * which. The system property {@code faults.seed} repeats the run that named this seed.
 */
class FaultLab {
  private static final long SEED =
      Long.getLong("faults.seed", System.nanoTime() & Integer.MAX_VALUE);
  private static final List<Wiring> WIRINGS = List.of(Wiring.values());
  private static final int RANKS = 3;

  private static final Pattern LOST =
      Pattern.compile(
          "rank \\d lost its connection to rank \\d through \\S+ port \\d: [a-z ]+"
              + " \\(\\d+ bytes at address 0x[0-9a-f]+ there\\)"
              + " (ended with status 12 \\(.*\\), vendor error \\d+|was refused: .*)");

  @ParameterizedTest
  @EnumSource
  void delaysChangeNothing(Wiring wiring) {
    wiring
        .ranks(RANKS)
        .with(VerbsSettings.FAULTS, faults("delay=0.1", 0))
        .run(armci -> Traffic.run(armci, 10));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void everyRankEndsAfterAnError(int stream) {
    endsAfter("error=0.01", stream);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void everyRankEndsAfterARefusal(int stream) {
    endsAfter("refuse=0.005", stream);
  }

  private static void endsAfter(String fault, int stream) {
    Wiring wiring = WIRINGS.get(stream % WIRINGS.size());
    String faults = faults(fault, stream);
    AssertionError error =
        assertThrows(
            AssertionError.class,
            () ->
                wiring
                    .ranks(RANKS)
                    .within(Duration.ofSeconds(40))
                    .with(VerbsSettings.FAULTS, faults)
                    .run(armci -> Traffic.run(armci, 1000)));
    String first = error.getCause().getMessage();
    System.out.println("  " + first);
    boolean helperGaveUp = first.contains("its helper thread has failed: ");
    assertTrue(LOST.matcher(first).find() || helperGaveUp, first);
    for (Throwable other : error.getSuppressed()) {
      assertFalse(other instanceof AssertionError, other::toString);
    }
  }

  private static String faults(String what, int stream) {
    String faults = Text.format("seed=%d,%s", SEED + stream, what);
    System.out.println("faults.seed=" + SEED + ": verbsFaults=" + faults);
    return faults;
  }
}
