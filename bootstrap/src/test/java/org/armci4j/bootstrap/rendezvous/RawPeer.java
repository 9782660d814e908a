package org.armci4j.bootstrap.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.armci4j.bootstrap.Await;

/** A peer that says just what a test wants, over a plain socket. Computes proofs on its own. */
final class RawPeer implements AutoCloseable {
  final Socket socket;
  private final DataInputStream in;

  RawPeer(InetSocketAddress address) throws IOException {
    this(new Socket(address.getAddress(), address.getPort()));
  }

  RawPeer(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(Await.LIMIT_NANOS));
    in = new DataInputStream(socket.getInputStream());
  }

  void send(Message... messages) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Message message : messages) {
      all.writeBytes(FrameCodec.encode(message));
    }
    send(all.toByteArray());
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  Message receive() throws IOException {
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    return FrameCodec.decode(ByteBuffer.wrap(frame));
  }

  /** Whether the other side has hung up on a peer that was told nothing. */
  boolean isOver() {
    try {
      socket.setSoTimeout(1);
      return in.read() < 0;
    } catch (java.net.SocketTimeoutException notYet) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  /** Returns what was said before the other side hung up. */
  String awaitEnd() throws IOException {
    String last = "nothing";
    try {
      while (true) {
        last = receive().toString();
      }
    } catch (java.io.EOFException | java.net.SocketException end) {
      return last;
    }
  }

  /** A hello with the right proof, unless {@code secret} is wrong. */
  static Message.Hello hello(
      byte[] secret, Message.Challenge challenge, int rank, int size, String jobId) {
    byte[] nonce = new byte[32];
    nonce[0] = 1;
    byte[] proof = hmac(secret, "armci4j rank", challenge.serverNonce(), nonce, rank, size, jobId);
    return new Message.Hello(rank, size, 0, jobId, nonce, proof);
  }

  /** Joins as {@code rank} of {@code options}' job. */
  static RawPeer join(RendezvousServer server, RendezvousOptions options, int rank)
      throws IOException {
    RawPeer peer = new RawPeer((InetSocketAddress) server.address());
    peer.send(peer.hello(options, rank));
    if (!(peer.receive() instanceof Message.Welcome)) {
      throw new AssertionError("not welcome");
    }
    return peer;
  }

  /** A true first word. */
  static Message.Knock knock(RendezvousOptions options) {
    return new Authenticator(options.secret()).knock(false);
  }

  /** Says that TLS follows. */
  RawPeer knockForTls(RendezvousOptions options) throws IOException {
    send(new Authenticator(options.secret()).knock(true));
    return this;
  }

  Message.Hello hello(RendezvousOptions options, int rank) throws IOException {
    send(knock(options));
    Message.Challenge challenge = (Message.Challenge) receive();
    return hello(options.secret().toBytes(), challenge, rank, options.size(), options.jobId());
  }

  static byte[] hmac(
      byte[] secret, String role, byte[] server, byte[] mine, int rank, int size, String jobId) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      mac.update(role.getBytes(UTF_8));
      mac.update(server);
      mac.update(mine);
      mac.update(ByteBuffer.allocate(12).putInt(rank).putInt(size).putInt(0).array());
      return mac.doFinal(jobId.getBytes(UTF_8));
    } catch (java.security.GeneralSecurityException absent) {
      throw new AssertionError(absent);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
