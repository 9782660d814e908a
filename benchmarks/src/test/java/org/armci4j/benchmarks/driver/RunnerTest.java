package org.armci4j.benchmarks.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.armci4j.benchmarks.report.Measurement;
import org.armci4j.benchmarks.report.Report;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class RunnerTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path directory;
  private final Report report = new Report("test");

  /** A subject that writes its name and the figure's number down, and takes so many nanoseconds. */
  private Subject subject(String name, int nanos) {
    return shell(
        name,
        Text.format(
            """
            echo end
            while read figure
            do
              echo %s$figure >> %s
              echo "result figure$figure 8 %d 1 1000"
              echo end
            done
            """,
            name, said(), nanos));
  }

  private static Subject shell(String name, String script) {
    return new Subject(name, ranks -> List.of("/bin/sh", "-c", script));
  }

  private Path said() {
    return directory.resolve("said");
  }

  private Runner runner(Duration limit, Subject... subjects) {
    return new Runner(List.of(subjects), List.of(), report).within(limit);
  }

  @Test
  void everyFigureIsMeasuredInTurnsAndEverySecondRoundBackwards() throws IOException {
    Runner runner = runner(LIMIT, subject("own", 6), subject("peer", 3));
    List<String> problems = runner.inTurns(List.of("put", "get"), LIMIT, 2, 4);
    assertEquals(
        List.of("own0", "peer0", "own1", "peer1", "peer0", "own0", "peer1", "own1"),
        Files.readAllLines(said()));
    assertEquals(List.of(), problems);
    List<Measurement> figures = report.merged();
    assertEquals(4, figures.size());
    assertEquals(2, report.ratio(figures.get(0), figures.get(1)));
  }

  @Test
  void noFreshJobBeginsThatWouldEndTooLate() {
    Subject own = shell("own", "echo 'result put 8 3 1 1000'; echo end");
    Subject peer = shell("peer", "echo 'result put 8 3 1 1000'; echo end");
    List<String> problems =
        runner(LIMIT, own, peer).allWithin(Duration.ofNanos(1)).inFreshJobs(2, List.of(2, 4));
    assertEquals(
        List.of(
            "time was up in round 1 of 2, before peer on 2 ranks, own on 4 ranks, peer on 4 ranks"),
        problems);
    assertEquals(1, report.merged().size());
  }

  @Test
  void aFreshJobEndsWhenTheTimeIsUpAndIsNoFailure() {
    Subject own =
        new Subject(
            "own",
            ranks ->
                List.of(
                    "/bin/sh",
                    "-c",
                    "echo 'result put 8 3 1 1000'; "
                        + (ranks == 2 ? "echo end" : "exec tail -f /dev/null")));
    List<String> problems =
        runner(LIMIT, own).allWithin(Duration.ofSeconds(4)).inFreshJobs(2, List.of(2, 4));
    assertEquals(
        List.of(
            "time was up while own on 4 ranks ran",
            "time was up in round 2 of 2, before own on 2 ranks, own on 4 ranks"),
        problems);
  }

  @Test
  void inTurnsTheFiguresThatTheTimeDidNotAllowAreNamed() throws IOException {
    Runner runner = runner(LIMIT, subject("own", 6), subject("peer", 3));
    List<String> problems =
        runner
            .allWithin(Duration.ofNanos(1))
            .inTurns(List.of("put", "get", "barrier"), LIMIT, 2, 4);
    assertEquals(
        List.of("time was up before peer", "time was up in round 1 of 2, before get, barrier"),
        problems);
    assertEquals(List.of("own0"), Files.readAllLines(said()));
  }

  @Test
  void aPeerWhoseWarmUpTheTimeEndsHasNotFailed() throws IOException {
    Subject peer = shell("peer", "echo warming up; exec tail -f /dev/null");
    Runner runner = runner(LIMIT, subject("own", 6), peer);
    List<String> problems =
        runner.allWithin(Duration.ofSeconds(4)).inTurns(List.of("put"), LIMIT, 1, 4);
    assertEquals(List.of("time was up while peer warmed up"), problems);
    assertEquals(List.of("own0"), Files.readAllLines(said()));
  }

  @Test
  void aPeerThatFailsIsLeftOutAndWhatItMeasuredCounts() throws IOException {
    String once =
        """
        echo "note one shot"
        echo end
        read figure
        echo "result figure$figure 8 3 1 1000"
        echo end
        read figure
        echo "out of powder"
        exit 7
        """;
    Runner runner = runner(LIMIT, subject("own", 6), shell("peer", once));
    List<String> problems = runner.inTurns(List.of("put"), LIMIT, 3, 4);
    assertEquals(List.of("own0", "own0", "own0"), Files.readAllLines(said()));
    assertEquals(
        List.of("own", "peer"), report.merged().stream().map(Measurement::subject).toList());
    assertEquals("peer on 4 ranks: one shot", problems.get(0));
    String problem = problems.get(1);
    assertTrue(problem.startsWith("peer on 4 ranks ended with exit code 7:"), problem);
    assertTrue(problem.endsWith("out of powder"), problem);
  }

  @Test
  void thisSystemsFailureEndsTheMeasurement() {
    Runner runner = runner(LIMIT, shell("own", "echo end; read figure; echo broken; exit 3"));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class, () -> runner.inTurns(List.of("put"), LIMIT, 1, 2));
    assertTrue(e.getMessage().contains("own on 2 ranks ended with exit code 3"), e.getMessage());
    assertTrue(e.getMessage().endsWith("broken"), e.getMessage());
  }

  @Test
  void whoDoesNotGetReadyIsEnded() {
    Runner runner = runner(Duration.ofMillis(200), shell("own", "echo warming up; cat"));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class, () -> runner.inTurns(List.of("put"), LIMIT, 1, 2));
    assertTrue(e.getMessage().contains("own on 2 ranks took longer than"), e.getMessage());
    assertTrue(e.getMessage().endsWith("warming up"), e.getMessage());
  }

  @Test
  void inFreshJobsEachSubjectRunsOnceARoundAndAPeerThatFailsIsNoted() {
    Subject own =
        shell("own", "echo result put 8 6 5 7; echo result put 8 6 5 7 by=other; echo end");
    Subject peer = shell("peer", "echo result put 8 3 2 4; echo out of powder; exit 7");
    Runner runner = runner(LIMIT, own, peer);
    List<String> problems = runner.inFreshJobs(2, List.of(2, 4));
    assertEquals(
        List.of("own", "other", "peer", "own", "other", "peer"),
        report.merged().stream().map(Measurement::subject).toList());
    assertEquals(4, problems.size());
    String problem = problems.getFirst();
    assertTrue(problem.startsWith("peer on 2 ranks ended with exit code 7:"), problem);
    assertThrows(IllegalStateException.class, () -> runner(LIMIT, peer).inFreshJobs(1, List.of(2)));
  }
}
