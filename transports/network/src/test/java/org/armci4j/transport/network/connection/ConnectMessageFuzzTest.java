package org.armci4j.transport.network.connection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.armci4j.error.ArmciException;

/** Whatever comes as a message to connect is one, or is said to be none. */
class ConnectMessageFuzzTest {
  @FuzzTest
  void bytesAreAMessageOrNone(byte[] bytes) {
    ConnectMessage message;
    try {
      message = ConnectMessage.decode(bytes);
    } catch (ArmciException none) {
      return; // as it should be; any other exception is a finding
    }
    byte[] once = message.encode(); // a problem that is not UTF-8 is read as far as it can be
    assertArrayEquals(once, ConnectMessage.decode(once).encode());
  }
}
