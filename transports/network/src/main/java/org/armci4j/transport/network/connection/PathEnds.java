package org.armci4j.transport.network.connection;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.armci4j.ArmciException;
import org.armci4j.transport.network.NetworkEndpoint;

/** This rank's ends of all paths to another rank, the first of which is that of all else. */
final class PathEnds {
  private final List<NetworkEndpoint> ends = new ArrayList<>();
  private boolean connected;

  PathEnds(NetworkEndpoint first) {
    ends.add(first);
  }

  void add(NetworkEndpoint end) {
    ends.add(end);
  }

  List<NetworkEndpoint> all() {
    return ends;
  }

  /** The addresses of all but the first. */
  byte[] addresses() {
    List<byte[]> addresses = ends.stream().skip(1).map(NetworkEndpoint::address).toList();
    int sizeBytes = addresses.stream().mapToInt(address -> Short.BYTES + address.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(sizeBytes);
    addresses.forEach(address -> bytes.putShort((short) address.length).put(address));
    return bytes.array();
  }

  /**
   * Connects them, once.
   *
   * @param addresses what the other side's {@link #addresses} gave
   * @throws ArmciException when the other side has another number of paths
   */
  void connect(byte[] addresses) {
    if (connected) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.wrap(addresses);
    try {
      for (NetworkEndpoint end : ends.subList(1, ends.size())) {
        byte[] address = new byte[Short.toUnsignedInt(bytes.getShort())];
        bytes.get(address);
        end.connect(address);
      }
    } catch (BufferUnderflowException fewer) {
      throw different(fewer);
    }
    if (bytes.hasRemaining()) {
      throw different(null);
    }
    connected = true;
  }

  private ArmciException different(Exception cause) {
    return new ArmciException(
        "%d paths here are another number of paths than at the other side: the settings of all ranks must be the same"
            .formatted(ends.size()),
        cause);
  }

  void close() {
    ends.subList(1, ends.size()).forEach(NetworkEndpoint::close);
  }
}
