package org.armci4j.transport.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which devices are told from which, in folders like those of the kernel. */
class RdmaDevicesTest {
  @TempDir private Path folder;

  private void device(String name, String file) throws IOException {
    Files.createFile(Files.createDirectory(folder.resolve(name)).resolve(file));
  }

  @Test
  void aHostWithoutTheFolderHasNone() {
    assertEquals(RdmaDevices.NONE, RdmaDevices.in(folder.resolve("missing")));
    assertEquals(RdmaDevices.NONE, RdmaDevices.in(folder));
  }

  @Test
  void oneOfSoftRoceIsSeenBesideOthers() throws IOException {
    device("mlx5_0", "fw_ver");
    assertEquals(RdmaDevices.OTHER, RdmaDevices.in(folder));
    device("rxe0", "parent");
    assertEquals(RdmaDevices.SOFT_ROCE, RdmaDevices.in(folder));
    device("siw0", "fw_ver");
    device("amlx5_1", "fw_ver");
    assertEquals(RdmaDevices.SOFT_ROCE, RdmaDevices.in(folder));
  }
}
