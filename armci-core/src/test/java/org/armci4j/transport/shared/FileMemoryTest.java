package org.armci4j.transport.shared;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import org.armci4j.bootstrap.files.NamelessFiles;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.Offer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses of shared memory lead to the block that they were made for, or nowhere. */
@EnabledOnOs(OS.LINUX)
class FileMemoryTest {
  private static final long SIZE_BYTES = 4096;
  private static final int TRIES = 1000;

  @TempDir Path directory;

  private void assertRefused(String reason, byte[] descriptor, long sizeBytes) {
    FileMemory memory = new FileMemory(directory, true, 2, new MappingRoom(1));
    ArmciException refused =
        assertThrows(ArmciException.class, () -> memory.open(descriptor, sizeBytes));
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anAddressLeadsToItsBlock(boolean reserve) {
    FileMemory memory = new FileMemory(directory, reserve, 2, new MappingRoom(1));
    try (Offer offer = memory.create(SIZE_BYTES)) {
      Mapping owners = memory.open(offer.descriptor(), SIZE_BYTES);
      Mapping others = memory.open(offer.descriptor(), SIZE_BYTES);
      owners.memory().set(ValueLayout.JAVA_LONG, 8, 42);
      assertEquals(42, others.memory().get(ValueLayout.JAVA_LONG, 8));
      assertEquals(SIZE_BYTES, others.memory().byteSize());
      assertTrue(owners.release().getAsBoolean());
      assertTrue(others.release().getAsBoolean());
    }
  }

  @Test
  void whatRanksAskForTogetherIsRefusedBeforeAnythingIsTouched() throws IOException {
    FreeMemory.Limit limit = new FreeMemory.Limit(3 << 20, "here");
    FileMemory memory = new FileMemory(directory, true, 2, new MappingRoom(1), () -> limit);
    try (Offer offer = memory.create(2 << 20)) {
      ArmciException refused =
          assertThrows(ArmciException.class, () -> offer.reserve(2L * (2 << 20)));
      String reason = "ask for 4194304 bytes together; 3145728 bytes are free in here";
      assertTrue(refused.getMessage().contains(reason), refused.getMessage());
      assertTrue(allocatedBytes(offer) < 1 << 20, "hardly more than the last page");
      offer.reserve(2 << 20);
    }
    assertThrows(ArmciException.class, () -> memory.create(4 << 20));
  }

  private static long allocatedBytes(Offer offer) throws IOException {
    int number = OpenFileAddress.decode(offer.descriptor()).descriptor();
    String file = "/proc/" + ProcessHandle.current().pid() + "/fd/" + number;
    Process stat = new ProcessBuilder("stat", "-L", "-c", "%b", file).start();
    byte[] blocks = stat.getInputStream().readAllBytes();
    return 512 * Long.parseLong(new String(blocks, StandardCharsets.US_ASCII).strip());
  }

  /** The kernel gives the lowest number that is free, so it comes again soon. */
  @Test
  void anAddressWhoseNumberIsUsedAgainIsRefused() {
    FileMemory memory = new FileMemory(directory, true, 2, new MappingRoom(1));
    for (int i = 0; i < TRIES; i++) {
      byte[] stale;
      try (Offer closed = memory.create(SIZE_BYTES)) {
        stale = closed.descriptor();
      }
      try (Offer next = memory.create(SIZE_BYTES)) {
        OpenFileAddress before = OpenFileAddress.decode(stale);
        if (OpenFileAddress.decode(next.descriptor()).descriptor() == before.descriptor()) {
          assertRefused(before + " is another file by now", stale, SIZE_BYTES);
          return;
        }
      }
    }
    fail("no number of a descriptor was used again");
  }

  /** It may be the user's own, and has to stay as it is. */
  @Test
  void aFileThatHasANameIsRefused() throws IOException {
    Path named = NamelessFiles.unusedName(directory, new SecureRandom());
    Files.write(named, new byte[(int) SIZE_BYTES]);
    try (FileChannel _ = FileChannel.open(named)) {
      assertRefused("still has a name", OpenFileAddress.of(named).encode(), SIZE_BYTES);
    }
  }

  @Test
  void anotherSizeIsRefused() {
    try (Offer offer = new FileMemory(directory, true, 2, new MappingRoom(1)).create(SIZE_BYTES)) {
      assertRefused("has 4096 bytes, not 8192", offer.descriptor(), 2 * SIZE_BYTES);
      assertRefused("has 4096 bytes, not 8", offer.descriptor(), 8);
    }
  }

  @Test
  void whatTheOwnerDidNotMakeIsNotOpened() {
    try (Offer offer = new FileMemory(directory, true, 2, new MappingRoom(1)).create(SIZE_BYTES)) {
      byte[] descriptor = offer.descriptor();
      assertRefused("no address", Arrays.copyOf(descriptor, descriptor.length - 1), SIZE_BYTES);
      assertRefused("no address", Arrays.copyOf(descriptor, descriptor.length + 1), SIZE_BYTES);
      byte[] path = "/proc/self/fd/0, a path of somebody else".getBytes(StandardCharsets.US_ASCII);
      assertRefused("no address", path, SIZE_BYTES);
      assertRefused("no address", new byte[0], SIZE_BYTES);
      byte[] otherName = descriptor.clone();
      otherName[descriptor.length - 1] ^= 1;
      assertRefused("", otherName, SIZE_BYTES);
    }
  }
}
