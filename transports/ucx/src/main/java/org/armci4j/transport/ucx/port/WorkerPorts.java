package org.armci4j.transport.ucx.port;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.armci4j.transport.ucx.ucp.UcpWorker;
import org.armci4j.transport.ucx.ucp.UcxLibrary;

/**
 * The TCP sockets at which the workers of a rank listen: over each device, the loopback included.
 * UCX does not tell them. They are those that have come while the worker was made, and whose ports
 * are in its address, so that no other thread's socket is ever taken for one. One thread at a time.
 */
public final class WorkerPorts {
  private final UcxLibrary library;
  private final TcpSockets sockets;
  private final List<TcpSocket> listening = new ArrayList<>();

  /** Have come with a worker, and are not in its address. */
  private final List<TcpSocket> unknown = new ArrayList<>();

  /** None yet. */
  public WorkerPorts(UcxLibrary library) {
    this.library = library;
    this.sockets = new TcpSockets(library.posix());
  }

  /** Makes a worker, and takes note of where it listens. */
  public UcpWorker of(Supplier<UcpWorker> maker) {
    synchronized (library) { // other ranks of this JVM make theirs before or behind
      List<TcpSocket> before = sockets.all();
      UcpWorker worker = maker.get();
      byte[] address = worker.address();
      for (TcpSocket socket : sockets.all()) {
        if (socket.listens() && !isAmong(before, socket)) {
          (names(address, socket.local().port()) ? listening : unknown).add(socket);
        }
      }
      return worker;
    }
  }

  private static boolean isAmong(List<TcpSocket> before, TcpSocket socket) {
    for (TcpSocket old : before) {
      if (old.listens() && old.local().belongsTo(socket.local())) {
        return true;
      }
    }
    return false;
  }

  /** Whether the address holds a port, which has the higher byte first there. */
  private static boolean names(byte[] address, int port) {
    ByteBuffer bytes = ByteBuffer.wrap(address);
    for (int at = 0; at <= address.length - Short.BYTES; at++) {
      if (Short.toUnsignedInt(bytes.getShort(at)) == port) {
        return true;
      }
    }
    return false;
  }

  /** Whether no worker was found to listen. */
  boolean isEmpty() {
    return listening.isEmpty();
  }

  /** Sockets that may be UCX's, or another thread's. */
  List<TcpSocket> unknown() {
    return unknown;
  }

  /** The ports, as the other ranks are told them. */
  void putInto(ByteBuffer out) {
    for (TcpSocket socket : listening) {
      out.putShort((short) socket.local().port());
    }
  }

  /** How much {@link #putInto} puts. */
  int sizeBytes() {
    return listening.size() * Short.BYTES;
  }

  /** Nobody can connect from here on. */
  void close() {
    listening.forEach(sockets::replace);
  }

  /** Those that came with the connections of others to these ports. */
  List<TcpSocket> accepted() {
    List<TcpSocket> found = new ArrayList<>();
    for (TcpSocket socket : sockets.all()) {
      if (!socket.listens() && isHere(socket)) {
        found.add(socket);
      }
    }
    return found;
  }

  private boolean isHere(TcpSocket socket) {
    for (TcpSocket listener : listening) {
      if (socket.local().belongsTo(listener.local())) {
        return true;
      }
    }
    return false;
  }

  /**
   * The connections from sockets of this process to some ports, each under the name that it has at
   * both ends.
   */
  List<String> connectionsTo(Set<Integer> numbers) {
    List<String> found = new ArrayList<>();
    for (TcpSocket socket : sockets.all()) {
      if (socket.remote() != null && numbers.contains(socket.remote().port())) {
        found.add(TcpAddress.connection(socket.local(), socket.remote()));
      }
    }
    return found;
  }
}
