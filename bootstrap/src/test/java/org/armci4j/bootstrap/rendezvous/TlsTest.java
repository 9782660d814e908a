package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLSocket;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.Seed;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rendezvous over TLS: a rank that has the store works as ever, and nobody else gets near the
 * job.
 */
@Timeout(300)
class TlsTest {
  private static final Duration BRIEF = Duration.ofMillis(300);

  /** Long enough for the first TLS handshake of a JVM on a busy machine. */
  private static final Duration HANDSHAKE = Duration.ofSeconds(3);

  @TempDir static Path directory;
  private static TlsFiles ours;
  private static TlsFiles theirs;

  @BeforeAll
  static void makeStores() throws Exception {
    ours = TlsFiles.create(directory, "ours");
    theirs = TlsFiles.create(directory, "theirs");
  }

  /** For a rank that tries again until then; TLS takes its time. */
  private static SettingsBuilder brief(SettingsBuilder settings) {
    return settings.set(BootstrapSettings.CONNECT_TIMEOUT, Duration.ofSeconds(2));
  }

  private static String refusal(Membership rank, Settings settings) {
    return assertThrows(BootstrapException.class, () -> Bootstrap.open(rank, settings).close())
        .getMessage();
  }

  private static void assertContains(String words, String text) {
    assertTrue(text.contains(words), text);
  }

  private static Membership at(InetSocketAddress address, Membership rank) {
    return new Membership(
        rank.rank(), rank.size(), rank.jobId(), false, new RendezvousPlace(address, rank.secret()));
  }

  @Test
  void whatGoesOverTheWireIsNotInClear() throws Exception {
    assertContains("works", overheard(ServerFixture.settings()));
    String seen = overheard(ours.settings());
    assertTrue(seen.length() > 2000, "the proxy saw the talk");
    assertFalse(seen.contains("works"), "the name of an exchange");
  }

  private static String overheard(SettingsBuilder settings) throws Exception {
    try (ServerFixture fixture = new ServerFixture(1, settings);
        RecordingProxy proxy = new RecordingProxy(fixture.address())) {
      Membership through = at(proxy.address(), fixture.membership(0));
      try (Bootstrap zero = Bootstrap.open(through, fixture.settings)) {
        ServerFixture.assertWorks(zero);
      }
      fixture.awaitNews("bye 0");
      return new String(proxy.recorded(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void largeMessagesPassBothWaysAtOnce() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2, ours.settings());
        Bootstrap zero = fixture.open(0);
        Bootstrap one = fixture.open(1)) {
      byte[] value = new byte[3 << 20];
      new Random(Seed.of("TlsTest.largeMessagesPassBothWaysAtOnce")).nextBytes(value);
      Bootstrap[] ranks = {zero, one};
      for (int round = 0; round < 5; round++) {
        var all =
            Ranks.run(
                2, rank -> ranks[rank].exchange("k", new int[] {0, 1}, value, Await.LIMIT_NANOS));
        for (List<byte[]> each : all) {
          assertArrayEquals(value, each.get(0));
          assertArrayEquals(value, each.get(1));
        }
      }
    }
  }

  @Tag("long")
  @Test
  void theStoreAloneIsWorthless() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1, ours.settings())) {
      Membership zero = fixture.membership(0);
      Membership guess =
          new Membership(
              0,
              1,
              zero.jobId(),
              false,
              new RendezvousPlace(zero.rendezvous(), JobSecret.random()));
      assertContains("and the job's secret", refusal(guess, brief(ours.settings()).resolve()));
    }
  }

  @Test
  void aRankWithoutTheStoreIsToldSo() throws Exception {
    try (ServerFixture fixture =
            new ServerFixture(2, ours.settings().set(BootstrapSettings.PROOF_TIMEOUT, HANDSHAKE));
        Bootstrap zero = fixture.open(0)) {
      Settings none = brief(ServerFixture.settings()).resolve();
      assertContains(
          "the rendezvous has a tlsStore, which each rank needs too",
          refusal(fixture.membership(1), none));
      try (Bootstrap one = fixture.open(1)) {
        ServerFixture.assertWorks(zero, one);
      }
    }
  }

  @Test
  void aRankWithAnotherStoreIsRefused() throws Exception {
    try (ServerFixture fixture = new ServerFixture(2, ours.settings());
        Bootstrap zero = fixture.open(0)) {
      String told = refusal(fixture.membership(1), brief(theirs.settings()).resolve());
      assertContains("the certificate is not that of this side's tlsStore", told);
      assertContains(theirs.store().toString(), told);
      try (Bootstrap one = fixture.open(1)) {
        ServerFixture.assertWorks(zero, one);
      }
      assertNull(fixture.server.failure());
    }
  }

  @Tag("long")
  @Test
  void aRankWithAStoreIsToldWhereTheRendezvousHasNone() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1)) {
      String told = refusal(fixture.membership(0), brief(ours.settings()).resolve());
      assertContains("cannot agree on TLS", told);
      try (Bootstrap zero = fixture.open(0)) {
        ServerFixture.assertWorks(zero);
      }
    }
  }

  /** Clients that would take any server: with another key, with none, with an older TLS. */
  @Test
  void theServerAcceptsNoOtherClient() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1, ours.settings())) {
      assertHearsNothing(fixture, TrustingPeer.with(theirs), "TLSv1.3");
      assertHearsNothing(fixture, TrustingPeer.withoutKey(), "TLSv1.3");
      assertHearsNothing(fixture, TrustingPeer.with(ours), "TLSv1.2");
      try (RawPeer peer = new RawPeer(fixture.address()).knockForTls(fixture.options);
          SSLSocket socket = TrustingPeer.with(ours).over(peer.socket, "TLSv1.3")) {
        Message answer = new RawPeer(socket).receive();
        assertTrue(answer instanceof Message.Challenge, "else it would");
      }
      try (Bootstrap zero = fixture.open(0)) {
        ServerFixture.assertWorks(zero);
      }
    }
  }

  private static void assertHearsNothing(
      ServerFixture fixture, TrustingPeer stranger, String protocol) throws IOException {
    try (RawPeer peer = new RawPeer(fixture.address()).knockForTls(fixture.options);
        SSLSocket socket = stranger.over(peer.socket, protocol)) {
      assertThrows(IOException.class, () -> new RawPeer(socket).receive());
    }
  }

  @Test
  void halfOpenHandshakesEndWithTheTimeForTheProof() throws Exception {
    byte[] hello = TrustingPeer.with(ours).hello();
    try (ServerFixture fixture =
            new ServerFixture(1, ours.settings().set(BootstrapSettings.PROOF_TIMEOUT, HANDSHAKE));
        Bootstrap zero = fixture.open(0);
        RawPeer silent = new RawPeer(fixture.address());
        RawPeer half = new RawPeer(fixture.address()).knockForTls(fixture.options);
        RawPeer whole = new RawPeer(fixture.address()).knockForTls(fixture.options)) {
      half.send(Arrays.copyOf(hello, hello.length / 2));
      whole.send(hello); // and never the rest of the handshake
      assertContains("in time", silent.awaitEnd());
      assertContains("in time", half.awaitEnd());
      whole.socket.getInputStream().readAllBytes();
      ServerFixture.assertWorks(zero);
      assertNull(fixture.server.failure());
    }
  }

  /** Else each of them could have the server do the arithmetic of a handshake. */
  @Test
  void whoDoesNotKnockGetsNoHandshake() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1, ours.settings());
        RawPeer stranger = new RawPeer(fixture.address())) {
      stranger.send(TrustingPeer.with(ours).hello());
      assertContains("malformed", stranger.awaitEnd()); // in clear
    }
  }

  @Test
  void nonsenseInsteadOfTlsIsRefusedWithFewWords() throws Exception {
    try (ServerFixture fixture = new ServerFixture(1, ours.settings());
        RawPeer peer = new RawPeer(fixture.address()).knockForTls(fixture.options)) {
      peer.send(new byte[20_000]);
      peer.socket.getInputStream().readAllBytes();
      try (Bootstrap zero = fixture.open(0)) {
        ServerFixture.assertWorks(zero);
      }
    }
  }

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        ServerFixture fixture = new ServerFixture(1)) {
      var address = (InetSocketAddress) silent.getLocalSocketAddress();
      Settings settings = ours.settings().set(BootstrapSettings.CONNECT_TIMEOUT, BRIEF).resolve();
      assertContains(
          "did not answer within 300 ms", refusal(at(address, fixture.membership(0)), settings));
    }
  }

  /** It never stops to speak, so no wait for a byte takes long. */
  @Test
  void aServerThatAnswersByteByByteIsGivenUp() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        ServerFixture fixture = new ServerFixture(1)) {
      Ranks.Running<Integer> speaks = Ranks.start(() -> speakByteByByte(listening));
      var address = (InetSocketAddress) listening.getLocalSocketAddress();
      Settings settings = ours.settings().set(BootstrapSettings.CONNECT_TIMEOUT, BRIEF).resolve();
      assertContains(
          "did not answer within 300 ms", refusal(at(address, fixture.membership(0)), settings));
      assertTrue(speaks.get() > 2);
    }
  }

  private static int speakByteByByte(ServerSocket listening) throws IOException {
    int sent = 0;
    try (Socket socket = listening.accept()) {
      socket.setSoTimeout(20);
      socket.getOutputStream().write(new byte[] {22, 3, 3, 64, 0}); // 16 KiB will follow
      while (true) {
        try {
          while (socket.getInputStream().read() >= 0) {} // until there is nothing
          return sent;
        } catch (SocketTimeoutException stillThere) {
          socket.getOutputStream().write(0);
          sent++;
        }
      }
    } catch (SocketException hungUp) {
      return sent;
    }
  }

  /** A reader's time-out may come between any two bytes of a record, and costs none of them. */
  @Test
  void silenceInTheMiddleOfARecordLosesNothing() throws Exception {
    Semaphore silences = new Semaphore(0);
    Message.Refused message = new Message.Refused("each byte of it");
    try (ServerSocket listening = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
        DrippingProxy proxy =
            new DrippingProxy((InetSocketAddress) listening.getLocalSocketAddress(), silences);
        RankSocket rank = new RankSocket()) {
      var server =
          Ranks.start(
              () -> {
                SSLSocket socket = TrustingPeer.with(ours).over(listening.accept());
                socket.startHandshake();
                proxy.drip();
                for (int i = 0; i < 3; i++) {
                  socket.getOutputStream().write(FrameCodec.encode(message));
                }
                return socket;
              });
      rank.connect(proxy.address(), 10_000);
      rank.encrypt(ours.tls(), 10_000);
      rank.setTimeout(1);
      int before = proxy.dripped();
      for (int i = 0; i < 3; i++) {
        var read = (Message.Refused) rank.read(1000, silences::release);
        assertEquals(message.reason(), read.reason());
      }
      assertTrue(proxy.dripped() - before > 100, "byte by byte");
      server.get().close();
    }
  }
}
