package org.armci4j.bootstrap.rendezvous;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.armci4j.bootstrap.Await;
import org.armci4j.bootstrap.Ranks;
import org.armci4j.bootstrap.Seed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a rank's connection on one host does that a plain socket does by itself. */
@Timeout(300)
class UnixLinkTest {
  private static final int LARGE_BYTES = 5 << 20;

  @TempDir Path folder;
  private ServerSocketChannel listening;
  private UnixLink link;
  private SocketChannel server;

  @BeforeEach
  void connect() throws IOException {
    var address = UnixDomainSocketAddress.of(folder.resolve("socket"));
    listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
    link = UnixLink.to(address);
    server = listening.accept();
  }

  @AfterEach
  void close() throws IOException {
    link.close();
    server.close();
    listening.close();
  }

  /** A selector waits inside of the kernel, which for the JDK is running. */
  private static void awaitSelecting(Ranks.Running<?> running) {
    Await.until(
        "thread to select",
        () ->
            Arrays.stream(running.thread().getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("select")));
  }

  @Test
  void aReadEndsWithItsTimeout() {
    link.setTimeout(20);
    long start = System.nanoTime();
    assertThrows(SocketTimeoutException.class, () -> link.in().read());
    assertTrue(System.nanoTime() - start >= 19_000_000);
  }

  @Test
  void closingEndsAReadAndAWrite() throws Exception {
    var read = Ranks.start(() -> link.in().read());
    var written =
        Ranks.start(
            () -> {
              link.out().write(new byte[LARGE_BYTES]); // which nobody reads
              return 0;
            });
    awaitSelecting(read);
    awaitSelecting(written);
    link.close();
    assertThrows(IOException.class, read::get);
    assertThrows(IOException.class, written::get);
  }

  @Test
  void largeMessagesPassBothWaysAtOnce() throws Exception {
    byte[] sent = new byte[LARGE_BYTES];
    new Random(Seed.of("UnixLinkTest.largeMessagesPassBothWaysAtOnce")).nextBytes(sent);
    var out =
        Ranks.start(
            () -> {
              link.out().write(sent);
              return 0;
            });
    var in = Ranks.start(() -> link.in().readNBytes(LARGE_BYTES));
    byte[] received = Channels.newInputStream(server).readNBytes(LARGE_BYTES);
    server.write(ByteBuffer.wrap(sent));
    assertEquals(0, out.get());
    assertArrayEquals(sent, received);
    assertArrayEquals(sent, in.get());
  }

  /** A channel that blocks would close. */
  @Test
  void anInterruptChangesNothingAndIsKept() throws Exception {
    var read =
        Ranks.start(
            () -> {
              Thread.currentThread().interrupt();
              link.out().write(3);
              int value = link.in().read();
              return Thread.currentThread().isInterrupted() ? value : -2;
            });
    awaitSelecting(read);
    read.thread().interrupt();
    ByteBuffer first = ByteBuffer.allocate(1);
    server.read(first);
    server.write(first.flip());
    assertEquals(3, read.get());
  }

  @Test
  void anInterruptedThreadConnects() throws Exception {
    Thread.currentThread().interrupt();
    try (UnixLink another = UnixLink.to((UnixDomainSocketAddress) listening.getLocalAddress())) {
      another.out().write(7);
      assertTrue(Thread.interrupted());
    }
  }
}
