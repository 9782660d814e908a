package org.armci4j.bootstrap.launch.ssh;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;

/** Whatever a launcher and an agent say to each other is understood, or is said not to be. */
class AgentWireFuzzTest {
  @FuzzTest
  void bytesAreFramesOrAnError(byte[] bytes) {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    try {
      for (AgentWire.Frame next = AgentWire.read(in); next != null; next = AgentWire.read(in)) {
        if (next.kind() == AgentWire.Kind.EXITED) {
          long _ = next.number();
        }
      }
    } catch (IOException malformed) {
      // As it should be; any other exception is a finding.
    }
  }
}
