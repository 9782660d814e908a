package org.armci4j.transport.ucx.ucp;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A connection to a host that answers nothing, as if it dropped all packets. */
class UnansweredConnectTest {
  private static final Map<String, String> LOOPBACK = Map.of("TLS", "tcp", "NET_DEVICES", "lo");

  /** The kernel would try for more than a minute. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final int ANSWER_MILLIS = 300;
  private static final int MOST_WAITING = 64;
  private static final int LISTENS = 10;

  /** Of a line of /proc/net/tcp: where the local address is, and the state. */
  private static final int LOCAL = 1;

  private static final int STATE = 3;

  /** A whole process would stand still: no call of UCX by another thread would go on. */
  @Test
  void theCallThatConnectsDoesNotWaitForIt() throws IOException {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
    List<Socket> waiting = new ArrayList<>();
    try (UcpContext context = UcpContext.open(UcxLibrary.find().library(), LOOPBACK, 2);
        UcpWorker origin = context.newWorker();
        ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      byte[] address = addressOfAnother(context, silent.getLocalPort());
      fill(silent, waiting);
      long endpoint = assertTimeoutPreemptively(LIMIT, () -> origin.connect(address));
      origin.disconnect(endpoint);
    } finally {
      for (Socket socket : waiting) {
        socket.close();
      }
    }
  }

  /** Until the kernel drops what asks for one more connection. */
  private static void fill(ServerSocket silent, List<Socket> waiting) throws IOException {
    for (int i = 0; i < MOST_WAITING; i++) {
      Socket socket = new Socket();
      waiting.add(socket);
      try {
        socket.connect(
            new InetSocketAddress(silent.getInetAddress(), silent.getLocalPort()), ANSWER_MILLIS);
      } catch (SocketTimeoutException _) { // dropped
        return;
      }
    }
    throw new AssertionError(MOST_WAITING + " connections were answered");
  }

  /** A worker's address in which its port is another one. */
  private static byte[] addressOfAnother(UcpContext context, int port) throws IOException {
    Set<Integer> before = listening();
    try (UcpWorker target = context.newWorker()) {
      Set<Integer> its = listening();
      its.removeAll(before);
      byte[] address = target.address();
      for (int at = 0; at + 1 < address.length; at++) {
        int value = (address[at] & 0xFF) << Byte.SIZE | (address[at + 1] & 0xFF);
        if (its.contains(value)) {
          address[at] = (byte) (port >> Byte.SIZE);
          address[at + 1] = (byte) port;
          return address;
        }
      }
      throw new AssertionError("the address names none of the ports " + its);
    }
  }

  /** The ports of this host at which something listens. */
  private static Set<Integer> listening() throws IOException {
    Set<Integer> ports = new TreeSet<>();
    for (String file : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      for (String line : Files.readAllLines(Path.of(file))) {
        String[] words = line.strip().split("\\s+", -1);
        if (words[0].endsWith(":") && Integer.parseInt(words[STATE], 16) == LISTENS) {
          ports.add(Integer.parseInt(words[LOCAL].split(":", -1)[1], 16));
        }
      }
    }
    assertTrue(!ports.isEmpty(), "nothing listens");
    return ports;
  }
}
