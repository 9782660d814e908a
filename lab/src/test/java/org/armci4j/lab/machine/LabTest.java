package org.armci4j.lab.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.armci4j.testkit.harness.Prerequisite;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine is booted, if this host has what that takes; nothing is installed for a test. */
class LabTest {
  /** Packets from the device to itself, once the server listens. */
  private static final String COMMAND =
      "ibv_devinfo -d rxe0 && { ib_write_lat -F -n 20 >/dev/null & "
          + "until ss -ltn | grep -q :18515; do kill -0 $! || exit 1; done;"
          + " ib_write_lat -F -n 20 localhost && wait; }; echo \"$WORD\" >&2;"
          + " echo kept >$LAB_OUT/kept; echo lost >$LOST; exit 42";

  @TempDir Path folder;

  @Tag("long")
  @Test
  void aCommandRunsBesideAnRdmaDevice() throws Exception {
    Path boot = bootedBefore();
    Path lost = folder.resolve("lost");
    Path output = folder.resolve("out");
    LabPlan plan =
        LabPlans.plan(
            1,
            0,
            folder,
            output,
            Map.of(
                "PATH",
                "/usr/sbin:/usr/bin:/bin",
                "WORD",
                "it's\ntwo",
                "LOST",
                lost.toString(),
                LabPlan.OUTPUT_VARIABLE,
                output.toString()),
            List.of("bash", "-c", COMMAND),
            Duration.ofSeconds(170));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Lab.run(plan, boot, new Machine.CommandOutput(out, err));
    String said = out.toString(StandardCharsets.UTF_8);
    assertEquals(42, code, () -> said + err);
    assertTrue(said.contains("PORT_ACTIVE"), said);
    assertTrue(said.contains("t_typical"), said);
    assertArrayEquals("it's\ntwo\n".getBytes(StandardCharsets.UTF_8), err.toByteArray());
    assertEquals("kept\n", Files.readString(output.resolve("kept")));
    assertTrue(Files.notExists(lost));
  }

  private static Path bootedBefore() {
    List<String> missing =
        Tools.ofThisHost()
            .missing(Map.of("qemu-system-x86_64", "qemu-system-x86", "ib_write_lat", "perftest"));
    Prerequisite.require(missing.isEmpty(), () -> "the lab needs " + missing);
    Path cache = BootCache.usualFolder(System.getenv());
    Path boot = new BootCache(cache).existing();
    Prerequisite.require(
        boot != null, () -> "no kernel in " + cache + "; './armci lab -- true' fetches it");
    return boot;
  }
}
