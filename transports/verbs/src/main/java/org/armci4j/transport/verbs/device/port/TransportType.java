package org.armci4j.transport.verbs.device.port;

import org.armci4j.transport.verbs.device.ibv.Ibv;

/** Names the protocol of a device on the wire. */
public enum TransportType {
  /** InfiniBand, on its own wire or over Ethernet (RoCE). */
  INFINIBAND,
  /** iWARP, over TCP; it has no atomics. */
  IWARP,
  /** Another protocol. */
  OTHER;

  public static TransportType of(int value) {
    return switch (value) {
      case Ibv.IBV_TRANSPORT_IB -> INFINIBAND;
      case Ibv.IBV_TRANSPORT_IWARP -> IWARP;
      default -> OTHER;
    };
  }
}
