package org.armci4j.lab.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.armci4j.collectives.Operation;
import org.armci4j.collectives.algorithm.Shape;
import org.armci4j.collectives.cost.MachineModel;
import org.armci4j.lab.simulator.network.FatTree;
import org.armci4j.lab.simulator.play.Places;
import org.armci4j.lab.simulator.play.PlayOutcome;
import org.armci4j.lab.thesis.ThesisAlgorithms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command as a user gives it. */
class SimulateCommandTest {
  private static final int WRONG = 2;

  private static String run(int exitCode, String... words) {
    StringWriter text = new StringWriter();
    CommandLine line = new CommandLine(SimulateCommand.spec());
    line.setOut(new PrintWriter(text)).setErr(new PrintWriter(text));
    assertEquals(exitCode, line.execute(words), text::toString);
    return text.toString();
  }

  @Test
  void writesWhatItPlayed(@TempDir Path folder) throws IOException {
    Path json = folder.resolve("figures.json");
    Path png = folder.resolve("time.png");
    Path svg = folder.resolve("time.svg");
    String[] words = {
      "allreduce",
      "--ranks",
      "8,64",
      "--ranks-per-host",
      "4",
      "--network",
      "fat-tree",
      "--radix",
      "8",
      "--bytes",
      "4096",
      "--algorithms",
      "tree-3",
      "--json",
      json.toString(),
      "--plot"
    };
    String[] toPng = Arrays.copyOf(words, words.length + 1);
    toPng[words.length] = png.toString();
    String[] toSvg = toPng.clone();
    toSvg[words.length] = svg.toString();
    run(0, toPng);
    run(0, toSvg);
    Shape shape = new Shape(Operation.ALLREDUCE, 0, 64, 0, 512, 8);
    MachineModel machine = MachineModel.typical();
    PlayOutcome expected =
        Played.of(
            ThesisAlgorithms.find(Operation.ALLREDUCE, "tree-3"),
            shape,
            machine,
            new Places(64, 4, false),
            new FatTree(16, 8, machine.hopNanos()));
    String written = Files.readString(json);
    assertTrue(written.contains("\"nanos\" : " + expected.nanos()), written);
    assertTrue(written.contains("\"messages\" : " + expected.messages()), written);
    assertTrue(written.contains("\"busiestLinkBytes\" : " + expected.busiestLinkBytes()), written);
    assertEquals("PNG", new String(Files.readAllBytes(png), 1, 3, StandardCharsets.US_ASCII));
    assertTrue(Files.readString(svg).contains("<svg"));
  }

  /** The formula stands in where each rank has as many steps as there are ranks. */
  @Test
  void whatIsTooLongIsNotPlayed() {
    String text = run(0, "allreduce", "--ranks", "1000000", "--algorithms", "ring,flat");
    assertEquals(2, text.lines().filter(line -> line.contains("not played")).count(), text);
  }

  @ParameterizedTest
  @CsvSource({
    "allreduces, --ranks, 8, no collective 'allreduces'",
    "allreduce, --ranks, 0, --ranks: '0'",
    "allreduce, --bytes, x, --bytes: 'x'",
    "allreduce, --network, token-ring, no network 'token-ring'",
    "allreduce, --algorithms, magic, has no 'magic'",
    "allreduce, --machine, /nowhere, /nowhere cannot be read"
  })
  void aMistakeIsTold(String operation, String option, String value, String told) {
    String text = run(WRONG, operation, option, value);
    assertTrue(text.contains(told), text);
  }

  @Test
  void pathsAreComparedWithThePaper() {
    String[] words = {"paths", "--ranks", "2,48", "--bytes", "8192", "--rounds", "4"};
    String text = run(0, words);
    assertEquals(text, run(0, words), "the seed makes the figures");
    assertTrue(text.contains("seed 1"), text);
    assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
    assertTrue(text.lines().anyMatch(line -> line.matches("alltoall +48.*-27%.*-50%")), text);
    assertEquals(
        12,
        text.lines().filter(line -> line.contains("by lot") || line.contains("in order")).count());
  }

  @ParameterizedTest
  @CsvSource({
    "--ranks, 1, a rank alone",
    "--ranks, 4000, '4000' is to be a number from 1 to 512",
    "--rounds, 3, at least 4",
    "--bytes, 16777216, packets for 48 ranks are more"
  })
  void aMistakeAboutPathsIsTold(String option, String value, String told) {
    String text = run(WRONG, "paths", option, value);
    assertTrue(text.contains(told), text);
  }

  @Test
  void theOperationIsNeeded() {
    assertTrue(run(WRONG, "--ranks", "8").contains("Missing required parameter: 'OPERATION'"));
  }
}
