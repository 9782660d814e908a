package org.armci4j.bootstrap.launch.ssh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.launch.plan.RankDebug;
import org.armci4j.bootstrap.launch.plan.RankProgram;
import org.armci4j.bootstrap.launch.plan.StandardInput;
import org.armci4j.bootstrap.rendezvous.RendezvousPlace;

/** What launcher and agent say to each other comes back; other bytes are refused. */
class AgentWireTest {
  private static byte[] frame(AgentWire.Kind kind, int rank, byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new AgentWire.Writer(out).send(kind, rank, bytes);
    return out.toByteArray();
  }

  private static AgentWire.Frame read(byte[] bytes) throws IOException {
    return AgentWire.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  @Property
  void framesComeBack(
      @ForAll AgentWire.Kind kind, @ForAll int rank, @ForAll @Size(max = 100) byte[] bytes)
      throws IOException {
    AgentWire.Frame read = read(frame(kind, rank, bytes));
    assertEquals(kind, read.kind());
    assertEquals(rank, read.rank());
    assertArrayEquals(bytes, read.bytes());
  }

  /** As when the connection ends in the middle of one. */
  @Property
  void aFrameThatIsCutIsNone(
      @ForAll AgentWire.Kind kind, @ForAll @Size(max = 20) byte[] bytes, @ForAll int at)
      throws IOException {
    byte[] whole = frame(kind, 0, bytes);
    assertNull(read(Arrays.copyOf(whole, Math.floorMod(at, whole.length))));
  }

  @Property
  void anyBytesAreAFrameOrRefused(@ForAll @Size(max = 40) byte[] bytes) {
    try {
      AgentWire.Frame read = read(bytes);
      if (read != null) {
        assertNotNull(read.kind());
      }
    } catch (IOException refused) {
      assertNotNull(refused.getMessage());
    }
  }

  @Property(tries = 200)
  void startsComeBack(
      @ForAll @IntRange(min = 1, max = 1000) int size,
      @ForAll @Size(max = 5) List<String> arguments,
      @ForAll @Size(max = 3) List<String> names)
      throws IOException {
    Map<String, String> environment = new HashMap<>();
    names.forEach(name -> environment.put(text(name), "value of " + text(name)));
    HostStart start =
        start(size, arguments.stream().map(AgentWireTest::text).toList(), environment);
    HostStart read = HostStart.decode(start.encode());
    assertEquals(start.ranks(), read.ranks());
    assertEquals(start.program(), read.program());
    assertEquals(start.ending(), read.ending());
    assertEquals(start.directory(), read.directory());
    assertEquals(start.first().rank(), read.first().rank());
    assertEquals(start.first().size(), read.first().size());
    assertEquals(start.first().rendezvous(), read.first().rendezvous());
    assertEquals(start.first().secret().toHex(), read.first().secret().toHex());
  }

  /** Half of a pair of surrogates is no text that a command line could hold. */
  private static String text(String any) {
    return any.replaceAll("[\\ud800-\\udfff]", "?");
  }

  static HostStart start(int size, List<String> texts, Map<String, String> environment) {
    RankProgram program =
        new RankProgram(
            "org.example.Main",
            texts,
            texts,
            environment,
            List.of("a.jar"),
            size % 2 == 0 ? StandardInput.ALL : StandardInput.FIRST,
            size % 2 == 0 ? null : new RankDebug(3, 4000 + size),
            size % 2 == 0 ? "" : "/tmp/records");
    InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 4711);
    RendezvousPlace place = new RendezvousPlace(address, JobSecret.random());
    Membership first = new Membership(3, size + 3, "job-1", false, place);
    return new HostStart("/home/user", size, program, Duration.ofMillis(size), first);
  }

  @Property
  void aDamagedStartIsAStartOrRefused(@ForAll int place, @ForAll byte damage) {
    byte[] bytes = start(2, List.of("one", "two"), Map.of("NAME", "value")).encode();
    bytes[Math.floorMod(place, bytes.length)] ^= damage;
    readOrRefuse(bytes);
  }

  @Property
  void anyBytesAreAStartOrRefused(@ForAll @Size(max = 60) byte[] bytes) {
    readOrRefuse(bytes);
  }

  private static void readOrRefuse(byte[] bytes) {
    try {
      assertNotNull(HostStart.decode(bytes));
    } catch (IOException refused) {
      // As it should be: any other exception fails the test.
    }
  }
}
