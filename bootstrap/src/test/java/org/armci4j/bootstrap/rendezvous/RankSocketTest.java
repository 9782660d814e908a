package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How a rank answers the rendezvous. */
class RankSocketTest {
  private static final int ANSWERS = 20;
  private static final int TIMEOUT_MILLIS = 20_000;

  private static Set<Long> answerers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> "armci-rank-answer".equals(thread.getName()))
        .map(Thread::threadId)
        .collect(Collectors.toSet());
  }

  @Test
  void oneThreadSendsAllThatTheReaderAnswers() throws Exception {
    Set<Long> others = answerers();
    Message answer = new Message.Pong(1);
    int bytes = FrameCodec.encode(answer).length;
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RankSocket socket = new RankSocket()) {
      socket.connect(server.getLocalSocketAddress(), TIMEOUT_MILLIS);
      try (Socket accepted = server.accept()) {
        accepted.setSoTimeout(TIMEOUT_MILLIS);
        Set<Long> first = null;
        for (int i = 0; i < ANSWERS; i++) {
          socket.sendSoon(answer);
          assertEquals(bytes, accepted.getInputStream().readNBytes(bytes).length);
          Set<Long> here = answerers();
          here.removeAll(others);
          first = first == null ? here : first;
          assertEquals(first, here);
          assertEquals(1, here.size());
        }
      }
    }
  }
}
