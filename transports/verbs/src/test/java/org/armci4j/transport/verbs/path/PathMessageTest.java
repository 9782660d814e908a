package org.armci4j.transport.verbs.path;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.armci4j.error.ArmciException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rank tells another of paths comes back as it was; other bytes are refused. */
class PathMessageTest {
  private static final byte[] DETAILS = {1, 2, 3};

  @ParameterizedTest
  @EnumSource
  void comesBackAsItWas(PathMessage.Kind kind) {
    PathMessage decoded =
        PathMessage.decode(new PathMessage(kind, 7, 300, 302, 1L << 40, DETAILS).encode());
    assertEquals(kind, decoded.kind());
    assertEquals(7, decoded.path());
    assertEquals(300, decoded.life());
    assertEquals(302, decoded.nextLife());
    assertEquals(1L << 40, decoded.carriedOut());
    assertArrayEquals(DETAILS, decoded.details());
  }

  @Test
  void aRefusalSaysWhy() {
    assertEquals("größer", PathMessage.decode(PathMessage.refusal("größer").encode()).problem());
  }

  @Test
  void otherBytesAreRefused() {
    byte[] bytes = PathMessage.of(PathMessage.Kind.READY, 1, 2).encode();
    for (int length = 0; length < bytes.length; length++) {
      byte[] fewer = Arrays.copyOf(bytes, length);
      assertThrows(ArmciException.class, () -> PathMessage.decode(fewer));
    }
    bytes[0] = (byte) PathMessage.Kind.values().length;
    assertThrows(ArmciException.class, () -> PathMessage.decode(bytes));
  }
}
