package org.armci4j.benchmarks.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.driver.SuiteCommandLine;
import org.armci4j.benchmarks.driver.SuiteOptions;
import org.armci4j.collectives.Operation;
import org.junit.jupiter.api.Test;

class CollectivePointTest {
  private static List<CollectivePoint> points(String line, String algorithm) {
    String[] words = line.isEmpty() ? new String[0] : line.split(" ");
    SuiteOptions options =
        new SuiteCommandLine("collectives", PeerLibrary.labels(PeerLibrary.COLLECTIVE))
            .read(words)
            .options(List.of(2));
    return CollectivePoints.of(options, algorithm);
  }

  @Test
  void argumentsComeBackAsTheSamePoint() {
    List<CollectivePoint> all = points("", null);
    assertTrue(all.size() > 50);
    all.forEach(point -> assertEquals(point, CollectivePoint.parse(point.toArgument())));
  }

  @Test
  void aForcedAlgorithmLeavesTheOperationsThatHaveIt() {
    List<CollectivePoint> all = points("--sizes 8", "ring");
    assertEquals(
        List.of("allreduce", "allgather", "reduce-scatter"),
        all.stream().map(CollectivePoint::name).toList());
    assertTrue(all.stream().allMatch(point -> point.algorithm().equals("ring")));
  }

  @Test
  void namesOfOperationsChoose() {
    List<CollectivePoint> all = points("--operations allgather-fresh,barrier", null);
    assertEquals(4, all.size());
    assertEquals(Operation.BARRIER, all.getLast().operation());
  }

  @Test
  void unknownNamesAreMistakes() {
    assertThrows(IllegalArgumentException.class, () -> points("--operations gossip", null));
    assertThrows(IllegalArgumentException.class, () -> points("", "gossip"));
  }
}
