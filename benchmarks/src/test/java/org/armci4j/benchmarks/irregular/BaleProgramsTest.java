package org.armci4j.benchmarks.irregular;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaleProgramsTest {
  @Test
  void aFolderWithoutTheProgramsIsRefused(@TempDir Path folder) throws Exception {
    Files.createFile(folder.resolve("ig"));
    String message =
        assertThrows(IllegalArgumentException.class, () -> BalePrograms.subject(folder, List.of()))
            .getMessage();
    assertTrue(message.startsWith("--bale: " + folder + " has no program "), message);
  }
}
