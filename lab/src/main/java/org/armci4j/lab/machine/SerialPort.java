package org.armci4j.lab.machine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** The host's end of a machine's virtual serial port; copies its output as it comes. */
final class SerialPort {
  private static final int BUFFER_BYTES = 1 << 16;

  private final ServerSocketChannel server;
  private final OutputStream target;
  private final Runnable whenBroken;
  private final Thread thread;
  private volatile boolean connected;

  private SerialPort(
      ServerSocketChannel server, String name, OutputStream target, Runnable whenBroken) {
    this.server = server;
    this.target = target;
    this.whenBroken = whenBroken;
    this.thread = Thread.ofPlatform().daemon().name("lab-" + name).unstarted(this::copy);
  }

  /**
   * Opens a port. Must precede the machine's start.
   *
   * @param whenBroken called when the target accepts no more output
   */
  static SerialPort open(Path socket, OutputStream target, Runnable whenBroken) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    SerialPort port = new SerialPort(server, socket.getFileName().toString(), target, whenBroken);
    port.thread.start();
    return port;
  }

  /** Waits until all output of the machine, which has ended, is copied. */
  void finish() throws InterruptedException, IOException {
    if (!connected) {
      server.close(); // the machine has ended before it connected
    }
    thread.join();
    server.close();
  }

  private void copy() {
    try (SocketChannel channel = server.accept();
        InputStream in = Channels.newInputStream(channel)) {
      connected = true;
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        target.write(buffer, 0, count);
        target.flush();
      }
    } catch (IOException e) {
      whenBroken.run(); // harmless if the machine has ended
    }
  }
}
