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
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Bootstrap;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Failure;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.JobSecret;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the launcher relies on, and what a rank is told that cannot join. */
@Timeout(300)
class RendezvousServerTest {
  /** For a rank that tries again until then. */
  private static final Duration BRIEF = Duration.ofMillis(300);

  /** For a rank that gets an answer, also on a busy machine. */
  private static final Duration ANSWERED = Duration.ofSeconds(2);

  private static Failure failureAt(Bootstrap rank) {
    Await.until("failure at rank " + rank.rank(), () -> rank.failure() != null);
    return rank.failure();
  }

  /** A rendezvous that another test hosts lasts as long as the JVM. */
  private final Set<Thread> ofOtherTests = Thread.getAllStackTraces().keySet();

  private boolean threadExists(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals(name) && !ofOtherTests.contains(thread));
  }

  private void awaitEnd(String thread) {
    Await.until(thread + " to end", () -> !threadExists(thread));
  }

  private static BootstrapException cannotOpen(InetSocketAddress address, Duration timeout) {
    Settings settings =
        Settings.of(BootstrapSettings.ALL)
            .set(BootstrapSettings.CONNECT_TIMEOUT, timeout)
            .resolve();
    Membership membership =
        new Membership(3, 4, "test", false, new RendezvousPlace(address, JobSecret.random()));
    var cannot =
        assertThrows(BootstrapException.class, () -> Bootstrap.open(membership, settings).close());
    assertTrue(cannot.getMessage().contains("rank 3"), cannot.getMessage());
    assertTrue(cannot.getMessage().contains(address.toString()), cannot.getMessage());
    return cannot;
  }

  @Test
  void newsComeInOrder() {
    try (ServerFixture fixture = new ServerFixture(2)) {
      Bootstrap zero = fixture.open(0);
      fixture.awaitNews("joined 0");
      Bootstrap one = fixture.open(1);
      fixture.awaitNews("all joined");
      zero.close();
      fixture.awaitNews("bye 0");
      one.abort("no more");
      fixture.awaitNews("aborted 1: no more");
      one.close();
      fixture.awaitNews("bye 1");
      assertEquals(
          List.of("joined 0", "joined 1", "all joined", "bye 0", "aborted 1: no more", "bye 1"),
          fixture.news);
      assertEquals(new Failure(1, Host.name(), "no more"), fixture.server.failure());
    }
  }

  @Test
  void aLostRankHasTheReasonThatTheLauncherFinds() throws IOException {
    try (ServerFixture fixture = new ServerFixture(2);
        Bootstrap one = fixture.open(1)) {
      try (RawPeer zero = RawPeer.join(fixture.server, fixture.options, 0)) {
        zero.send(new Message.Join("host"));
        fixture.awaitNews("joined 0");
      }
      fixture.awaitNews("lost 0");
      // What the server has said before it answers this has arrived with the answer.
      one.exchange("alone", new int[] {1}, new byte[0], Await.LIMIT_NANOS);
      assertNull(one.failure());
      fixture.server.fail(0, "killed by signal 9");
      assertEquals(new Failure(0, "host", "killed by signal 9"), failureAt(one));
    }
  }

  @Test
  void aLostRankFailsTheJobAfterTheGrace() throws IOException {
    var settings =
        ServerFixture.settings().set(BootstrapSettings.LOSS_GRACE, Duration.ofMillis(50));
    try (ServerFixture fixture = new ServerFixture(2, settings);
        Bootstrap one = fixture.open(1)) {
      try (RawPeer zero = RawPeer.join(fixture.server, fixture.options, 0)) {
        zero.send(new Message.Join("host"));
        fixture.awaitNews("joined 0");
      }
      assertEquals(new Failure(0, "host", "connection lost without good-bye"), failureAt(one));
    }
  }

  @Test
  void aLauncherThatGoesIsAFailure() {
    ServerFixture fixture = new ServerFixture(2);
    try (Bootstrap zero = fixture.open(0)) {
      var waiting =
          Ranks.start(() -> zero.exchange("k", new int[] {0, 1}, new byte[0], Await.LIMIT_NANOS));
      fixture.awaitNews("joined 0");
      waiting.awaitWaiting();
      fixture.close();
      var ended = assertThrows(BootstrapException.class, waiting::get);
      assertEquals(Failure.LAUNCHER, ended.failure().rank());
      assertEquals(List.of("joined 0"), fixture.news);
      fixture.server.fail(1, "after the end");
      fixture.close();
    }
  }

  @Test
  void aRankThatReportsAFailureLearnsWhichWasFirst() {
    try (ServerFixture fixture = new ServerFixture(2);
        Bootstrap one = fixture.open(1)) {
      Failure first = new Failure(0, Host.name(), "exit code 3");
      assertEquals(first, fixture.server.fail(0, "exit code 3"));
      assertEquals(first, fixture.server.fail(1, "exit code 4"));
      assertEquals(first, fixture.server.failure());
      assertEquals(first, failureAt(one));
    }
  }

  @Test
  void failureOfTheLauncherItselfCanBeTold() {
    try (ServerFixture fixture = new ServerFixture(1);
        Bootstrap zero = fixture.open(0)) {
      fixture.server.fail(Failure.LAUNCHER, "time is over");
      assertEquals(
          "the launcher on " + Host.name() + " failed: time is over", failureAt(zero).toString());
      assertThrows(IllegalArgumentException.class, () -> fixture.server.fail(1, "no such rank"));
      assertThrows(IllegalArgumentException.class, () -> fixture.server.fail(-2, "no such rank"));
    }
  }

  @Test
  void nothingIsLeftAfterClosing() {
    ServerFixture fixture = new ServerFixture(1);
    Bootstrap zero = fixture.open(0);
    assertTrue(threadExists("armci-rank-0"));
    zero.close();
    awaitEnd("armci-rank-0");
    assertTrue(threadExists("armci-rendezvous"));
    fixture.close();
    awaitEnd("armci-rendezvous");
    cannotOpen(fixture.address(), BRIEF);
  }

  @Test
  void aRefusedRankLeavesNoThread() {
    try (ServerFixture fixture = new ServerFixture(1)) {
      Membership one = fixture.membership(0);
      assertThrows(
          BootstrapException.class,
          () ->
              Bootstrap.open(
                  new Membership(
                      0,
                      1,
                      one.jobId(),
                      false,
                      new RendezvousPlace(one.rendezvous(), JobSecret.random())),
                  ServerFixture.settings()
                      .set(BootstrapSettings.CONNECT_TIMEOUT, ANSWERED)
                      .resolve()));
      awaitEnd("armci-rank-0");
    }
  }

  @Test
  void whatIsTooLargeIsSaidSo() throws Exception {
    var settings = ServerFixture.settings().set(BootstrapSettings.FRAME_LIMIT, 10_000L);
    try (ServerFixture fixture = new ServerFixture(2, settings);
        Bootstrap zero = fixture.open(0);
        Bootstrap one = fixture.open(1)) {
      int[] both = {0, 1};
      var alone =
          assertThrows(
              BootstrapException.class,
              () -> zero.exchange("large", both, new byte[10_000], Await.LIMIT_NANOS));
      assertTrue(alone.getMessage().contains("frameLimit"), alone.getMessage());
      List<Boolean> toldSo =
          Ranks.run(
              2,
              rank -> {
                Bootstrap mine = rank == 0 ? zero : one;
                var together =
                    assertThrows(
                        BootstrapException.class,
                        () -> mine.exchange("sum", both, new byte[6000], Await.LIMIT_NANOS));
                return together.getMessage().contains("frameLimit");
              });
      assertEquals(List.of(true, true), toldSo);
      ServerFixture.assertWorks(zero, one);
    }
  }

  @Test
  void anAddressInUseIsAnErrorThatNamesIt() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      InetSocketAddress address = (InetSocketAddress) taken.getLocalSocketAddress();
      Settings settings = Settings.of(BootstrapSettings.ALL).resolve();
      var options = RendezvousOptions.of(1, Duration.ZERO, settings);
      var cannot =
          assertThrows(
              BootstrapException.class, () -> RendezvousPort.bind(options, address).close());
      assertTrue(cannot.getMessage().contains(address.toString()), cannot.getMessage());
    }
  }

  /** Also where a busy machine has let all time pass before the first attempt. */
  @Test
  void nobodyThereIsAnErrorThatNamesTheAddress() throws IOException {
    // Bound, so that nobody else gets the port, but not listening.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      InetSocketAddress address = (InetSocketAddress) bound.getLocalSocketAddress();
      for (Duration timeout : List.of(BRIEF, Duration.ofNanos(1))) {
        String cannot = cannotOpen(address, timeout).getMessage();
        assertTrue(cannot.contains("refused"), cannot);
      }
    }
  }

  @Test
  void aSilentServerIsAnErrorInTime() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var cannot =
          cannotOpen((InetSocketAddress) silent.getLocalSocketAddress(), Duration.ofMillis(300));
      assertTrue(cannot.getMessage().contains("300 ms"), cannot.getMessage());
      assertTrue(cannot.getMessage().contains("ARMCI_CONNECT_TIMEOUT"), cannot.getMessage());
    }
  }

  /** Its end would close the connection, so one that is silent is busy: it waits for a core. */
  @Test
  void aServerOfThisHostMayBeSilentForLongerThanARankTries() throws Exception {
    Settings settings =
        ServerFixture.settings().set(BootstrapSettings.CONNECT_TIMEOUT, BRIEF).resolve();
    RendezvousPort port =
        RendezvousPort.bindOnThisHost(RendezvousOptions.of(1, Duration.ZERO, settings), _ -> {});
    var opening = Ranks.start(() -> Bootstrap.open(port.membership(0, false), settings));
    long start = System.nanoTime();
    Await.until("all of its time", () -> System.nanoTime() - start > 3 * BRIEF.toNanos());
    try (RendezvousServer _ = RendezvousServer.start(port, new RendezvousListener() {});
        Bootstrap rank = opening.get()) {
      ServerFixture.assertWorks(rank);
    }
  }

  @Test
  void aFalseServerIsNotBelieved() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var liar =
          Ranks.start(
              () -> {
                try (RawPeer peer = new RawPeer(listening.accept())) {
                  peer.receive();
                  peer.send(new Message.Challenge(new byte[32]));
                  Message.Hello hello = (Message.Hello) peer.receive();
                  // Sends the rank's own proof back.
                  peer.send(new Message.Welcome(hello.proof()));
                  return peer.awaitEnd();
                }
              });
      var cannot = cannotOpen((InetSocketAddress) listening.getLocalSocketAddress(), ANSWERED);
      assertTrue(
          cannot.getMessage().contains("does not know the job's secret"), cannot.getMessage());
      assertEquals("nothing", liar.get());
    }
  }

  @Test
  void whatAnUnprovedServerSaysIsEscaped() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      var liar =
          Ranks.start(
              () -> {
                try (RawPeer peer = new RawPeer(listening.accept())) {
                  peer.send(new Message.Refused("\u001b[2J\rall is well\nrank 7 failed"));
                  return peer.awaitEnd();
                }
              });
      var cannot = cannotOpen((InetSocketAddress) listening.getLocalSocketAddress(), ANSWERED);
      assertTrue(
          cannot.getMessage().endsWith("says: \\u001b[2J\\u000dall is well\\u000arank 7 failed"),
          cannot.getMessage());
      assertTrue(cannot.getMessage().contains("has not proved"), cannot.getMessage());
      assertTrue(liar.get().startsWith("Knock"));
    }
  }

  @Test
  void anotherServiceIsNotTakenForTheRendezvous() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var other =
          Ranks.start(
              () -> {
                try (RawPeer peer = new RawPeer(listening.accept())) {
                  peer.send(
                      "SSH-2.0-OpenSSH_9.9\r\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
                  return peer.awaitEnd();
                }
              });
      var cannot = cannotOpen((InetSocketAddress) listening.getLocalSocketAddress(), ANSWERED);
      assertTrue(cannot.getMessage().contains("is not the rendezvous"), cannot.getMessage());
      assertTrue(other.get().startsWith("Knock"));
    }
  }

  @Test
  void aSilentRankFailsTheJob() throws Exception {
    var settings =
        ServerFixture.settings().set(BootstrapSettings.HEARTBEAT_TIMEOUT, Duration.ofMillis(400));
    try (ServerFixture fixture = new ServerFixture(2, settings);
        Bootstrap one = fixture.open(1);
        RawPeer zero = RawPeer.join(fixture.server, fixture.options, 0)) {
      zero.send(new Message.Join("elsewhere"));
      Failure failure = failureAt(one);
      assertEquals(0, failure.rank());
      assertEquals("elsewhere", failure.host());
      assertTrue(failure.reason().contains("silent for 400 ms"), failure.reason());
      assertTrue(fixture.news.contains("silent 0"), fixture.news::toString);
    }
  }

  @Test
  void aSilentServerFailsTheJobAtItsRanks() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      JobSecret secret = JobSecret.random();
      var server =
          Ranks.start(
              () -> {
                RawPeer peer = new RawPeer(listening.accept());
                byte[] nonce = new byte[32];
                peer.receive();
                peer.send(new Message.Challenge(nonce));
                Message.Hello hello = (Message.Hello) peer.receive();
                byte[] proof =
                    RawPeer.hmac(
                        secret.toBytes(),
                        "armci4j rendezvous",
                        nonce,
                        hello.rankNonce(),
                        0,
                        1,
                        "test");
                peer.send(new Message.Welcome(proof), new Message.Ping(400_000_000));
                return peer;
              });
      var address = (InetSocketAddress) listening.getLocalSocketAddress();
      Membership membership =
          new Membership(0, 1, "test", false, new RendezvousPlace(address, secret));
      try (Bootstrap rank = Bootstrap.open(membership, ServerFixture.settings().resolve());
          RawPeer peer = server.get()) {
        Failure failure = failureAt(rank);
        assertEquals(Failure.LAUNCHER, failure.rank());
        assertTrue(failure.reason().contains("silent"), failure.reason());
        assertTrue(peer.awaitEnd().startsWith("Pong"));
      }
    }
  }

  @Test
  void ranksTellWhatTheyWaitForAndTheServerForWhom() throws Exception {
    try (ServerFixture fixture = new ServerFixture(3);
        Bootstrap zero = fixture.open(0);
        RawPeer one = RawPeer.join(fixture.server, fixture.options, 1)) {
      one.send(new Message.Join("elsewhere"));
      fixture.awaitNews("joined 1");
      zero.waits().addPart(() -> "holds mutex 3");
      var waiting =
          Ranks.start(
              () -> zero.exchange("k", new int[] {0, 1, 2}, new byte[0], Await.LIMIT_NANOS));
      waiting.awaitWaiting();
      Await.until("the exchange", () -> zero.waits().oldestNanos() > 0);
      List<WaitReport> reports = fixture.server.reports(300_000_000);
      assertTrue(reports.get(0).answered());
      assertTrue(
          reports.get(0).text().matches("(?s).*has waited \\d+\\.\\d s for exchange 'k'\\R +at .*"),
          reports.get(0)::text);
      assertTrue(reports.get(0).text().contains("  holds mutex 3"), reports.get(0)::text);
      assertEquals(new WaitReport(1, "elsewhere", false, "does not answer"), reports.get(1));
      assertEquals(new WaitReport(2, Host.name(), false, "has not joined the job"), reports.get(2));
      assertEquals("exchange 'k' waits for ranks [1, 2]\n", fixture.server.exchangesUnderWay());
      zero.abort("the test ends");
      assertThrows(BootstrapException.class, waiting::get);
    }
  }
}
