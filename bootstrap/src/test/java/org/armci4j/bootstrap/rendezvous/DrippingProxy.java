package org.armci4j.bootstrap.rendezvous;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes one connection on; when told to, each byte back from the target for a permit only. */
final class DrippingProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final Semaphore permits;
  private final AtomicInteger dripped = new AtomicInteger();
  private volatile boolean drips;

  DrippingProxy(InetSocketAddress target, Semaphore permits) throws IOException {
    this.permits = permits;
    listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(() -> pass(target));
  }

  InetSocketAddress address() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  void drip() {
    drips = true;
  }

  /** How many bytes have come for a permit. */
  int dripped() {
    return dripped.get();
  }

  private void pass(InetSocketAddress target) {
    try (Socket near = listening.accept();
        Socket far = new Socket(target.getAddress(), target.getPort())) {
      near.setTcpNoDelay(true);
      Thread there =
          Thread.ofPlatform()
              .daemon()
              .start(
                  () -> {
                    try {
                      near.getInputStream().transferTo(far.getOutputStream());
                    } catch (IOException over) {
                      // The test closes it.
                    }
                  });
      passBack(far, near.getOutputStream());
      there.join();
    } catch (IOException | InterruptedException over) {
      // The test sees what is missing.
    }
  }

  private void passBack(Socket far, OutputStream near) throws IOException, InterruptedException {
    byte[] buffer = new byte[4096];
    for (int count; (count = far.getInputStream().read(buffer)) >= 0; ) {
      for (int i = 0; i < count; i++) {
        if (drips) {
          permits.acquire();
          dripped.incrementAndGet();
        }
        near.write(buffer, i, 1);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
