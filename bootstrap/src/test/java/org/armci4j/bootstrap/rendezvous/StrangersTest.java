package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.Seed;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever strangers do to the rendezvous, the job works on. */
@Timeout(300)
class StrangersTest {
  private static Membership changed(Membership m, int size, JobSecret secret, String jobId) {
    return new Membership(
        m.rank(), size, jobId, false, new RendezvousPlace(m.rendezvous(), secret));
  }

  private static void assertRefused(Membership false_, String reason) {
    var brief =
        ServerFixture.settings()
            .set(BootstrapSettings.CONNECT_TIMEOUT, Duration.ofSeconds(2))
            .resolve();
    var refused =
        assertThrows(BootstrapException.class, () -> Bootstrap.open(false_, brief).close());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  @Test
  void falseClaimsAreRefused() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2);
        Bootstrap zero = fixture.open(0)) {
      Membership one = fixture.membership(1);
      assertRefused(changed(one, 2, JobSecret.random(), one.jobId()), "does not know the secret");
      assertRefused(changed(one, 3, one.secret(), one.jobId()), "with 3 ranks");
      assertRefused(changed(one, 2, one.secret(), "other"), "is of job other");
      assertRefused(fixture.membership(0), "rank 0 is taken");
      assertEquals(List.of("joined 0"), fixture.news);
      try (Bootstrap other = fixture.open(1)) {
        ServerFixture.assertWorks(zero, other);
      }
    }
  }

  @Test
  void rightSecretWithAWrongRankIsRefused() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1)) {
      for (int rank : new int[] {-1, 1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        try (RawPeer peer = new RawPeer(fixture.address())) {
          peer.send(peer.hello(fixture.options, rank));
          assertTrue(peer.awaitEnd().contains("is not in a job of 1"));
        }
      }
      try (Bootstrap zero = fixture.open(0)) {
        ServerFixture.assertWorks(zero);
      }
    }
  }

  @Test
  void anOverheardProofIsWorthless() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2)) {
      Message.Hello overheard;
      try (RawPeer peer = new RawPeer(fixture.address())) {
        overheard = peer.hello(fixture.options, 1);
      }
      try (RawPeer peer = new RawPeer(fixture.address())) {
        peer.hello(fixture.options, 1);
        peer.send(overheard);
        assertTrue(peer.awaitEnd().contains("does not know the secret"));
      }
    }
  }

  @Test
  void theServersOwnKindOfProofIsWorthless() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2);
        RawPeer peer = new RawPeer(fixture.address())) {
      peer.send(RawPeer.knock(fixture.options));
      Message.Challenge challenge = (Message.Challenge) peer.receive();
      byte[] nonce = new byte[32];
      byte[] proof =
          RawPeer.hmac(
              fixture.options.secret().toBytes(),
              "armci4j rendezvous",
              challenge.serverNonce(),
              nonce,
              1,
              2,
              fixture.options.jobId());
      peer.send(new Message.Hello(1, 2, 0, fixture.options.jobId(), nonce, proof));
      assertTrue(peer.awaitEnd().contains("does not know the secret"));
    }
  }

  @Test
  void garbageIsRefusedWhileTheJobWorks() throws Exception {
    Random random = new Random(Seed.of("garbageIsRefusedWhileTheJobWorks"));
    try (ServerFixture fixture = new ServerFixture(2);
        Bootstrap zero = fixture.open(0);
        Bootstrap one = fixture.open(1)) {
      for (int i = 0; i < 100; i++) {
        try (RawPeer peer = new RawPeer(fixture.address())) {
          byte[] garbage = new byte[random.nextInt(600)];
          random.nextBytes(garbage);
          peer.send(garbage);
          peer.socket.shutdownOutput();
          peer.awaitEnd();
        }
      }
      ServerFixture.assertWorks(zero, one);
      assertNull(fixture.server.failure());
    }
  }

  @Test
  void badFramesAreRefused() throws Exception {
    List<String> frames =
        List.of(
            "00000000", // no version
            "000000020263", // unknown type
            "00000002010c", // other version
            "00000101", // one byte too long for a peer that has proved nothing
            "7fffffff",
            "ffffffff", // negative
            "00000002020c", // bye before hello
            "0000000402040000", // join before hello
            "00000005020200000000".substring(0, 18)); // half a hello
    try (ServerFixture fixture = new ServerFixture(1)) {
      for (String frame : frames) {
        try (RawPeer peer = new RawPeer(fixture.address())) {
          peer.send(HexFormat.of().parseHex(frame));
          assertTrue(peer.awaitEnd().startsWith("Refused[reason=malformed"), frame);
        }
      }
      try (Bootstrap zero = fixture.open(0)) {
        ServerFixture.assertWorks(zero);
      }
    }
  }

  @Test
  void whoSaysNothingIsSentAway() throws Exception {
    var settings =
        ServerFixture.settings().set(BootstrapSettings.PROOF_TIMEOUT, Duration.ofMillis(100));
    try (ServerFixture fixture = new ServerFixture(1, settings);
        Bootstrap zero = fixture.open(0);
        RawPeer silent = new RawPeer(fixture.address())) {
      assertTrue(silent.awaitEnd().contains("did not prove the secret in time"));
      ServerFixture.assertWorks(zero);
    }
  }

  @Test
  void whoProvesButNeverJoinsIsSentAwayAndLeavesTheSeat() throws Exception {
    var settings =
        ServerFixture.settings().set(BootstrapSettings.PROOF_TIMEOUT, Duration.ofMillis(200));
    try (ServerFixture fixture = new ServerFixture(1, settings)) {
      try (RawPeer half = RawPeer.join(fixture.server, fixture.options, 0)) {
        assertTrue(half.awaitEnd().contains("in time"));
      }
      try (Bootstrap zero = fixture.open(0)) {
        ServerFixture.assertWorks(zero);
        assertEquals(List.of("joined 0", "all joined"), fixture.news);
      }
    }
  }

  /** Where many JVMs start on few cores, the turn of one may come late. */
  @Test
  void aRankHasTimeToProveTheSecretWhileOthersJoin() throws Exception {
    Duration limit = Duration.ofSeconds(2); // others join more often, also on a busy machine
    var settings = ServerFixture.settings().set(BootstrapSettings.PROOF_TIMEOUT, limit);
    try (ServerFixture fixture = new ServerFixture(2, settings);
        RawPeer slow = new RawPeer(fixture.address())) {
      long start = System.nanoTime();
      Message.Hello hello = slow.hello(fixture.options, 0);
      while (System.nanoTime() - start < 2 * limit.toNanos()) {
        fixture.open(1).close();
      }
      slow.send(hello);
      assertTrue(slow.receive() instanceof Message.Welcome);
      while (System.nanoTime() - start < 4 * limit.toNanos()) {
        fixture.open(1).close();
      }
      slow.send(new Message.Join("host"));
      fixture.awaitNews("joined 0");
    }
  }

  @Test
  void noCrowdOfStrangersTakesThePlaceOfARank() throws Exception {
    List<RawPeer> crowd = new ArrayList<>();
    try (ServerFixture fixture = new ServerFixture(1);
        RawPeer rank = new RawPeer(fixture.address())) {
      Message.Hello hello = rank.hello(fixture.options, 0);
      for (int i = 0; i < 200; i++) {
        crowd.add(new RawPeer(fixture.address()));
      }
      Await.until("a stranger to be hung up on", () -> crowd.stream().anyMatch(RawPeer::isOver));
      rank.send(hello);
      assertTrue(rank.receive() instanceof Message.Welcome);
    } finally {
      for (RawPeer peer : crowd) {
        peer.close();
      }
    }
  }

  @Test
  void anOverheardFirstWordIsWorthless() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1);
        RawPeer rank = new RawPeer(fixture.address());
        RawPeer stranger = new RawPeer(fixture.address())) {
      Message.Knock knock = RawPeer.knock(fixture.options);
      rank.send(knock);
      assertTrue(rank.receive() instanceof Message.Challenge);
      stranger.send(knock);
      assertTrue(stranger.awaitEnd().contains("does not know the secret"));
    }
  }

  @Test
  void aFalseRefusalIsNotTheLastWord() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1);
        ServerSocket listening = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      var liar =
          Ranks.start(
              () -> {
                try (RawPeer peer = new RawPeer(listening.accept())) {
                  peer.receive();
                  peer.send(new Message.Refused("go away"));
                }
                try (Socket rank = listening.accept();
                    Socket server = new Socket(listening.getInetAddress(), port(fixture))) {
                  Ranks.start(() -> rank.getInputStream().transferTo(server.getOutputStream()));
                  return server.getInputStream().transferTo(rank.getOutputStream());
                }
              });
      Membership zero = fixture.membership(0);
      var address = (InetSocketAddress) listening.getLocalSocketAddress();
      try (Bootstrap rank =
          Bootstrap.open(zero.at(new RendezvousPlace(address, zero.secret())), fixture.settings)) {
        ServerFixture.assertWorks(rank);
      }
      assertTrue(liar.get() > 0);
    }
  }

  private static int port(ServerFixture fixture) {
    return fixture.address().getPort();
  }

  /** At full rate, as anybody on this host can: they know the port from the system's table. */
  @Tag("long")
  @Test
  void jobsStartInAFloodOfStrangers() throws Exception {
    for (int job = 0; job < 20; job++) {
      try (ServerFixture fixture = new ServerFixture(4);
          Flood flood = new Flood(fixture.address(), 1)) {
        flood.awaitConnections(1000);
        Bootstrap[] ranks = new Bootstrap[4];
        Ranks.run(4, rank -> ranks[rank] = fixture.open(rank));
        ServerFixture.assertWorks(ranks);
        for (Bootstrap rank : ranks) {
          rank.close();
        }
        assertNull(fixture.server.failure());
      }
    }
  }

  @Test
  void aHandshakeMayComeByteByByte() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1);
        RawPeer peer = new RawPeer(fixture.address())) {
      peer.socket.setTcpNoDelay(true);
      byte[] hello = FrameCodec.encode(peer.hello(fixture.options, 0));
      for (byte each : hello) {
        peer.send(new byte[] {each});
      }
      assertTrue(peer.receive() instanceof Message.Welcome);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 1000, 100_000})
  void anExchangeMayFollowTheJoinAtOnce(int valueBytes) throws Exception {
    try (ServerFixture fixture = new ServerFixture(1);
        RawPeer peer = RawPeer.join(fixture.server, fixture.options, 0)) {
      byte[] value = new byte[valueBytes];
      peer.send(
          new Message.Join("host"), new Message.Contribute(5, false, "k", new int[] {0}, value));
      Message.Completed completed = (Message.Completed) peer.receive();
      assertEquals(5, completed.id());
      assertEquals(value.length, completed.values().get(0).length);
    }
  }

  @Test
  void theSecretIsNeverSent() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1);
        RecordingProxy proxy = new RecordingProxy(fixture.address())) {
      Membership direct = fixture.membership(0);
      Membership through =
          new Membership(
              0, 1, direct.jobId(), false, new RendezvousPlace(proxy.address(), direct.secret()));
      try (Bootstrap zero = Bootstrap.open(through, fixture.settings)) {
        ServerFixture.assertWorks(zero);
      }
      fixture.awaitNews("bye 0");
      String seen = new String(proxy.recorded(), StandardCharsets.ISO_8859_1);
      String secret = new String(direct.secret().toBytes(), StandardCharsets.ISO_8859_1);
      assertTrue(seen.contains("works"), "the proxy saw the talk");
      assertFalse(seen.contains(secret));
      assertFalse(seen.contains(direct.secret().toHex()));
    }
  }

  @Test
  void malformedAfterJoiningFailsThatRank() throws IOException {
    try (ServerFixture fixture = new ServerFixture(2);
        Bootstrap one = fixture.open(1);
        RawPeer zero = RawPeer.join(fixture.server, fixture.options, 0)) {
      zero.send(new Message.Join("elsewhere"));
      zero.send(new byte[] {0, 0, 0, 2, 1, 99});
      var ended =
          assertThrows(
              BootstrapException.class,
              () -> one.exchange("k", new int[] {0, 1}, new byte[0], Long.MAX_VALUE));
      assertEquals(0, ended.failure().rank());
      assertEquals("elsewhere", ended.failure().host());
      assertTrue(ended.getMessage().contains("malformed message"), ended.getMessage());
    }
  }

  @Tag("long")
  @Test
  void aThousandStrangersKeepNoJobFromStartingAndWorking() throws Exception {
    Random random = new Random(Seed.of("aThousandStrangersKeepNoJobFromStartingAndWorking"));
    List<RawPeer> crowd = new ArrayList<>();
    AtomicBoolean over = new AtomicBoolean();
    try (ServerFixture fixture = new ServerFixture(4)) {
      for (int i = 0; i < 500; i++) {
        crowd.add(new RawPeer(fixture.address()));
      }
      // Half of them say nothing; these come while the ranks do, and talk nonsense byte by byte.
      var talking =
          Ranks.start(
              () -> {
                int came = 0;
                while (came < 500 || !over.get()) {
                  try (RawPeer peer = new RawPeer(fixture.address())) {
                    byte[] nonsense = new byte[random.nextInt(40)];
                    random.nextBytes(nonsense);
                    for (byte each : nonsense) {
                      peer.send(new byte[] {each});
                    }
                    came++;
                  } catch (IOException hungUpMeanwhile) {
                    came++;
                  }
                }
                return came;
              });
      Bootstrap[] ranks = new Bootstrap[4];
      Ranks.run(4, rank -> ranks[rank] = fixture.open(rank));
      for (int i = 0; i < 50; i++) {
        ServerFixture.assertWorks(ranks);
      }
      over.set(true);
      assertTrue(talking.get() >= 500);
      ServerFixture.assertWorks(ranks);
      assertNull(fixture.server.failure());
      for (Bootstrap rank : ranks) {
        rank.close();
      }
    } finally {
      over.set(true);
      for (RawPeer peer : crowd) {
        peer.close();
      }
    }
  }
}
