package org.armci4j.bootstrap.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NoexecTest has folders that do not serve. */
class LibraryFolderTest {
  @TempDir Path directory;

  @Test
  void aNewFolderIsEmptyAndItsOwnersAlone() throws IOException {
    Path folder = LibraryFolder.unusedName(directory);
    assertTrue(LibraryFolder.create(folder));
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(0, files.count());
    }
  }

  @Test
  void itGoesWithTheFilesOfKilledRanks() throws IOException {
    Path folder = LibraryFolder.unusedName(directory);
    assertTrue(LibraryFolder.create(folder));
    Files.writeString(folder.resolve("jffi1.so"), "half");
    LibraryFolder.delete(folder);
    assertFalse(Files.exists(folder));
    LibraryFolder.delete(folder);
  }

  @Test
  void whatLiesBehindALinkStays() throws IOException {
    Path precious = Files.createDirectory(directory.resolve("precious"));
    Files.writeString(precious.resolve("file"), "precious");
    Path folder = LibraryFolder.unusedName(directory);
    Files.createSymbolicLink(folder, precious);
    LibraryFolder.delete(folder);
    assertTrue(Files.exists(precious.resolve("file")));
  }

  @Test
  void otherFoldersStay() throws IOException {
    Path named = Files.createDirectory(directory.resolve("armci-lib-cache"));
    LibraryFolder.delete(named);
    assertTrue(Files.exists(named));
    Path other = Files.createDirectory(directory.resolve("libraries"));
    LibraryFolder.delete(other);
    assertTrue(Files.exists(other));
  }

  @Test
  void noFolderIsMadeInWhatIsNone() {
    assertFalse(LibraryFolder.create(LibraryFolder.unusedName(directory.resolve("missing"))));
  }
}
