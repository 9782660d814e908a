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
 * UCX does not report them. They are the sockets that appeared while the worker was made and whose
 * ports are in its address, so another thread's socket is never mistaken for one. For one thread at
 * a time.
 */
public final class WorkerPorts {
  private final UcxLibrary library;
  private final TcpSockets sockets;
  private final Acknowledgements acknowledgements;
  private final List<TcpSocket> listening = new ArrayList<>();

  /** Sockets that appeared with a worker but are not in its address. */
  private final List<TcpSocket> unknown = new ArrayList<>();

  /** Creates an object without ports. */
  public WorkerPorts(UcxLibrary library) {
    this.library = library;
    this.sockets = new TcpSockets(library.posix());
    this.acknowledgements = new Acknowledgements(library.posix());
  }

  /** Makes a worker, and records where it listens. */
  public UcpWorker of(Supplier<UcpWorker> maker) {
    synchronized (library) { // other ranks of this JVM make their workers before or after
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

  /** Returns whether the address holds a port, with its higher byte first. */
  private static boolean names(byte[] address, int port) {
    ByteBuffer bytes = ByteBuffer.wrap(address);
    for (int at = 0; at <= address.length - Short.BYTES; at++) {
      if (Short.toUnsignedInt(bytes.getShort(at)) == port) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether no socket was found at which a worker listens. */
  boolean isEmpty() {
    return listening.isEmpty();
  }

  /** Returns the sockets that may be UCX's or another thread's. */
  List<TcpSocket> unknown() {
    return unknown;
  }

  /** Writes the ports, as sent to the other ranks. */
  void putInto(ByteBuffer out) {
    for (TcpSocket socket : listening) {
      out.putShort((short) socket.local().port());
    }
  }

  /** Returns how many bytes {@link #putInto} writes. */
  int sizeBytes() {
    return listening.size() * Short.BYTES;
  }

  /** Closes the ports: nobody can connect afterwards. */
  void close() {
    listening.forEach(sockets::replace);
  }

  /** Returns how the kernel acknowledges what comes by {@link #allAccepted all connections}. */
  public Acknowledgements acknowledgements() {
    return acknowledgements;
  }

  /** Notes that others have made all their connections to these ports. */
  void allAccepted() {
    acknowledgements.of(accepted());
  }

  /** Returns the sockets of connections that others have made to these ports. */
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
   * Returns the connections from sockets of this process to some ports. A connection has the same
   * name at both ends.
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
