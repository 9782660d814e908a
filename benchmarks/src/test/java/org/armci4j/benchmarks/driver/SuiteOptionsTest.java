package org.armci4j.benchmarks.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuiteOptionsTest {
  private static SuiteOptions parse(String line) {
    return new SuiteCommandLine("rma", PeerLibrary.labels(PeerLibrary.ONE_SIDED))
        .read(line.split(" "))
        .options(List.of(2));
  }

  @Test
  void withNothingSaidEverythingIsComparedInFiveRounds() {
    SuiteOptions options =
        new SuiteCommandLine("rma", PeerLibrary.labels(PeerLibrary.ONE_SIDED))
            .read()
            .options(List.of(3));
    assertEquals(5, options.rounds());
    assertEquals(List.of(3), options.ranks());
    assertEquals(PeerLibrary.ONE_SIDED, PeerLibrary.of(options.peers()));
    assertTrue(options.mixed());
  }

  @Test
  void readsAllOptions() {
    SuiteOptions options =
        parse(
            "--fresh --json a.json --rounds 7 --ranks 2,4 --operations put,get --sizes 8,4K,64M"
                + " --peers openmpi-shmem,armci-mpi");
    assertFalse(options.mixed());
    assertEquals(7, options.rounds());
    assertEquals(List.of(2, 4), options.ranks());
    assertEquals(List.of("put", "get"), options.operations());
    assertEquals(List.of(8L, 4096L, 67108864L), options.sizesBytes());
    assertEquals(List.of("openmpi-shmem", "armci-mpi"), options.peers());
  }

  @Test
  void quickIsOneRoundUnlessMoreAreAskedFor() {
    assertEquals(1, parse("--quick --peers none").rounds());
    assertEquals(2, parse("--quick --rounds 2").rounds());
    assertTrue(parse("--quick --peers none").peers().isEmpty());
  }

  @Test
  void theHelpListsWhatAllSuitesTakeAndWhatThisOneDoes() {
    SuiteCommandLine line =
        new SuiteCommandLine("odd", PeerLibrary.labels(PeerLibrary.COLLECTIVE))
            .option("--ranks", "LIST", "Any but one.")
            .option("--odd", null, "Whether it is.")
            .read("--odd", "--help");
    assertTrue(line.asksForHelp());
    assertTrue(line.has("--odd"));
    String help = line.usage();
    for (String words :
        List.of(
            "Usage: armci bench odd",
            "--json=FILE",
            "Any but one.",
            "some of openmpi, mpich",
            "--odd",
            "--quick")) {
      assertTrue(help.contains(words), help);
    }
  }

  @Test
  void anUnknownOptionIsNamedInALine() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> parse("--sise 8"));
    assertTrue(refused.getMessage().contains("'--sise'"), refused.getMessage());
    assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--sise 8",
        "--sizes 7",
        "--sizes 2G",
        "--sizes 0",
        "--sizes K",
        "--sizes 8,",
        "--rounds 0",
        "--rounds",
        "--ranks 2,x",
        "--peers mpich"
      })
  void refusesWhatItDoesNotUnderstand(String line) {
    assertThrows(IllegalArgumentException.class, () -> parse(line));
  }

  @Test
  void pointsAreChosenByOperationOrWholeName() {
    List<String> all = List.of("put-1", "put-2", "get-1");
    UnaryOperator<String> operation = name -> name.replaceFirst("-.*", "");
    UnaryOperator<String> name = UnaryOperator.identity();
    assertEquals(all, parse("--quick").chosen(all, operation, name));
    assertEquals(
        List.of("get-1", "put-2"), parse("--operations get,put-2").chosen(all, operation, name));
    SuiteOptions unknown = parse("--operations put,get-2");
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> unknown.chosen(all, operation, name));
    assertEquals(
        "--operations: no operation 'get-2'; there are: put, get, and: put-1, put-2, get-1",
        refused.getMessage());
  }
}
