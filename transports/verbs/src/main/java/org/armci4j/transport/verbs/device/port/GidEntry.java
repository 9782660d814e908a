package org.armci4j.transport.verbs.device.port;

import org.armci4j.transport.verbs.device.ibv.Ibv;

/**
 * Holds an entry of a port's GID table.
 *
 * @param index in the table
 * @param gid the identifier
 * @param type form of packets from it
 */
public record GidEntry(int index, Gid gid, Type type) {
  /** Names the form of packets (enum ibv_gid_type). */
  public enum Type {
    /** InfiniBand. */
    INFINIBAND("InfiniBand"),
    /** InfiniBand's headers in Ethernet frames; not routable. */
    ROCE_V1("RoCE v1"),
    /** InfiniBand's headers in UDP datagrams. */
    ROCE_V2("RoCE v2");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    public static Type of(int value) {
      return switch (value) {
        case Ibv.IBV_GID_TYPE_ROCE_V1 -> ROCE_V1;
        case Ibv.IBV_GID_TYPE_ROCE_V2 -> ROCE_V2;
        default -> INFINIBAND;
      };
    }

    @Override
    public String toString() {
      return text;
    }
  }

  @Override
  public String toString() {
    return index + " (" + gid + ", " + type + ")";
  }
}
