package org.armci4j.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;

/**
 * Attacks as a stranger who knows no secret and speaks as UCX 1.13 does over TCP: the magic number,
 * a request to connect ({@code uct_tcp_cm_conn_req_pkt_t}), and a put ({@code
 * uct_tcp_ep_put_req_hdr_t}).
 */
final class UcxStranger implements AutoCloseable {
  private static final int LIMIT_MILLIS = 10_000;

  private static final long MAGIC = 0xCAFEBABE12345678L;

  // Kinds of messages: UCT_AM_ID_MAX, and one more.
  private static final byte CONNECTION = 32;
  private static final byte PUT = 33;

  private static final int CONNECTION_REQUEST = 1;
  private static final short AF_INET = 2;

  // Lengths of a message's head, of a connection request and of a put's header.
  private static final int HEAD_BYTES = 5;
  private static final int REQUEST_BYTES = 13 + 16;
  private static final int PUT_BYTES = 20;
  private static final int ANSWER_BYTES = HEAD_BYTES + Integer.BYTES;

  private final Socket socket = new Socket();

  /** Connects. */
  UcxStranger(String host, int port) throws IOException {
    socket.connect(new InetSocketAddress(host, port), LIMIT_MILLIS);
  }

  /** Returns the name of this end of the connection, as the other side should tell it. */
  String name() {
    return socket.getLocalAddress().getHostAddress() + ":" + socket.getLocalPort();
  }

  /** Greets as UCX does. */
  void greet() throws IOException {
    ByteBuffer out = message(Long.BYTES + HEAD_BYTES + REQUEST_BYTES);
    out.putLong(MAGIC);
    out.put(CONNECTION).putInt(REQUEST_BYTES);
    out.putInt(CONNECTION_REQUEST).put((byte) 0).putLong(0);
    out.putShort(AF_INET)
        .putShort(Short.reverseBytes((short) socket.getLocalPort()))
        .put(socket.getLocalAddress().getAddress());
    send(out);
  }

  /** Writes into the other process. */
  void put(long address, byte[] data) throws IOException {
    ByteBuffer out = message(HEAD_BYTES + PUT_BYTES + data.length);
    out.put(PUT).putInt(PUT_BYTES);
    out.putLong(address).putLong(data.length).putInt(1);
    out.put(data);
    send(out);
  }

  /** Returns whether the other process has answered that it has been written to. */
  boolean hasWritten() {
    try {
      return socket.getInputStream().available() >= 2 * ANSWER_BYTES; // to both messages
    } catch (IOException sentAway) {
      return false;
    }
  }

  private static ByteBuffer message(int sizeBytes) {
    return ByteBuffer.allocate(sizeBytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void send(ByteBuffer out) throws IOException {
    Channels.newChannel(socket.getOutputStream()).write(out.clear());
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
