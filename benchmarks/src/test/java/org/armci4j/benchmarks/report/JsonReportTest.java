package org.armci4j.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonReportTest {
  @Test
  void writesAnArrayOfObjectsWithTheFieldsOfTheSchema(@TempDir Path directory) throws IOException {
    Report report = new Report("rma");
    report.add(
        List.of(
            new Measurement(
                "armci4j", "put", 8, 2, Measurement.NANOS, 7.5, 7, 8, 9, new CallTimes(40, 50, 90)),
            new Measurement("openmpi-rma", "fetch-add", 8, 4, Measurement.NANOS, 20, 19, 1e9)));
    Path file = directory.resolve("rma.json");
    JsonReport.write(report, file);
    assertEquals(
        """
        [{"suite":"rma","operation":"put","sizeBytes":8,"ranks":2,"subject":"armci4j",\
        "unit":"ns","median":7.5,"min":7.0,"p90":8.0,"max":9.0,"rounds":[7.5],"roundP90s":[8.0],\
        "callP50":40.0,"callP99":50.0,"callP999":90.0},\
        {"suite":"rma","operation":"fetch-add","sizeBytes":8,"ranks":4,"subject":"openmpi-rma",\
        "unit":"ns","median":20.0,"min":19.0,"p90":1.0E9,"max":1.0E9,\
        "rounds":[20.0],"roundP90s":[1.0E9]}]\
        """,
        Files.readString(file).replaceAll("\\s", ""));
  }
}
