package org.armci4j.transport.verbs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void devicesOfOneKindAreNamedOnce() throws IOException {
    device("mlx5_0", "MT4129", "InfiniBand");
    device("mlx5_1", "MT4129", "InfiniBand");
    assertEquals("MT4129-InfiniBand", VerbsTuning.kind(folder));
    device("mlx5_2", "MT4129", "Ethernet");
    assertEquals("MT4129-Ethernet+MT4129-InfiniBand", VerbsTuning.kind(folder));
  }

  @Test
  void withoutATypeTheNameServes() throws IOException {
    device("rxe0", null, "Ethernet");
    device("my nic_12", "", "Ethernet");
    assertEquals("my_nic-Ethernet+rxe-Ethernet", VerbsTuning.kind(folder));
  }

  @Test
  void aHostWithoutDevicesHasAKindToo() throws IOException {
    assertEquals("none", VerbsTuning.kind(folder.resolve("missing")));
  }
}
