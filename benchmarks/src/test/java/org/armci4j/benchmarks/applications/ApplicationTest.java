package org.armci4j.benchmarks.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.SuiteFigures;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ApplicationTest {
  private static Application named(String name) {
    return Application.all(true).stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, Double> medians(List<Measurement> figures) {
    return figures.stream().collect(Collectors.toMap(Measurement::subject, Measurement::median));
  }

  @Test
  void readsTheTimesOfBothForms() {
    List<String> summa =
        List.of(
            "with overlap               median 0.5000 s, best 0.1 s, 1.0 GFlop/s",
            "without overlap            median 0.7000 s, best 0.1 s, 1.0 GFlop/s",
            "messages, with overlap     median 0.6000 s, best 0.1 s, 1.0 GFlop/s");
    assertEquals(
        Map.of(JobMain.OWN, 5e8, JobMain.BY_MESSAGES, 6e8),
        medians(named("summa-512").figures(JobMain.OWN, summa, 2)));
    List<String> cg = List.of("rank 1: 9.000 s", "rank 0: zeta 8.5; 12 elements; 0.250 s");
    assertEquals(Map.of(JobMain.OWN, 2.5e8), medians(named("cg").figures(JobMain.OWN, cg, 2)));
  }

  @Test
  void readsTheTimeOfAPeer() {
    List<String> output = List.of("note its products are by hand", "time 0.250000 s", "bye");
    assertEquals(Map.of("mpich", 2.5e8), medians(named("summa-512").figures("mpich", output, 2)));
    assertThrows(
        IllegalStateException.class,
        () -> named("mg-W").figures("mpich", List.of("mg W: the norm is wrong"), 2));
  }

  @Test
  void aProgramWithoutATimeIsNamed() {
    IllegalStateException failed =
        assertThrows(
            IllegalStateException.class, () -> named("cg").figures(JobMain.OWN, List.of("odd"), 2));
    assertEquals("cg printed no time:\nodd", failed.getMessage());
  }

  private static boolean isInstalled(String peer) {
    return !InstalledPeers.find("mg", PeerLibrary.of(List.of(peer)), 0).subjects().isEmpty();
  }

  @Tag("long")
  @Test
  @Timeout(600)
  void theExamplesPrintWhatIsRead(@TempDir Path folder) throws IOException {
    SuiteFigures figures =
        SuiteFigures.of(ApplicationsBenchmark::main, folder, "--rounds", "1", "--ranks", "2");
    assertEquals(Set.of("mg-W", "summa-512", "cg"), figures.operations());
    figures.all().forEach(one -> assertTrue(one.median() > 0, one::toString));
    if (isInstalled("openmpi")) {
      assertTrue(figures.subjects().contains("openmpi"), figures::toString);
    }
  }
}
