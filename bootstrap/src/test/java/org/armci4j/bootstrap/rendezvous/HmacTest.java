package org.armci4j.bootstrap.rendezvous;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.armci4j.bootstrap.Seed;
import org.junit.jupiter.api.Test;

class HmacTest {
  private static byte[] repeat(int value, int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static void check(byte[] key, byte[] data, String expected) {
    assertEquals(expected, HexFormat.of().formatHex(new Hmac(key).of(data)));
  }

  /** RFC 4231, test cases 1 to 4, 6 and 7. */
  @Test
  void vectorsOfTheRfc() {
    check(
        repeat(0x0b, 20),
        "Hi There".getBytes(US_ASCII),
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    check(
        "Jefe".getBytes(US_ASCII),
        "what do ya want for nothing?".getBytes(US_ASCII),
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    check(
        repeat(0xaa, 20),
        repeat(0xdd, 50),
        "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    check(
        HexFormat.of().parseHex("0102030405060708090a0b0c0d0e0f10111213141516171819"),
        repeat(0xcd, 50),
        "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
    check(
        repeat(0xaa, 131),
        "Test Using Larger Than Block-Size Key - Hash Key First".getBytes(US_ASCII),
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    check(
        repeat(0xaa, 131),
        ("This is a test using a larger than block-size key and a larger than block-size data."
                + " The key needs to be hashed before being used by the HMAC algorithm.")
            .getBytes(US_ASCII),
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
  }

  @Test
  void partsAreOneMessageAndTheSameAsTheJdks() throws Exception {
    Random random = new Random(Seed.of("partsAreOneMessageAndTheSameAsTheJdks"));
    for (int i = 0; i < 1000; i++) {
      byte[] key = new byte[1 + random.nextInt(150)];
      byte[] first = new byte[random.nextInt(200)];
      byte[] second = new byte[random.nextInt(200)];
      random.nextBytes(key);
      random.nextBytes(first);
      random.nextBytes(second);
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(first);
      Hmac own = new Hmac(key);
      own.of(second); // leaves nothing behind
      assertArrayEquals(mac.doFinal(second), own.of(first, second));
    }
  }
}
