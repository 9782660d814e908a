package org.armci4j.transport.ucx.port;

/** A TCP socket of this process. */
final class TcpSocket {
  private final int descriptor;
  private final boolean listens;
  private final TcpAddress local;
  private final TcpAddress remote;

  /**
   * @param descriptor its number in this process
   * @param listens whether others can connect to it
   * @param local this process's end
   * @param remote the other end; null for a listening or disconnected socket
   */
  TcpSocket(int descriptor, boolean listens, TcpAddress local, TcpAddress remote) {
    this.descriptor = descriptor;
    this.listens = listens;
    this.local = local;
    this.remote = remote;
  }

  int descriptor() {
    return descriptor;
  }

  boolean listens() {
    return listens;
  }

  TcpAddress local() {
    return local;
  }

  TcpAddress remote() {
    return remote;
  }
}
