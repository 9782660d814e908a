package org.armci4j.bootstrap.rendezvous;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Membership;
import org.armci4j.bootstrap.files.SocketFolder;
import org.armci4j.bootstrap.text.Text;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bound port of a {@link RendezvousServer} that may not run yet. Ranks may start and connect
 * once the port exists; the server, which takes longer to start than a rank, answers them later.
 */
public final class RendezvousPort implements AutoCloseable {
  private static final int LEAST_BACKLOG = 128;

  private static final Logger LOG = LoggerFactory.getLogger(RendezvousPort.class);

  private final RendezvousOptions options;
  private final ServerSocketChannel channel;
  private final SocketAddress address;

  /** Folder of a socket that only this user reaches, or null. */
  private final SocketFolder folder;

  private RendezvousPort(
      RendezvousOptions options, ServerSocketChannel channel, SocketFolder folder)
      throws IOException {
    this.options = options;
    this.channel = channel;
    this.address = channel.getLocalAddress();
    this.folder = folder;
  }

  /**
   * Binds a port for ranks that are processes of this user on this host. The port is a Unix-domain
   * socket, to which no other user can connect. Without support for such sockets, and with TLS,
   * which needs TCP, it is a free port of loopback.
   *
   * @param before receives the path of the socket before anything exists there
   * @throws BootstrapException when loopback cannot be bound either
   */
  public static RendezvousPort bindOnThisHost(RendezvousOptions options, Consumer<Path> before) {
    if (options.tls() == null) {
      try {
        return bind(options, SocketFolder.create(before));
      } catch (IOException | UnsupportedOperationException cannot) {
        LOG.warn(
            "the rendezvous listens at a port of this host, where other users can connect too: {}",
            cannot.getMessage());
      }
    }
    return bindLoopback(options);
  }

  /**
   * Binds a free port of loopback, which all users of this host reach.
   *
   * @throws BootstrapException when it cannot be bound
   */
  public static RendezvousPort bindLoopback(RendezvousOptions options) {
    return bind(options, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private static RendezvousPort bind(RendezvousOptions options, SocketFolder folder)
      throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.bind(folder.address(), backlog(options));
      return new RendezvousPort(options, channel, folder);
    } catch (IOException cannot) {
      close(channel);
      folder.close();
      throw cannot;
    }
  }

  /**
   * Binds an address of this host.
   *
   * @param listenAt where to listen; port 0 takes a free port
   * @throws BootstrapException when the address cannot be bound
   */
  public static RendezvousPort bind(RendezvousOptions options, InetSocketAddress listenAt) {
    ServerSocketChannel channel = null;
    try {
      channel = ServerSocketChannel.open();
      channel.bind(listenAt, backlog(options));
      return new RendezvousPort(options, channel, null);
    } catch (IOException cannot) {
      close(channel);
      throw new BootstrapException(
          Text.format(
              "the rendezvous cannot listen at %s: %s; name a free address and port of this host",
              listenAt, cannot.getMessage()),
          cannot);
    }
  }

  private static int backlog(RendezvousOptions options) {
    return Math.max(LEAST_BACKLOG, options.size());
  }

  /** Returns the bound address, with its actual port. */
  public SocketAddress address() {
    return address;
  }

  /** Returns the membership of {@code rank}, which the launcher passes to that rank. */
  public Membership membership(int rank, boolean terminal) {
    return new Membership(
        rank,
        options.size(),
        options.jobId(),
        terminal,
        new RendezvousPlace(address, options.secret()));
  }

  /** Returns the options of the rendezvous. */
  public RendezvousOptions options() {
    return options;
  }

  ServerSocketChannel channel() {
    return channel;
  }

  /** Frees the port. Idempotent. */
  @Override
  public void close() {
    close(channel);
    if (folder != null) {
      folder.close();
    }
  }

  private static void close(ServerSocketChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
