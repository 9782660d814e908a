package org.armci4j.transport.ucx.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.ucp.UcxLibrary;
import org.armci4j.transport.ucx.ucp.api.PosixCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Packets that the kernel sends for messages of a TCP connection in which data go one way. */
class AcknowledgementsTest {
  private static final int MESSAGES = 200;
  private static final byte[] MESSAGE = new byte[40];

  /** A number far above any connection's share of arrivals. */
  private static final int MANY = 1000;

  private static final int TRIES = 20;

  private static final long LONG_PAUSE_NANOS = 40_000_000;

  // struct tcp_info and its option's number, of Linux.
  private static final int IPPROTO_TCP = 6;
  private static final int TCP_INFO = 11;
  private static final int TCP_INFO_BYTES = 144;
  private static final int SEGMENTS_OUT = 136;

  private PosixCalls posix;
  private Socket sends;
  private Socket receives;
  private TcpSocket socket;
  private Acknowledgements acknowledgements;

  @BeforeEach
  void connect() throws IOException {
    assumeTrue(UcxLibrary.find().isAvailable(), UcxLibrary.find()::reason);
    posix = UcxLibrary.find().library().posix();
    acknowledgements = new Acknowledgements(posix);
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      sends = new Socket(listener.getInetAddress(), listener.getLocalPort());
      receives = listener.accept();
    }
    sends.setTcpNoDelay(true);
    socket = descriptorOf(receives);
    pass(); // in the first messages of a connection the kernel has yet to learn
  }

  @AfterEach
  void disconnect() throws IOException {
    if (sends != null) {
      sends.close();
      receives.close();
    }
  }

  private TcpSocket descriptorOf(Socket accepted) {
    List<TcpSocket> found =
        new TcpSockets(posix)
            .all().stream()
                .filter(one -> one.remote() != null)
                .filter(one -> one.remote().port() == accepted.getPort())
                .filter(one -> one.local().port() == accepted.getLocalPort())
                .toList();
    assertEquals(1, found.size());
    return found.getFirst();
  }

  /** Sends messages one by one, and returns how many packets went back. */
  private int pass() throws IOException {
    int before = packetsOut();
    for (int i = 0; i < MESSAGES; i++) {
      sends.getOutputStream().write(MESSAGE);
      receives.getInputStream().readNBytes(MESSAGE.length);
    }
    return packetsOut() - before;
  }

  private int packetsOut() {
    MemorySegment memory = Raw.allocate(TCP_INFO_BYTES + Integer.BYTES);
    long length = memory.address() + TCP_INFO_BYTES;
    Raw.putInt(length, TCP_INFO_BYTES);
    int result =
        posix.getsockopt(socket.descriptor(), IPPROTO_TCP, TCP_INFO, memory.address(), length);
    assertEquals(0, result);
    return Raw.getInt(memory.address() + SEGMENTS_OUT);
  }

  /** A pause of this thread makes the kernel go back to its own way, so it gets some tries. */
  private void assertFewerAfter(Runnable asks) throws IOException {
    int packets = MESSAGES;
    for (int i = 0; i < TRIES && packets > MESSAGES * 3 / 4; i++) {
      asks.run();
      packets = pass();
    }
    assertTrue(packets <= MESSAGES * 3 / 4, packets + " packets for " + MESSAGES + " messages");
  }

  @Test
  void oneByOneIsTheKernelsOwnWay() throws IOException {
    int packets = pass();
    assertTrue(packets > MESSAGES * 9 / 10, packets + " packets for " + MESSAGES + " messages");
  }

  @Test
  void afterManyArrivalsTheKernelIsAsked() throws IOException {
    acknowledgements.of(List.of(socket));
    assertFewerAfter(
        () -> {
          for (int i = 0; i < MANY; i++) {
            acknowledgements.arrived();
          }
        });
  }

  @Test
  void afterAPauseTheKernelIsAsked() throws IOException {
    acknowledgements.of(List.of(socket));
    assertFewerAfter(() -> acknowledgements.arrivedAfter(LONG_PAUSE_NANOS));
  }

  @Test
  void afterAShortPauseTheKernelIsNotAsked() throws IOException {
    acknowledgements.of(List.of(socket));
    acknowledgements.arrivedAfter(LONG_PAUSE_NANOS / 40);
    int packets = pass();
    assertTrue(packets > MESSAGES * 9 / 10, packets + " packets for " + MESSAGES + " messages");
  }
}
