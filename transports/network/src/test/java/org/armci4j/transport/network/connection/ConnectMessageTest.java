package org.armci4j.transport.network.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.armci4j.error.ArmciException;

/** What a rank tells another to connect comes back as it was; other bytes are refused. */
class ConnectMessageTest {
  @Property
  void comesBackAsItWas(
      @ForAll ConnectMessage.Kind kind,
      @ForAll @Size(max = 70) byte[] endpoint,
      @ForAll long replyAddress,
      @ForAll @Size(max = 300) byte[] replyKey,
      @ForAll boolean problem) {
    String text = problem ? "prôblem" : "";
    ConnectMessage decoded =
        ConnectMessage.decode(
            new ConnectMessage(kind, endpoint, replyAddress, replyKey, text).encode());
    assertEquals(kind, decoded.kind());
    assertArrayEquals(endpoint, decoded.endpoint());
    assertEquals(replyAddress, decoded.replyAddress());
    assertArrayEquals(replyKey, decoded.replyKey());
    assertEquals(text, decoded.problem());
  }

  @Property
  void anyBytesAreAMessageOrRefused(@ForAll @Size(max = 40) byte[] bytes) {
    try {
      byte[] understood = ConnectMessage.decode(bytes).encode();
      assertArrayEquals(understood, ConnectMessage.decode(understood).encode());
    } catch (ArmciException refused) {
      assertTrue(refused.getMessage().contains("connect"), refused.getMessage());
    }
  }
}
