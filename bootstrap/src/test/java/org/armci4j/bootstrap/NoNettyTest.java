package org.armci4j.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import org.armci4j.bootstrap.local.LocalJob;
import org.armci4j.bootstrap.rendezvous.RendezvousListener;
import org.armci4j.bootstrap.rendezvous.RendezvousOptions;
import org.armci4j.bootstrap.rendezvous.RendezvousPlace;
import org.armci4j.bootstrap.rendezvous.RendezvousPort;
import org.armci4j.bootstrap.rendezvous.RendezvousServer;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;

/** Ranks work where there is no Netty at all: only the rendezvous' server uses it. */
@Timeout(300)
class NoNettyTest {
  /** What is run with a class loader that does not find Netty. */
  public static final class Program {
    private Program() {}

    /** A lone rank, and two ranks of one JVM. */
    public static void local() throws Exception {
      Settings settings = Settings.of(BootstrapSettings.ALL).ignoreUnknown().resolve();
      try (Bootstrap alone = Bootstrap.open(Membership.alone(), settings)) {
        check(alone.exchange("k", new int[] {0}, new byte[1], 1).size() == 1);
        check(!alone.hostId().isEmpty());
        alone.abort("why");
        check(alone.failure().reason().equals("why"));
      }
      LocalJob job = LocalJob.create(2);
      Ranks.run(
          2,
          rank -> {
            try (Bootstrap each = Bootstrap.open(job.membership(rank), settings)) {
              return each.exchange("k", new int[] {0, 1}, new byte[1], Await.LIMIT_NANOS);
            }
          });
    }

    /** A rank in a process of its own, whose rendezvous is elsewhere. */
    public static void process(int port, String secret, String jobId) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      Membership membership =
          new Membership(0, 1, jobId, false, new RendezvousPlace(address, JobSecret.ofHex(secret)));
      Settings settings = Settings.of(BootstrapSettings.ALL).ignoreUnknown().resolve();
      try (Bootstrap rank = Bootstrap.open(membership, settings)) {
        check(rank.exchange("k", new int[] {0}, new byte[3], Await.LIMIT_NANOS).size() == 1);
      }
    }

    /** Cannot work without Netty, which shows that there is none. */
    public static void server() throws Exception {
      check(RendezvousServer.class.getDeclaredFields().length > 0);
    }

    private static void check(boolean holds) {
      if (!holds) {
        throw new AssertionError();
      }
    }
  }

  private static URL home(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  private static void run(String method, Object... arguments) throws Exception {
    URL[] homes = {home(Bootstrap.class), home(NoNettyTest.class), home(Logger.class)};
    try (var loader = new URLClassLoader(homes, ClassLoader.getPlatformClassLoader())) {
      Class<?> program = loader.loadClass(Program.class.getName());
      assertEquals(loader, program.getClassLoader());
      for (Method each : program.getMethods()) {
        if (each.getName().equals(method)) {
          each.invoke(null, arguments);
          return;
        }
      }
      throw new NoSuchMethodException(method);
    }
  }

  @Test
  void localRanksNeedNoNetty() throws Exception {
    run("local");
  }

  @Test
  void aRankInAProcessNeedsNoNetty() throws Exception {
    Settings settings = Settings.resolve(BootstrapSettings.ALL);
    RendezvousOptions options = RendezvousOptions.of(1, Duration.ZERO, settings);
    try (RendezvousServer server =
        RendezvousServer.start(RendezvousPort.bindLoopback(options), new RendezvousListener() {})) {
      int port = ((InetSocketAddress) server.address()).getPort();
      run("process", port, options.secret().toHex(), options.jobId());
    }
  }

  @Test
  void theTestWouldNotice() {
    var missing = assertThrows(InvocationTargetException.class, () -> run("server"));
    assertTrue(missing.getCause() instanceof NoClassDefFoundError, missing.toString());
  }
}
