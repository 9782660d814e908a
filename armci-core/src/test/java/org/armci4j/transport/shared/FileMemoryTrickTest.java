package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** If somebody guessed the name of a block and were there first, it would be refused. */
@EnabledOnOs(OS.LINUX)
class FileMemoryTrickTest {
  @TempDir Path directory;

  private static void assertRefused(Path name) {
    assertThrows(FileAlreadyExistsException.class, () -> FileMemory.createAlone(name).close());
  }

  @Test
  void aFileThatIsThereIsNeitherOpenedNorDeleted() throws IOException {
    Path name = Files.writeString(directory.resolve("taken"), "theirs");
    assertRefused(name);
    assertEquals("theirs", Files.readString(name));
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path target = Files.writeString(directory.resolve("target"), "theirs");
    Path name = Files.createSymbolicLink(directory.resolve("link"), target);
    assertRefused(name);
    assertEquals("theirs", Files.readString(target));
    assertTrue(Files.isSymbolicLink(name));
  }

  @Test
  void aLinkToNothingCreatesNothing() throws IOException {
    Path nowhere = directory.resolve("nowhere");
    assertRefused(Files.createSymbolicLink(directory.resolve("dangling"), nowhere));
    assertFalse(Files.exists(nowhere, LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void aHardLinkIsNotShared() throws IOException {
    Path target = Files.writeString(directory.resolve("target"), "theirs");
    assertRefused(Files.createLink(directory.resolve("hard"), target));
    assertEquals("theirs", Files.readString(target));
  }

  @Test
  void aNewFileHasNoNameAsSoonAsItIsOpen() throws IOException {
    Path name = directory.resolve("new");
    try (FileChannel channel = FileMemory.createAlone(name)) {
      assertFalse(Files.exists(name));
      assertEquals(0, channel.size());
    }
  }
}
