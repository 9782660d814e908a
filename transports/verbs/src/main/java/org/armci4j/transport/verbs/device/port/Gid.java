package org.armci4j.transport.verbs.device.port;

import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.network.Raw;

/**
 * Holds a global identifier: 128 bits, written as an IPv6 address.
 *
 * @param high the first eight bytes, as a big-endian number
 * @param low the last eight
 */
public record Gid(long high, long low) {
  /** Reads a union ibv_gid. */
  public static Gid at(long address) {
    return new Gid(
        Long.reverseBytes(Raw.getLong(address)),
        Long.reverseBytes(Raw.getLong(address + Long.BYTES)));
  }

  public void writeTo(long address) {
    Raw.putLong(address, Long.reverseBytes(high));
    Raw.putLong(address + Long.BYTES, Long.reverseBytes(low));
  }

  /** Returns whether it stands for an IPv4 address, as ::ffff:a.b.c.d does. */
  public boolean isIpv4() {
    return high == 0 && low >>> 32 == 0xffff;
  }

  /** Returns whether it holds on one link only, as fe80::… does. */
  public boolean isLinkLocal() {
    return high >>> 54 == 0xfe80 >>> 6;
  }

  @Override
  public String toString() {
    if (isIpv4()) {
      int address = (int) low;
      return Text.format(
          "::ffff:%d.%d.%d.%d",
          address >>> 24, address >>> 16 & 255, address >>> 8 & 255, address & 255);
    }
    StringBuilder text = new StringBuilder();
    for (long half : new long[] {high, low}) {
      for (int shift = 48; shift >= 0; shift -= 16) {
        text.append(text.isEmpty() ? "" : ":").append(Long.toHexString(half >>> shift & 0xffff));
      }
    }
    return text.toString();
  }
}
