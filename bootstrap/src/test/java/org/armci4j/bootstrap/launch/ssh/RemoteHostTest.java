package org.armci4j.bootstrap.launch.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Frame;
import org.armci4j.bootstrap.launch.ssh.AgentWire.Kind;
import org.armci4j.bootstrap.launch.streams.OutputSink;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher's end of a connection says, to an agent that writes it down. */
@EnabledOnOs(OS.LINUX)
class RemoteHostTest {
  private static final Duration SILENCE = Duration.ofMillis(200);
  private static final long LIMIT_NANOS = 20_000_000_000L;

  @TempDir Path directory;

  @Test
  void anAgentHearsFromALauncherThatHasNothingToSay() throws IOException {
    Path heard = Files.createFile(directory.resolve("heard"));
    Path agent = directory.resolve("agent");
    Files.writeString(agent, Text.format("printf '\\000armci-agent-1\\n'\nexec cat >%s\n", heard));
    Settings settings =
        Settings.of(BootstrapSettings.ALL)
            .set(BootstrapSettings.SSH_COMMAND, "sh " + agent)
            .set(BootstrapSettings.AGENT_TIMEOUT, SILENCE)
            .resolve();
    try (RemoteHost host =
        RemoteHost.connect("here", "job-1", settings, OutputSink.standardError())) {
      host.start(AgentWireTest.start(1, List.of(), Map.of()));
      long end = System.nanoTime() + LIMIT_NANOS;
      while (frames(heard).size() < 5) {
        assertTrue(System.nanoTime() < end, () -> "the agent hears nothing more");
        LockSupport.parkNanos(1_000_000);
      }
    }
    List<Frame> frames = frames(heard);
    assertEquals(Kind.START, frames.getFirst().kind());
    for (Frame frame : frames.subList(1, 5)) {
      assertEquals(Kind.BEAT, frame.kind());
      assertEquals(SILENCE.toNanos(), frame.number());
    }
  }

  /** It has told of its last rank's end and not that it has sent all. */
  @Test
  void anAgentThatIsStoppedAtTheEndIsHungUp() throws Exception {
    Path agent = directory.resolve("agent");
    String exited = "\\013\\000\\000\\000\\003\\000\\000\\000\\010" + "\\000".repeat(8);
    Files.writeString(
        agent, Text.format("printf '\\000armci-agent-1\\n%s'\nkill -STOP $$\n", exited));
    Settings settings =
        Settings.of(BootstrapSettings.ALL)
            .set(BootstrapSettings.SSH_COMMAND, "sh " + agent)
            .resolve();
    try (RemoteHost host =
        RemoteHost.connect("here", "job-1", settings, OutputSink.standardError())) {
      HostStart start = AgentWireTest.start(1, List.of(), Map.of());
      RemoteRank rank =
          host.add(
              3, start.program(), OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
      host.start(start);
      assertTrue(rank.awaitExit(LIMIT_NANOS));
      assertTimeoutPreemptively(Duration.ofNanos(LIMIT_NANOS), host::hangUpIfSilent);
      assertTrue(rank.awaitDelivery(LIMIT_NANOS));
    }
  }

  private static List<Frame> frames(Path file) {
    List<Frame> frames = new ArrayList<>();
    try (var in = new DataInputStream(new ByteArrayInputStream(Files.readAllBytes(file)))) {
      for (Frame next = AgentWire.read(in); next != null; next = AgentWire.read(in)) {
        frames.add(next);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return frames;
  }
}
