package org.armci4j.bootstrap.launch.ssh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/** Whatever an agent is told to start is understood, or is said not to be. */
class HostStartFuzzTest {
  @FuzzTest
  void bytesAreAStartOrAnError(byte[] bytes) throws IOException {
    HostStart start;
    try {
      start = HostStart.decode(bytes);
    } catch (IOException malformed) {
      return; // as it should be; any other exception is a finding
    }
    byte[] once = start.encode(); // what is not UTF-8 is read as far as it can be
    assertArrayEquals(once, HostStart.decode(once).encode());
  }
}
