package org.armci4j.transport.ucx.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.armci4j.transport.ucx.ucp.UcpContext;
import org.armci4j.transport.ucx.ucp.UcpWorker;
import org.armci4j.transport.ucx.ucp.UcxLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** UCX's ports on the loopback device, among sockets of the program's. */
class WorkerPortsTest {
  private static final Map<String, String> LOOPBACK = Map.of("TLS", "tcp", "NET_DEVICES", "lo");

  private UcxLibrary library;

  @BeforeEach
  void requireLibrary() {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
    library = UcxLibrary.find().library();
  }

  private UcpContext open() {
    return UcpContext.open(library, LOOPBACK, 1);
  }

  private static ServerSocket listener() {
    try {
      return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void connectTo(int port) throws IOException {
    new Socket(InetAddress.getLoopbackAddress(), port).close();
  }

  private static int portOf(WorkerPorts ports) {
    ByteBuffer bytes = ByteBuffer.allocate(ports.sizeBytes());
    ports.putInto(bytes);
    return Short.toUnsignedInt(bytes.getShort(0));
  }

  @Test
  void onlyThePortsOfTheWorkerAreClosed() throws IOException {
    WorkerPorts ports = new WorkerPorts(library);
    ServerSocket[] meanwhile = new ServerSocket[1];
    try (ServerSocket before = listener();
        UcpContext context = open();
        UcpWorker worker =
            ports.of(
                () -> {
                  meanwhile[0] = listener(); // as another thread may open one
                  return context.newWorker();
                });
        ServerSocket during = meanwhile[0];
        ServerSocket after = listener()) {
      assertEquals(Short.BYTES, ports.sizeBytes());
      connectTo(portOf(ports));
      ports.close();
      assertThrows(ConnectException.class, () -> connectTo(portOf(ports)));
      for (ServerSocket own : List.of(before, during, after)) {
        connectTo(own.getLocalPort());
      }
      assertEquals(
          List.of("127.0.0.1:" + during.getLocalPort()),
          ports.unknown().stream().map(socket -> socket.local().toString()).toList());
      boolean _ = worker.progress(); // UCX goes on
    }
  }

  /** Somebody connected before the ports were closed. */
  @Test
  void whoIsConnectedIsSeen() throws IOException {
    WorkerPorts ports = new WorkerPorts(library);
    try (UcpContext context = open();
        UcpWorker worker = ports.of(context::newWorker);
        Socket stranger = new Socket(InetAddress.getLoopbackAddress(), portOf(ports))) {
      while (ports.accepted().isEmpty()) {
        worker.progress();
      }
      ports.close();
      TcpSocket accepted = ports.accepted().getFirst();
      assertEquals("127.0.0.1:" + stranger.getLocalPort(), accepted.remote().toString());
      String name = TcpAddress.connection(accepted.remote(), accepted.local());
      assertTrue(ports.connectionsTo(Set.of(portOf(ports))).contains(name));
      assertFalse(ports.connectionsTo(Set.of(1)).contains(name));
    }
  }

  @Test
  void closedPortsLeaveNoFilesBehind() throws IOException {
    openAndClose();
    long before = openFiles();
    for (int i = 0; i < 5; i++) {
      openAndClose();
    }
    assertEquals(before, openFiles());
  }

  private void openAndClose() {
    WorkerPorts ports = new WorkerPorts(library);
    try (UcpContext context = open();
        UcpWorker _ = ports.of(context::newWorker)) {
      ports.close();
    }
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  /** Also where one end is a socket for both kinds of addresses, as Java's are. */
  @Test
  void aConnectionHasOneNameAtBothEnds() throws IOException {
    for (String host : List.of("127.0.0.1", "::1")) {
      InetAddress address = InetAddress.getByName(host);
      try (ServerSocket listener = bound(address)) {
        assumeTrue(listener != null, "this host has no " + host);
        try (Socket _ = new Socket(address, listener.getLocalPort());
            Socket _ = listener.accept()) {
          List<TcpSocket> all = new TcpSockets(library.posix()).all();
          Set<String> names =
              Set.copyOf(new WorkerPorts(library).connectionsTo(Set.of(listener.getLocalPort())));
          assertEquals(
              1,
              all.stream()
                  .filter(socket -> socket.remote() != null)
                  .filter(socket -> socket.local().port() == listener.getLocalPort())
                  .filter(
                      socket ->
                          names.contains(TcpAddress.connection(socket.remote(), socket.local())))
                  .count());
        }
      }
    }
  }

  private static ServerSocket bound(InetAddress address) {
    try {
      return new ServerSocket(0, 1, address);
    } catch (IOException none) {
      return null;
    }
  }
}
