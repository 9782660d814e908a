package org.armci4j.benchmarks.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaleProgramsTest {
  @Test
  void theTimesOfAllFormsAreRead() {
    List<String> lines =
        List.of(
            "num_updates_total: 4000000",
            "       AGP:    0.140 seconds     0.114 GB/s injection bandwidth",
            "  Exstack2:    0.024 seconds     0.667 GB/s injection bandwidth");
    assertEquals(Map.of("agp", 70.0, "exstack2", 12.0), BalePrograms.times(lines));
  }

  @Test
  void aFolderWithoutTheProgramsIsRefused(@TempDir Path folder) throws Exception {
    Files.createFile(folder.resolve("ig"));
    String message =
        assertThrows(IllegalArgumentException.class, () -> BalePrograms.subject(folder))
            .getMessage();
    assertTrue(message.startsWith("--bale: " + folder + " has no program "), message);
  }
}
