package org.armci4j.transport.network.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rank tells another to connect comes back as it was. */
class ConnectMessageTest {
  @ParameterizedTest
  @EnumSource
  void comesBackAsItWas(ConnectMessage.Kind kind) {
    byte[] endpoint = {1, 2, 3};
    byte[] key = new byte[300];
    key[299] = -7;
    ConnectMessage message = new ConnectMessage(kind, endpoint, Long.MIN_VALUE, key, "prôblem");
    ConnectMessage decoded = ConnectMessage.decode(message.encode());
    assertEquals(kind, decoded.kind());
    assertArrayEquals(endpoint, decoded.endpoint());
    assertEquals(Long.MIN_VALUE, decoded.replyAddress());
    assertArrayEquals(key, decoded.replyKey());
    assertEquals("prôblem", decoded.problem());
  }
}
