package org.armci4j.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs jobs on hosts with two networks between them, both of which UCX uses: nothing overtakes what
 * it must not. The litmus programs are among the contracts.
 */
@Tag("long")
class UcxLanesTest {
  private static final int DEVICES = 2;

  /** Limit: all contracts in short parts take a minute or two on a busy machine. */
  private static final long LIMIT_SECONDS = 360;

  /** Far more than making a connection sends. */
  private static final long LEAST_BYTES = 50_000;

  /** Messages in so short parts that UCX divides those to the helper thread among both devices. */
  private static final Map<String, String> BOTH =
      Map.of(
          "UCX_MAX_EAGER_LANES", "2",
          "UCX_MAX_RNDV_LANES", "2",
          "UCX_TCP_TX_SEG_SIZE", "2k",
          "UCX_TCP_RX_SEG_SIZE", "2k");

  @ParameterizedTest
  @ValueSource(strings = {"contracts", "conformance"})
  void holdsOverBoth(String program) throws Exception {
    try (NamespaceHosts hosts = NamespaceHosts.make(2, DEVICES)) {
      List<String> arguments = new ArrayList<>(List.of("run", "--hosts=" + hosts.list(1)));
      BOTH.forEach((name, value) -> arguments.add("--env=" + name + "=" + value));
      arguments.addAll(List.of(program, "--scale", "0.002"));
      Map<String, String> environment = new HashMap<>(hosts.environment());
      environment.put("ARMCI_TRANSPORT", "ucx");
      environment.put("ARMCI_UCX_DEVICES", "eth0,eth1");
      try (LaunchedJob job = LaunchedJob.armci(environment, arguments)) {
        assertEquals(0, job.exitCode(LIMIT_SECONDS), job::toString);
      }
      assertBothCarried(hosts);
    }
  }

  private static void assertBothCarried(NamespaceHosts hosts) throws IOException {
    for (int host = 0; host < 2; host++) {
      for (int device = 0; device < DEVICES; device++) {
        long sent = hosts.sentBytes(host, device);
        System.out.printf(Locale.ROOT, "host %d sent %d bytes by eth%d%n", host, sent, device);
        assertTrue(sent > LEAST_BYTES, Text.format("host %d sent %d by eth%d", host, sent, device));
      }
    }
  }
}
