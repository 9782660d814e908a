package org.armci4j.bootstrap;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Holds the secret that the ranks of one job share and prove to each other: 256 random bits. {@link
 * #toString} hides it from logs and messages.
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

  /** Returns a new secret from the system's secure random numbers. */
  public static JobSecret random() {
    byte[] bytes = new byte[SIZE_BYTES];
    new SecureRandom().nextBytes(bytes);
    return new JobSecret(bytes);
  }

  /**
   * Returns the secret that {@link #toHex} wrote.
   *
   * @throws IllegalArgumentException when {@code hex} is not 64 hexadecimal digits; the exception
   *     does not show the text
   */
  public static JobSecret ofHex(String hex) {
    byte[] bytes;
    try {
      bytes = HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException malformed) {
      // Without the cause, whose message would show a part of the secret.
      throw new IllegalArgumentException(
          "a job's secret is written as " + 2 * SIZE_BYTES + " hexadecimal digits");
    }
    return new JobSecret(bytes);
  }

  /** Returns the secret in 64 hexadecimal digits. Pass them on only where nobody else can read. */
  public String toHex() {
    return HexFormat.of().formatHex(bytes);
  }

  /** Returns a copy of the secret's bytes, for use as a key. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobSecret secret && MessageDigest.isEqual(bytes, secret.bytes);
  }

  /** Returns the same number for all secrets, as a hash would reveal something of the secret. */
  @Override
  public int hashCode() {
    return SIZE_BYTES;
  }

  @Override
  public String toString() {
    return "JobSecret[hidden]";
  }
}
