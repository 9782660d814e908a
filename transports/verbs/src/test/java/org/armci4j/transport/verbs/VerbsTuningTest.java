package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerbsTuningTest {
  @TempDir Path folder;

  private void device(String name, String type, String link) throws IOException {
    Path device = Files.createDirectories(folder.resolve(name).resolve("ports/1"));
    Files.writeString(device.resolve("link_layer"), link + "\n");
    if (type != null) {
      Files.writeString(folder.resolve(name).resolve("hca_type"), type + "\n");
    }
  }

  private String kind(String... chosen) {
    return VerbsTuning.kind(folder, () -> List.of(chosen));
  }

  @Test
  void devicesOfOneKindAreNamedOnce() throws IOException {
    device("mlx5_0", "MT4129", "InfiniBand");
    device("mlx5_1", "MT4129", "InfiniBand");
    assertEquals(
        "MT4129-InfiniBand", VerbsTuning.kind(folder, () -> fail("devices that are alike")));
  }

  @Test
  void onlyTheDevicesThatJobsUseAreNamed() throws IOException {
    device("mlx5_0", "MT4129", "InfiniBand");
    device("mlx5_1", "MT4129", "InfiniBand");
    device("mlx5_2", "MT4129", "Ethernet");
    assertEquals("MT4129-InfiniBand", kind("mlx5_1"));
    assertEquals("MT4129-InfiniBand", kind("mlx5_0", "mlx5_1"));
    assertEquals("MT4129-Ethernet", kind("mlx5_2"));
    assertEquals("MT4129-Ethernet+MT4129-InfiniBand", kind("mlx5_2", "mlx5_0"));
    assertEquals("none", kind());
  }

  @Test
  void withoutATypeTheNameServes() throws IOException {
    device("rxe0", null, "Ethernet");
    device("my nic_12", "", "Ethernet");
    assertEquals("my_nic-Ethernet+rxe-Ethernet", kind("rxe0", "my nic_12"));
  }

  @Test
  void aHostWithoutDevicesHasAKindToo() {
    assertEquals("none", VerbsTuning.kind(folder.resolve("missing"), List::of));
    assertEquals("none", kind());
  }
}
