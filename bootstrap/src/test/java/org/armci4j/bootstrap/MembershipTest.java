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
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.rendezvous.RendezvousPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MembershipTest {
  private static final InetSocketAddress SOMEWHERE =
      new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 4711);

  private static Membership launched(JobSecret secret) {
    return new Membership(3, 8, "job-1", true, new RendezvousPlace(SOMEWHERE, secret));
  }

  private static Membership read(Map<String, String> environment, JobSecret secret) {
    return RankEnvironment.read(environment, address -> new RendezvousPlace(address, secret));
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
    assertFalse(alone.isInOneJvm());
  }

  @Test
  void anotherSystemsLauncherIsFound() {
    Map<String, String> mpirun = Map.of("OMPI_COMM_WORLD_RANK", "1", "OMPI_COMM_WORLD_SIZE", "2");
    Membership found = Membership.ofProcess(mpirun);
    assertEquals(1, found.rank());
    assertEquals(2, found.size());
    assertEquals(1, Membership.ofProcess(Map.of()).size());
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
    assertEquals(membership, read(environment, secret));
    Membership six =
        new Membership(
            0,
            2,
            "job",
            false,
            new RendezvousPlace(new InetSocketAddress(InetAddress.ofLiteral("::1"), 9), secret));
    assertEquals(six, read(RankEnvironment.write(six), secret));
    Membership again = six.ofIncarnation(2);
    assertEquals(again, read(RankEnvironment.write(again), secret));
    Membership alone = new Membership(0, 1, "job", false, MeetingPlace.none());
    assertEquals(alone, read(RankEnvironment.write(alone), secret));
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
      var wrong = assertThrows(BootstrapException.class, () -> read(bad, secret));
      assertTrue(
          wrong.getMessage().contains(change.getValue().replace("8", "rank 8")),
          wrong.getMessage());
    }
    for (String missing : good.keySet()) {
      Map<String, String> bad = new HashMap<>(good);
      bad.remove(missing);
      if (!missing.equals("ARMCI_TERMINAL")) {
        assertThrows(BootstrapException.class, () -> read(bad, secret), missing);
      }
    }
  }

  @Test
  void partsMustFitTogether() {
    JobSecret secret = JobSecret.random();
    for (int size : new int[] {-1, 0, Membership.SIZE_LIMIT + 1}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> new Membership(0, size, "job", false, new RendezvousPlace(SOMEWHERE, secret)));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new Membership(0, 2, "job", false, new RendezvousPlace(SOMEWHERE, null)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Membership(0, 2, "job", false, MeetingPlace.none()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Membership(0, 2, "", false, new RendezvousPlace(SOMEWHERE, secret)));
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
