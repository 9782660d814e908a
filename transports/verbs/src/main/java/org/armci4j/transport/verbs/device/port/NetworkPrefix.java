package org.armci4j.transport.verbs.device.port;

import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** Knows how many bits of a GID name its network, from the network interface with its address. */
public final class NetworkPrefix {
  private NetworkPrefix() {}

  /** Returns the number of bits; 0 where no interface of this process's network has the address. */
  public static int bits(Gid gid) {
    try {
      InetAddress address = address(gid);
      NetworkInterface device = NetworkInterface.getByInetAddress(address);
      if (device != null) {
        for (InterfaceAddress one : device.getInterfaceAddresses()) {
          if (one.getAddress().equals(address)) {
            return one.getNetworkPrefixLength();
          }
        }
      }
    } catch (SocketException | UnknownHostException unknown) {
      return 0;
    }
    return 0;
  }

  private static InetAddress address(Gid gid) throws UnknownHostException {
    ByteBuffer bytes =
        gid.isIpv4()
            ? ByteBuffer.allocate(Integer.BYTES).putInt((int) gid.low())
            : ByteBuffer.allocate(2 * Long.BYTES).putLong(gid.high()).putLong(gid.low());
    return InetAddress.getByAddress(bytes.array());
  }
}
