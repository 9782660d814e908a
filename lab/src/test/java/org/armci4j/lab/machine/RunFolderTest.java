package org.armci4j.lab.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the machines are given, and QEMU is told; nothing boots. */
class RunFolderTest {
  @TempDir Path folder;

  private LabPlan plan(int hosts, int rails, String output) {
    return LabPlans.plan(
        hosts,
        rails,
        folder,
        folder.resolve(output),
        Map.of("A", "it's"),
        List.of("prog", "two words"),
        Duration.ofSeconds(9));
  }

  @Test
  void theCommandIsOneThatAShellReads() {
    String command = RunFolder.command(plan(1, 0, "o"));
    assertTrue(command.endsWith("|| exit 126\nexec 'prog' 'two words'\n"), command);
    assertEquals("export A='it'\\''s'\n", RunFolder.environment(plan(1, 0, "o")));
  }

  @Test
  void settingsTellTheGuestWhatToMake() {
    String one = RunFolder.settings(plan(1, 0, "o"), folder);
    assertTrue(one.contains("hosts='1'\nrails='1'\nwired='no'\n"), one);
    assertTrue(one.contains("lockedKibibytes=''\n"), one);
    String wired = RunFolder.settings(plan(1, 2, "o"), folder);
    assertTrue(wired.contains("rails='2'\nwired='yes'\n"), wired);
  }

  @Test
  void theFolderLeavesNothingBehind() throws Exception {
    RunFolder run = RunFolder.create(plan(1, 0, "o"), folder);
    Path guest = run.guest();
    assertTrue(Files.exists(guest.resolve("guest.sh")));
    run.remove();
    assertFalse(Files.exists(guest.getParent()));
  }

  @Test
  void twoMachinesAreJoinedByOneDevicePerRail() throws Exception {
    LabPlan plan = plan(2, 2, "with,comma");
    RunFolder run = RunFolder.create(plan(1, 0, "o"), folder);
    try {
      List<String> first = Qemu.command(plan, 1, folder, run);
      List<String> second = Qemu.command(plan, 2, folder, run);
      assertTrue(first.toString().contains("stream,id=rail1,server=on"), first::toString);
      assertTrue(second.toString().contains("stream,id=rail1,server=off"), second::toString);
      assertTrue(second.contains("virtio-net-pci,netdev=rail1,mac=52:54:00:09:01:02"));
      assertFalse(second.toString().contains("name=out"), second::toString);
      assertTrue(first.toString().contains("with,,comma,security_model"), first::toString);
    } finally {
      run.remove();
    }
  }
}
