package org.armci4j.bootstrap;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secret that the ranks of one job share and prove to each other: 256 random bits. Its text
 * never shows it, so that no log and no message can.
 */
public final class JobSecret {
  /** Length of the secret, in bytes. */
  public static final int SIZE_BYTES = 32;

  private final byte[] bytes;

  private JobSecret(byte[] bytes) {
    if (bytes.length != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "a job's secret has " + SIZE_BYTES + " bytes, not " + bytes.length);
    }
    this.bytes = bytes;
  }

  /** A new one from the system's secure random numbers. */
  public static JobSecret random() {
    byte[] bytes = new byte[SIZE_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new JobSecret(bytes);
  }

  /**
   * Reads what {@link #toHex} wrote.
   *
   * @throws IllegalArgumentException when it is not 64 hexadecimal digits; the text is not shown
   */
  public static JobSecret ofHex(String hex) {
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException malformed) {
      // Without the cause: its message would show a part of the secret.
      throw new IllegalArgumentException(
          "a job's secret is written as " + 2 * SIZE_BYTES + " hexadecimal digits");
    }
    return new JobSecret(bytes);
  }

  /** The secret in 64 hexadecimal digits, to be passed on where nobody else can read. */
  public String toHex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** A copy of the secret's bytes, to be used as a key. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobSecret secret && MessageDigest.isEqual(bytes, secret.bytes);
  }

  /** The same for all secrets, as a hash would tell something of one. */
  @Override
  public int hashCode() {
    return SIZE_BYTES;
  }

  @Override
  public String toString() {
    return "JobSecret[hidden]";
  }
}
