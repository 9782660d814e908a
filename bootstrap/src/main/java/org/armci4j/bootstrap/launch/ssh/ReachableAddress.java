package org.armci4j.bootstrap.launch.ssh;

import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.List;
import org.armci4j.bootstrap.launch.plan.HostSlots;
import org.armci4j.bootstrap.launch.plan.LaunchException;
import org.armci4j.bootstrap.settings.BootstrapSettings;
import org.armci4j.bootstrap.settings.Settings;
import org.armci4j.bootstrap.text.Text;

/** Which address of this host the ranks of a job can reach. */
public final class ReachableAddress {
  /** Any port: nothing is sent there. */
  private static final int DISCARD = 9;

  private ReachableAddress() {}

  /**
   * Loopback when all ranks are here; otherwise the setting {@code rendezvousAddress}, or the
   * address that this host uses on its way to the first of the hosts whose name it knows.
   *
   * @throws LaunchException when it cannot be told
   */
  public static InetAddress find(List<HostSlots> hosts, Settings settings) {
    List<String> others =
        hosts.stream().map(HostSlots::name).filter(name -> !RemoteShell.isThisHost(name)).toList();
    if (others.isEmpty()) {
      return InetAddress.getLoopbackAddress();
    }
    String given = settings.get(BootstrapSettings.RENDEZVOUS_ADDRESS);
    if (!given.isEmpty()) {
      try {
        return InetAddress.getByName(given);
      } catch (UnknownHostException unknown) {
        throw new LaunchException("setting rendezvousAddress: no host '" + given + "'", unknown);
      }
    }
    for (String host : others) {
      InetAddress own = onTheWayTo(host.substring(host.indexOf('@') + 1));
      if (own != null) {
        return own;
      }
    }
    throw new LaunchException(
        Text.format(
            "cannot tell which address of this host %s can reach: their names are not known here."
                + " Set rendezvousAddress (ARMCI_RENDEZVOUS_ADDRESS) to it",
            String.join(", ", others)));
  }

  /** The source address of what is sent to {@code host}, or null. */
  private static InetAddress onTheWayTo(String host) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(new InetSocketAddress(InetAddress.getByName(host), DISCARD)); // sends nothing
      InetAddress own = socket.getLocalAddress();
      return own.isAnyLocalAddress() ? null : own;
    } catch (UnknownHostException | SocketException | UncheckedIOException notReachable) {
      return null;
    }
  }
}
