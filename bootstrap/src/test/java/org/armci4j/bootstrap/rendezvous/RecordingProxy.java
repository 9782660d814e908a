package org.armci4j.bootstrap.rendezvous;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Passes one connection on and keeps all bytes of both directions. */
final class RecordingProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final ByteArrayOutputStream recorded = new ByteArrayOutputStream();

  RecordingProxy(InetSocketAddress target) throws IOException {
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(() -> pass(target));
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  byte[] recorded() {
    synchronized (recorded) {
      return recorded.toByteArray();
    }
  }

  private void pass(InetSocketAddress target) {
    try (Socket near = listening.accept();
        Socket far = new Socket(target.getAddress(), target.getPort())) {
      Thread back = Thread.ofPlatform().daemon().start(() -> copy(far, near));
      copy(near, far);
      back.join();
    } catch (IOException | InterruptedException over) {
      // The test sees what is missing.
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] buffer = new byte[4096];
    try {
      int count = from.getInputStream().read(buffer);
      while (count >= 0) {
        synchronized (recorded) {
          recorded.write(buffer, 0, count);
        }
        to.getOutputStream().write(buffer, 0, count);
        count = from.getInputStream().read(buffer);
      }
      to.shutdownOutput();
    } catch (IOException over) {
      // The other direction has closed both.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
