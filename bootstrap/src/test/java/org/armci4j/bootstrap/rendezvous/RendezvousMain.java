package org.armci4j.bootstrap.rendezvous;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;

/** A rendezvous in a JVM of its own, which tells at each line of input how much heap it uses. */
final class RendezvousMain {
  private RendezvousMain() {}

  /** The argument is the number of ranks. */
  public static void main(String[] args) throws Exception {
    Settings settings = Settings.resolve(BootstrapSettings.ALL);
    RendezvousOptions options =
        RendezvousOptions.of(Integer.parseInt(args[0]), Duration.ZERO, settings);
    try (RendezvousServer server =
        RendezvousServer.start(RendezvousPort.bindLoopback(options), new RendezvousListener() {})) {
      int port = ((InetSocketAddress) server.address()).getPort();
      System.out.printf(Locale.ROOT, "%s %d %s%n", options.jobId(), port, options.secret().toHex());
      while (System.in.read() >= 0) {
        System.gc();
        System.out.println(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
      }
    }
  }
}
