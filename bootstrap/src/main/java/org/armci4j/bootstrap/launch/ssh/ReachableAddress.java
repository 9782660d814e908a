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

/** Finds an address of this host that the ranks of a job can reach. */
public final class ReachableAddress {
  /** Any port will do, as nothing is sent. */
  private static final int DISCARD = 9;

  private ReachableAddress() {}

  /**
   * Returns loopback when all ranks are on this host. Otherwise returns the setting {@code
   * rendezvousAddress}, or this host's address on the route to the first of the hosts whose name is
   * known here.
   *
   * @throws LaunchException when no address is found
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

  /** Returns the source address of packets to {@code host}, or null. */
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
