package org.armci4j.transport.verbs.device.port;

import java.util.List;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.verbs.device.ibv.Ibv;
import org.armci4j.transport.verbs.device.ibv.Layout;

/**
 * Describes a port of a device (ibv_query_port(3)) and its addresses.
 *
 * @param number from 1
 * @param state whether it is up
 * @param link the network it is plugged into
 * @param lid local identifier, on InfiniBand; else 0
 * @param lmc number of lower bits of the LID that each sender may choose: packets to different ones
 *     of these 2^lmc identifiers may take different routes
 * @param activeMtuBytes largest packet at present
 * @param maxMessageBytes largest message of one request
 * @param gigabitsPerSecond of the link, 0 if unknown
 * @param gids its table of global identifiers, empty entries left out
 */
public record DevicePort(
    int number,
    State state,
    Link link,
    int lid,
    int lmc,
    int activeMtuBytes,
    long maxMessageBytes,
    int gigabitsPerSecond,
    List<GidEntry> gids) {
  /** Says whether a port is up (enum ibv_port_state). */
  public enum State {
    /** Without state change events. */
    NOP,
    /** No link. */
    DOWN,
    /** A link that no subnet manager has configured. */
    INIT,
    /** Configured, and not yet usable. */
    ARMED,
    /** Usable. */
    ACTIVE,
    /** Was usable, and waits for the link to come back. */
    ACTIVE_DEFER;

    public static State of(int value) {
      return value >= 0 && value < values().length ? values()[value] : NOP;
    }
  }

  /** Names the network that a port is plugged into. */
  public enum Link {
    /** An InfiniBand fabric. */
    INFINIBAND,
    /** Ethernet. */
    ETHERNET,
    /** Unknown. */
    UNSPECIFIED;

    public static Link of(int value) {
      return switch (value) {
        case Ibv.IBV_LINK_LAYER_INFINIBAND -> INFINIBAND;
        case Ibv.IBV_LINK_LAYER_ETHERNET -> ETHERNET;
        default -> UNSPECIFIED;
      };
    }
  }

  /** Reads a struct ibv_port_attr. */
  public static DevicePort at(long address, int number, List<GidEntry> gids) {
    return new DevicePort(
        number,
        State.of(Raw.getInt(address + Layout.IbvPortAttr.STATE)),
        Link.of(Raw.getByte(address + Layout.IbvPortAttr.LINK_LAYER)),
        Short.toUnsignedInt(Raw.getShort(address + Layout.IbvPortAttr.LID)),
        Raw.getByte(address + Layout.IbvPortAttr.LMC),
        Mtu.bytes(Raw.getInt(address + Layout.IbvPortAttr.ACTIVE_MTU)),
        Integer.toUnsignedLong(Raw.getInt(address + Layout.IbvPortAttr.MAX_MSG_SZ)),
        gigabits(
            Raw.getByte(address + Layout.IbvPortAttr.ACTIVE_WIDTH),
            Byte.toUnsignedInt(Raw.getByte(address + Layout.IbvPortAttr.ACTIVE_SPEED))),
        gids);
  }

  /** Returns lanes times speed, as the InfiniBand specification codes them (PortInfo). */
  private static int gigabits(int widthCode, int speedCode) {
    int lanes =
        switch (widthCode) {
          case 1 -> 1;
          case 16 -> 2;
          case 2 -> 4;
          case 4 -> 8;
          case 8 -> 12;
          default -> 0;
        };
    double perLane =
        switch (speedCode) {
          case 1 -> 2.5;
          case 2 -> 5;
          case 4, 8 -> 10;
          case 16 -> 14;
          case 32 -> 25;
          case 64 -> 50;
          case 128 -> 100;
          default -> 0;
        };
    return (int) (lanes * perLane);
  }
}
