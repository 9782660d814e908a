package org.armci4j.transport.verbs.device;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.armci4j.transport.verbs.device.SendRequests.INLINE;
import static org.armci4j.transport.verbs.device.SendRequests.SIGNALLED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Connects a queue pair to itself, by which a rank reaches its own memory through the device. */
class SelfConnectionTest {
  @Test
  void reachesItsOwnMemory() {
    try (QueuePairs self = new QueuePairs(true)) {
      self.remote.set(JAVA_LONG, 8, 30);
      self.requests
          .write(1, self.remote.address(), self.remoteKey(), INLINE)
          .segment(self.requests.stageLong(77), Long.BYTES, 0)
          .fetchAdd(2, self.remote.address() + 8, self.remoteKey(), 12, 0)
          .segment(self.local.address(), Long.BYTES, self.localKey())
          .read(3, self.remote.address(), self.remoteKey(), SIGNALLED)
          .segment(self.local.address() + 8, 16, self.localKey());
      self.postAndWait();
      assertEquals(30, self.local.get(JAVA_LONG, 0));
      assertEquals(77, self.local.get(JAVA_LONG, 8));
      assertEquals(42, self.local.get(JAVA_LONG, 16));
    }
  }
}
