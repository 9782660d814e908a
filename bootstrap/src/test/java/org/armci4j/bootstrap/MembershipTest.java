package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MembershipTest {
  private static final InetSocketAddress SOMEWHERE =
      new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 4711);

  private static Membership launched(JobSecret secret) {
    return Membership.launched(3, 8, SOMEWHERE, secret, "job-1", true);
  }

  private static <T> T join(FutureTask<T> task, Thread thread) throws Exception {
    thread.start();
    return task.get(Await.LIMIT_NANOS, TimeUnit.NANOSECONDS);
  }

  @Test
  void withoutALauncherItIsAJobOfOne() {
    Membership alone = Membership.current();
    assertEquals(0, alone.rank());
    assertEquals(1, alone.size());
    assertNull(alone.rendezvous());
    assertNull(alone.localJob());
  }

  @Test
  void threadsInheritIt() throws Exception {
    Membership mine = LocalJob.create(2).membership(1);
    FutureTask<Membership> inner = new FutureTask<>(Membership::current);
    FutureTask<Membership> outer =
        new FutureTask<>(
            () -> {
              assertSame(mine, Membership.current());
              return join(inner, new Thread(new ThreadGroup("below"), inner));
            });
    assertSame(mine, join(outer, new Thread(new RankThreadGroup(mine), outer)));
  }

  @Test
  void aStrayThreadIsNoJobOfOne() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    RankThreadGroup group = new RankThreadGroup(LocalJob.create(2).membership(0));
    FutureTask<Boolean> stray =
        new FutureTask<>(
            () -> {
              FutureTask<Membership> task = new FutureTask<>(Membership::current);
              Thread.ofVirtual().start(task);
              assertThrows(Exception.class, () -> task.get(20, TimeUnit.SECONDS));
              return end.await(20, TimeUnit.SECONDS);
            });
    Thread rank = new Thread(group, stray);
    rank.start();
    var refused = assertThrows(BootstrapException.class, Membership::current);
    assertTrue(refused.getMessage().contains("belongs to no rank"), refused.getMessage());
    end.countDown();
    assertTrue(stray.get(20, TimeUnit.SECONDS));
    rank.join();
    assertEquals(1, Membership.current().size());
  }

  @Test
  void anEnvironmentWithoutARanksThreadIsAnError() {
    var refused =
        assertThrows(
            BootstrapException.class,
            () -> Membership.refuseStray(Map.of("ARMCI_RANK", "3", "ARMCI_SIZE", "4")));
    assertTrue(refused.getMessage().contains("rank 3 of 4"), refused.getMessage());
    assertThrows(BootstrapException.class, () -> Membership.refuseStray(Map.of("ARMCI_SIZE", "4")));
  }

  @Test
  void theEnvironmentTellsAllButTheSecret() {
    JobSecret secret = JobSecret.random();
    Membership membership = launched(secret);
    Map<String, String> environment = RankEnvironment.write(membership);
    assertFalse(environment.toString().contains(secret.toHex()));
    assertEquals(membership, RankEnvironment.read(environment, secret));
    Membership six =
        Membership.launched(
            0, 2, new InetSocketAddress(InetAddress.ofLiteral("::1"), 9), secret, "job", false);
    assertEquals(six, RankEnvironment.read(RankEnvironment.write(six), secret));
    Membership alone = new Membership(0, 1, null, null, "job", false, null, null);
    assertEquals(alone, RankEnvironment.read(RankEnvironment.write(alone), secret));
  }

  @Test
  void aWrongEnvironmentIsAnErrorWithItsReason() {
    JobSecret secret = JobSecret.random();
    Map<String, String> good = RankEnvironment.write(launched(secret));
    for (var change :
        Map.of(
                "ARMCI_RANK", "8",
                "ARMCI_SIZE", "many",
                "ARMCI_JOB", "a/b",
                "ARMCI_RENDEZVOUS", "example.org:4711")
            .entrySet()) {
      Map<String, String> bad = new HashMap<>(good);
      bad.put(change.getKey(), change.getValue());
      var wrong = assertThrows(BootstrapException.class, () -> RankEnvironment.read(bad, secret));
      assertTrue(
          wrong.getMessage().contains(change.getValue().replace("8", "rank 8")),
          wrong.getMessage());
    }
    for (String missing : good.keySet()) {
      Map<String, String> bad = new HashMap<>(good);
      bad.remove(missing);
      if (!missing.equals("ARMCI_TERMINAL")) {
        assertThrows(BootstrapException.class, () -> RankEnvironment.read(bad, secret), missing);
      }
    }
  }

  @Test
  void partsMustFitTogether() {
    JobSecret secret = JobSecret.random();
    for (int size : new int[] {-1, 0, Membership.SIZE_LIMIT + 1}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> Membership.launched(0, size, SOMEWHERE, secret, "job", false));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> Membership.launched(0, 2, SOMEWHERE, null, "job", false));
    assertThrows(
        IllegalArgumentException.class, () -> Membership.launched(0, 2, null, null, "job", false));
    assertThrows(
        IllegalArgumentException.class,
        () -> Membership.launched(0, 2, SOMEWHERE, secret, "", false));
  }

  @Test
  void secretsAreNeverShown() {
    JobSecret secret = JobSecret.random();
    String shown = launched(secret).toString();
    assertTrue(shown.contains("hidden"), shown);
    assertFalse(shown.contains(secret.toHex()));
    assertEquals(secret, JobSecret.ofHex(secret.toHex()));
    assertNotEquals(secret, JobSecret.random());
    String nearly = secret.toHex().substring(1) + "x";
    var wrong = assertThrows(IllegalArgumentException.class, () -> JobSecret.ofHex(nearly));
    assertFalse(wrong.getMessage().contains(nearly.substring(0, 8)));
    assertThrows(IllegalArgumentException.class, () -> JobSecret.ofHex("00"));
  }
}
