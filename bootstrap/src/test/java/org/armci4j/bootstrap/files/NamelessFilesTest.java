package org.armci4j.bootstrap.files;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** If somebody guessed the name of a block and were there first, it would be refused. */
@EnabledOnOs(OS.LINUX)
class NamelessFilesTest {
  @TempDir Path directory;

  private static void assertRefused(Path name) {
    assertThrows(FileAlreadyExistsException.class, () -> NamelessFiles.create(name).close());
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
    try (FileChannel channel = NamelessFiles.create(name)) {
      assertFalse(Files.exists(name));
      assertEquals(0, channel.size());
    }
  }

  @Test
  void whatAKilledProcessLeftIsSweptAndNothingElse() throws IOException {
    Path left = NamelessFiles.unusedName(directory, new SecureRandom());
    Files.writeString(left, "half");
    Path target = Files.writeString(directory.resolve("armci-notes"), "theirs");
    Path link = Files.createSymbolicLink(left.resolveSibling(left.getFileName() + "0"), target);
    NamelessFiles.sweep(directory);
    assertFalse(Files.exists(left));
    assertEquals("theirs", Files.readString(link));
  }

  @Test
  void aFileThatIsSweptWhileItIsMadeStaysOpen() throws IOException {
    Path name = NamelessFiles.unusedName(directory, new SecureRandom());
    try (FileChannel channel = NamelessFiles.create(name)) {
      NamelessFiles.sweep(directory);
      assertEquals(1, channel.write(ByteBuffer.allocate(1)));
    }
  }

  @Test
  void sweepingWhereNoDirectoryIsDoesNothing() throws IOException {
    Path missing = directory.resolve("missing");
    Path file = Files.writeString(NamelessFiles.unusedName(directory, new SecureRandom()), "file");
    assertDoesNotThrow(() -> NamelessFiles.sweep(missing));
    assertFalse(Files.exists(missing));
    assertDoesNotThrow(() -> NamelessFiles.sweep(file));
    assertEquals("file", Files.readString(file));
  }
}
