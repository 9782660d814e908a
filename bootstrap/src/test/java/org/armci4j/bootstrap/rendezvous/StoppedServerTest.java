package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.settings.SettingsBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank whose rendezvous is stopped, and may be silent forever (heartbeatTimeout is 0). */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoppedServerTest {
  /** More than the buffers of a connection take. */
  private static final byte[] LARGE = new byte[32 << 20];

  private static final int[] BOTH = {0, 1};

  @TempDir static Path directory;
  private static TlsFiles store;

  private final JobSecret secret = JobSecret.random();
  private ServerSocket listening;
  private Membership self;

  @BeforeAll
  static void makeStore() throws Exception {
    store = TlsFiles.create(directory, "store");
  }

  @BeforeEach
  void listen() throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    var address = (InetSocketAddress) listening.getLocalSocketAddress();
    self = new Membership(0, 2, "job", false, new RendezvousPlace(address, secret));
  }

  @AfterEach
  void close() throws IOException {
    listening.close();
  }

  private static Settings settings(Duration exchangeTimeout, boolean tls) {
    SettingsBuilder builder =
        Settings.of(BootstrapSettings.ALL)
            .set(BootstrapSettings.EXCHANGE_TIMEOUT, exchangeTimeout)
            .set(BootstrapSettings.FRAME_LIMIT, 64L << 20);
    return (tls ? store.set(builder) : builder).resolve();
  }

  /** The server's end of a connection over which rank 0 has joined. */
  private RawPeer admit(boolean tls) throws Exception {
    Socket socket = listening.accept();
    RawPeer inClear = new RawPeer(socket);
    assertEquals(tls, ((Message.Knock) inClear.receive()).tls());
    RawPeer server = tls ? new RawPeer(TrustingPeer.with(store).over(socket)) : inClear;
    byte[] nonce = new byte[FrameCodec.DIGEST_BYTES];
    server.send(new Message.Challenge(nonce));
    Message.Hello hello = (Message.Hello) server.receive();
    byte[] key = secret.toBytes();
    byte[] proof =
        RawPeer.hmac(key, "armci4j rendezvous", nonce, hello.rankNonce(), 0, 2, hello.jobId());
    server.send(new Message.Welcome(proof));
    assertTrue(server.receive() instanceof Message.Join);
    return server;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatItDoesNotTakeIsGivenUp(boolean tls) throws Exception {
    var joining = Ranks.start(() -> admit(tls));
    try (Bootstrap rank = Bootstrap.open(self, settings(Duration.ofMillis(200), tls));
        RawPeer _ = joining.get()) {
      assertGivesUp(rank);
    }
  }

  /** Its own answer, behind what the server does not take, does not keep a rank from noticing. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void norDoesItHelpThatItHasAskedForASignOfLife(boolean tls) throws Exception {
    var joining = Ranks.start(() -> admit(tls));
    try (Bootstrap rank = Bootstrap.open(self, settings(Duration.ofMillis(200), tls));
        RawPeer server = joining.get()) {
      var asking =
          Ranks.start(
              () -> {
                int first = server.socket.getInputStream().read(); // the frame has begun
                server.send(new Message.Ping(0));
                server.send(new Message.ReportWanted(1));
                return first;
              });
      assertGivesUp(rank);
      asking.get();
    }
  }

  private void assertGivesUp(Bootstrap rank) {
    var told =
        assertThrows(
            BootstrapException.class, () -> rank.exchange("k", BOTH, LARGE, Long.MAX_VALUE));
    assertEquals(Failure.LAUNCHER, told.failure().rank());
    assertTrue(told.getMessage().contains("longer than exchangeTimeout"), told.getMessage());
  }

  @Tag("release")
  @Test
  void silenceAloneIsNoFault() throws Exception {
    var joining = Ranks.start(() -> admit(false));
    try (Bootstrap rank = Bootstrap.open(self, settings(Duration.ofMillis(20), false));
        RawPeer server = joining.get()) {
      byte[] small = new byte[8];
      var late =
          assertThrows(
              BootstrapException.class,
              () -> rank.exchange("k", BOTH, small, TimeUnit.MILLISECONDS.toNanos(500)));
      assertNull(rank.failure(), late.getMessage());
      assertTrue(server.receive() instanceof Message.Contribute);
    }
  }
}
