package org.armci4j.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every subject that is installed measures, and finds the data of its figures right. */
class NetworkBenchmarkTest {
  @Test
  @Tag("long")
  @Timeout(240)
  void measuresEverySubject(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("network.json");
    NetworkBenchmark.main(
        new String[] {
          "--quick",
          "--ranks",
          "2",
          "--sizes",
          "65536,32768",
          "--peers",
          "ucx-c,openmpi-tcp",
          "--json",
          json.toString()
        });
    String report = Files.readString(json);
    for (String subject : List.of("armci4j", "ucx-c", "openmpi-tcp")) {
      assertTrue(report.contains('"' + subject + '"'), () -> subject + " is not in " + report);
    }
    for (String operation :
        List.of("put-fence", "fetch-add", "get-rows", "get-bandwidth", "allreduce", "allgather")) {
      assertTrue(report.contains('"' + operation + '"'), () -> operation + " is not in " + report);
    }
  }
}
