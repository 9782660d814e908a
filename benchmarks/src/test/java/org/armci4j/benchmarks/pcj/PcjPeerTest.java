package org.armci4j.benchmarks.pcj;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.armci4j.benchmarks.hosts.HostPair;
import org.armci4j.benchmarks.network.NetworkPlan;
import org.armci4j.benchmarks.network.NetworkPlan.Point;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PCJ measures each figure that it has, and compares the data of each. */
@Tag("long")
class PcjPeerTest {
  private static final List<String> MEASURED =
      List.of(
          "put-fence",
          "get-latency",
          "word-puts",
          "put-bandwidth",
          "get-bandwidth",
          "barrier",
          "broadcast",
          "allreduce");

  /** What PCJ has not gives no figure. */
  private static final List<String> NOT_THERE = List.of("fetch-add", "put-rows", "allgather");

  private static final List<Point> POINTS =
      Stream.concat(MEASURED.stream(), NOT_THERE.stream())
          .map(operation -> new Point(operation, operation.endsWith("bandwidth") ? 4096 : 8))
          .toList();

  /** The jar is on the class path of the whole build only. */
  private static Path jar() throws URISyntaxException {
    try {
      Class<?> any = Class.forName("org.pcj.PCJ", false, PcjPeerTest.class.getClassLoader());
      return Path.of(any.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (ClassNotFoundException e) {
      Prerequisite.require(false, () -> "PCJ, which mvn -Pfull brings");
      throw new AssertionError(e);
    }
  }

  @Test
  @Timeout(600)
  void measuresWhatItHas() throws Exception {
    Path jar = jar();
    try (HostPair hosts = HostPair.ofThisHost()) {
      List<String> command = new ArrayList<>(new PcjPeer(hosts, jar).subject().launch().apply(2));
      command.addAll(new NetworkPlan(2, 1_000_000, POINTS).toArguments());
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      try (BufferedReader output = process.inputReader();
          Writer input = process.outputWriter()) {
        assertTrue(untilEnd(output).isEmpty(), "nothing is measured before it is warm");
        for (int index = 0; index < POINTS.size(); index++) {
          input.write(index + "\n");
          input.flush();
          Point point = POINTS.get(index);
          assertEquals(
              MEASURED.contains(point.operation())
                  ? Text.format("result %s %d", point.operation(), point.sizeBytes())
                  : "",
              untilEnd(output));
        }
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  /** The first words of the figures that come before the next end. */
  private static String untilEnd(BufferedReader output) throws IOException {
    List<String> figures = new ArrayList<>();
    for (String line = output.readLine(); !"end".equals(line); line = output.readLine()) {
      if (line == null) {
        throw new AssertionError("the program has ended behind " + figures);
      }
      if (line.startsWith("result ")) {
        String[] words = line.split(" ", -1);
        assertTrue(Double.parseDouble(words[3]) > 0, line);
        figures.add(Stream.of(words).limit(3).collect(Collectors.joining(" ")));
      }
    }
    return String.join("\n", figures);
  }
}
