package org.armci4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.profile.recording.RankRecorder;
import org.armci4j.transport.Place;
import org.junit.jupiter.api.Test;

/** Checks the end of a recording whose other host is made up. */
class RecordingPartsTest {
  private static final HostDomains HOSTS =
      new HostDomains(List.of(new Place("a", 1), new Place("b", 1)), 0, true);

  /** Gets the time limit of an exchange, and returns what all have given. */
  private interface Exchange {
    List<byte[]> limited(byte[] mine, long timeoutNanos);
  }

  private static Bootstrap bootstrap(Exchange exchange) {
    return (Bootstrap)
        Proxy.newProxyInstance(
            Bootstrap.class.getClassLoader(),
            new Class<?>[] {Bootstrap.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "rank" -> 0;
                  case "size" -> 2;
                  case "hostId" -> "a";
                  case "failure" -> null;
                  case "exchange" -> exchange.limited((byte[]) arguments[2], (long) arguments[3]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static RankRecorder recorder(Bootstrap bootstrap, AtomicBoolean closed) {
    RankRecorder recorder = RecordingParts.recorder(bootstrap, ArmciSettings.builder().resolve());
    recorder.closeWith(() -> closed.set(true));
    return recorder;
  }

  @Test
  void allExchangesOfAComparisonShareOneTimeLimit() {
    List<Long> limits = new ArrayList<>();
    Bootstrap bootstrap =
        bootstrap(
            (mine, timeoutNanos) -> {
              limits.add(timeoutNanos);
              return List.of(mine, mine);
            });
    AtomicBoolean closed = new AtomicBoolean();
    RecordingParts.close(bootstrap, HOSTS, recorder(bootstrap, closed));
    assertTrue(closed.get());
    assertTrue(limits.size() > 2, limits::toString);
    assertEquals(limits.stream().sorted((one, other) -> Long.compare(other, one)).toList(), limits);
    assertTrue(limits.getLast() < limits.getFirst(), limits::toString);
  }

  @Test
  void theRecordingEndsWhateverTheComparisonThrows() {
    Bootstrap bootstrap =
        bootstrap(
            (_, _) -> {
              throw new IllegalStateException("made up");
            });
    AtomicBoolean closed = new AtomicBoolean();
    RankRecorder recorder = recorder(bootstrap, closed);
    assertThrows(
        IllegalStateException.class, () -> RecordingParts.close(bootstrap, HOSTS, recorder));
    assertTrue(closed.get());
  }
}
