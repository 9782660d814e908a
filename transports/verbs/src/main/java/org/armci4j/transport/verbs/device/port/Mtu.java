package org.armci4j.transport.verbs.device.port;

/**
 * Converts packet sizes and their codes (enum ibv_mtu): 1 is 256 bytes, each next code twice as
 * much, 5 is 4096.
 */
public final class Mtu {
  private Mtu() {}

  public static int bytes(int code) {
    return code >= 1 && code <= 5 ? 128 << code : 0;
  }

  /**
   * Returns the code of a packet size.
   *
   * @param sizeBytes 256, 512, 1024, 2048 or 4096
   */
  public static int code(int sizeBytes) {
    if (!isSize(sizeBytes)) {
      throw new IllegalArgumentException(
          "an MTU is 256, 512, 1024, 2048 or 4096 bytes, and not " + sizeBytes);
    }
    return Integer.numberOfTrailingZeros(sizeBytes) - 7;
  }

  public static boolean isSize(int sizeBytes) {
    return Integer.bitCount(sizeBytes) == 1 && sizeBytes >= 256 && sizeBytes <= 4096;
  }
}
