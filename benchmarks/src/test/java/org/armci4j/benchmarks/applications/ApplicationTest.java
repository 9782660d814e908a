package org.armci4j.benchmarks.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.armci4j.benchmarks.driver.InstalledPeers;
import org.armci4j.benchmarks.driver.JobMain;
import org.armci4j.benchmarks.driver.PeerLibrary;
import org.armci4j.benchmarks.network.BetweenHosts;
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
            "messages, with overlap     median 0.8000 s, best 0.1 s, 1.0 GFlop/s",
            "messages, without overlap  median 0.6000 s, best 0.1 s, 1.0 GFlop/s");
    assertEquals(
        Map.of(JobMain.OWN, 5e8, JobMain.BY_MESSAGES, 6e8),
        medians(named("summa-512").figures(JobMain.OWN, summa, 2)));
    List<String> mg =
        List.of(" In turn, medians: one-sided 0.125000 s, by messages 0.250000 s, 2.00 times.");
    assertEquals(
        Map.of(JobMain.OWN, 1.25e8, JobMain.BY_MESSAGES, 2.5e8),
        medians(named("mg-W").figures(JobMain.OWN, mg, 2)));
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

  @Test
  @Timeout(600)
  void bothFormsAndThePeerRun(@TempDir Path folder) throws IOException {
    requireFigures(folder, Set.of("mg-S", "summa-512x256x512"), "--ranks", "2");
  }

  @Tag("long")
  @Test
  @Timeout(600)
  void theOtherExamplesPrintWhatIsRead(@TempDir Path folder) throws IOException {
    requireFigures(folder, Set.of("mg-W", "cg"), "--ranks", "2");
  }

  @Tag("release")
  @Test
  @Timeout(600)
  void theExamplesRunOnFourRanks(@TempDir Path folder) throws IOException {
    requireFigures(
        folder, Set.of("mg-S", "mg-W", "summa-512", "summa-512x256x512", "cg"), "--ranks", "4");
  }

  @Tag("long")
  @Test
  @Timeout(600)
  void runsBetweenTwoHosts(@TempDir Path folder) throws IOException {
    requireFigures(
        folder, Set.of("mg-S", "summa-512x256x512"), "--ranks", "2", BetweenHosts.OPTION);
  }

  /** Has some programs run once, by puts, by messages, and on Open MPI where it is installed. */
  private static void requireFigures(Path folder, Set<String> programs, String... more)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("--rounds", "1", "--peers", "openmpi"));
    words.addAll(List.of("--operations", String.join(",", programs)));
    words.addAll(List.of(more));
    SuiteFigures figures =
        SuiteFigures.of(ApplicationsBenchmark::main, folder, words.toArray(String[]::new));
    assertEquals(programs, figures.operations());
    figures.all().forEach(one -> assertTrue(one.median() > 0, one::toString));
    Set<String> subjects = new TreeSet<>(Set.of(JobMain.OWN, JobMain.BY_MESSAGES));
    if (isInstalled("openmpi")) {
      subjects.add("openmpi");
    }
    assertEquals(subjects, figures.subjects());
  }
}
