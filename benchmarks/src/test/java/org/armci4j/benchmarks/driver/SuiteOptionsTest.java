package org.armci4j.benchmarks.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuiteOptionsTest {
  private static SuiteOptions parse(String line) {
    return SuiteOptions.parse(line.split(" "), 2);
  }

  @Test
  void withNothingSaidEverythingIsComparedInFiveRounds() {
    SuiteOptions options = SuiteOptions.parse(new String[0], 3);
    assertEquals(5, options.rounds());
    assertEquals(List.of(3), options.ranks());
    assertEquals(PeerLibrary.ONE_SIDED, options.peers());
    assertNull(options.json());
  }

  @Test
  void readsAllOptions() {
    SuiteOptions options =
        parse(
            "--json a.json --rounds 7 --ranks 2,4 --operations put,get --sizes 8,4K,64M --peers"
                + " openmpi-shmem,armci-mpi");
    assertEquals(Path.of("a.json"), options.json());
    assertEquals(7, options.rounds());
    assertEquals(List.of(2, 4), options.ranks());
    assertEquals(List.of("put", "get"), options.operations());
    assertEquals(List.of(8L, 4096L, 67108864L), options.sizesBytes());
    assertEquals(List.of(PeerLibrary.OPENMPI_SHMEM, PeerLibrary.ARMCI_MPI), options.peers());
  }

  @Test
  void quickIsOneRoundUnlessMoreAreAskedFor() {
    assertEquals(1, parse("--quick --peers none").rounds());
    assertEquals(2, parse("--quick --rounds 2").rounds());
    assertTrue(parse("--quick --peers none").peers().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--sise 8",
        "--sizes 7",
        "--sizes 2G",
        "--sizes 0",
        "--sizes K",
        "--rounds 0",
        "--rounds",
        "--ranks 2,x",
        "--peers mpich"
      })
  void refusesWhatItDoesNotUnderstand(String line) {
    assertThrows(IllegalArgumentException.class, () -> parse(line));
  }
}
