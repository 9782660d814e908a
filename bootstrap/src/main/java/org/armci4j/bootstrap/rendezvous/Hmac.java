package org.armci4j.bootstrap.rendezvous;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Computes HMAC-SHA-256 (RFC 2104) with one key. Uses {@link MessageDigest}, as {@code
 * javax.crypto.Mac} first searches all providers of cryptography, which delays a rank's start by 10
 * ms. For one thread.
 */
final class Hmac {
  private static final int BLOCK_BYTES = 64;
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  private final MessageDigest sha256;
  private final byte[] innerPad;
  private final byte[] outerPad;

  Hmac(byte[] key) {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError("every JDK has SHA-256", impossible);
    }
    byte[] shortKey = key.length > BLOCK_BYTES ? sha256.digest(key) : key;
    innerPad = pad(shortKey, INNER);
    outerPad = pad(shortKey, OUTER);
  }

  private static byte[] pad(byte[] key, byte with) {
    byte[] pad = Arrays.copyOf(key, BLOCK_BYTES);
    for (int i = 0; i < pad.length; i++) {
      pad[i] ^= with;
    }
    return pad;
  }

  /** Returns the code over all parts, one after the other. */
  byte[] of(byte[]... parts) {
    sha256.update(innerPad);
    for (byte[] part : parts) {
      sha256.update(part);
    }
    byte[] inner = sha256.digest();
    sha256.update(outerPad);
    return sha256.digest(inner);
  }
}
