package org.armci4j.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every subject that is installed measures, and finds the data of its figures right. */
class NetworkBenchmarkTest {
  @Test
  @Tag("long")
  @Timeout(600)
  void measuresEverySubject(@TempDir Path directory) throws IOException {
    String report = measure(directory, "--peers", "ucx-c,openmpi-tcp");
    requireNamed(report, "armci4j", "armci4j-heap", "ucx-c", "openmpi-tcp");
    requireNamed(
        report, "put-fence", "fetch-add", "get-rows", "get-bandwidth", "allreduce", "allgather");
  }

  @Test
  @Tag("long")
  @Timeout(600)
  void measuresCollectivesThatDoNotWait(@TempDir Path directory) throws IOException {
    String report = measure(directory, "--peers", "openmpi-tcp", "--nonblocking");
    requireNamed(report, "armci4j", "openmpi-tcp");
    requireNamed(
        report, "barrier-nb", "broadcast-nb", "allreduce-nb-uncovered", "allgather-nb-uncovered");
  }

  /** What the report says. */
  private static String measure(Path directory, String... more) throws IOException {
    Path json = directory.resolve("network.json");
    List<String> arguments =
        new ArrayList<>(List.of("--quick", "--ranks", "2", "--sizes", "65536,32768"));
    arguments.addAll(List.of("--json", json.toString()));
    arguments.addAll(List.of(more));
    NetworkBenchmark.main(arguments.toArray(String[]::new));
    return Files.readString(json);
  }

  private static void requireNamed(String report, String... names) {
    for (String name : names) {
      assertTrue(report.contains('"' + name + '"'), () -> name + " is not in " + report);
    }
  }
}
