package org.armci4j.bootstrap.rendezvous;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * Where a {@link RendezvousServer} is going to listen. Ranks may be started, and may connect, as
 * soon as there is a port. They are answered when the server is there, which takes longer to start
 * than they do.
 */
public final class RendezvousPort implements AutoCloseable {
  private static final int LEAST_BACKLOG = 128;

  private static final Logger LOG = LoggerFactory.getLogger(RendezvousPort.class);

  private final RendezvousOptions options;
  private final ServerSocketChannel channel;
  private final SocketAddress address;

  /** Where the socket is that only this user reaches, or null. */
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
   * For ranks that are processes of this user on this host: a Unix-domain socket, which no other
   * user can connect to. Where there cannot be one, and with TLS, which goes over TCP, the address
   * that the options name.
   *
   * @param before is told the path of such a socket before there is anything at it
   * @throws BootstrapException when that cannot be had either
   */
  public static RendezvousPort bindOnThisHost(RendezvousOptions options, Consumer<Path> before) {
    if (options.tls() == null) {
      try {
        return bind(options, SocketFolder.create(before));
      } catch (IOException | UnsupportedOperationException cannot) {
        LOG.warn(
            "the rendezvous listens at {}, where other users can connect too: {}",
            options.bindAddress(),
            cannot.getMessage());
      }
    }
    return bind(options);
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
   * Takes the address that the options name.
   *
   * @throws BootstrapException when it cannot be had
   */
  public static RendezvousPort bind(RendezvousOptions options) {
    ServerSocketChannel channel = null;
    try {
      channel = ServerSocketChannel.open();
      channel.bind(options.bindAddress(), backlog(options));
      return new RendezvousPort(options, channel, null);
    } catch (IOException cannot) {
      close(channel);
      throw new BootstrapException(
          Text.format(
              "the rendezvous cannot listen at %s: %s; name a free address and port of this host",
              options.bindAddress(), cannot.getMessage()),
          cannot);
    }
  }

  private static int backlog(RendezvousOptions options) {
    return Math.max(LEAST_BACKLOG, options.size());
  }

  /** Where it is, with the port that it got. */
  public SocketAddress address() {
    return address;
  }

  /** The membership of {@code rank}, which the launcher has to tell it. */
  public Membership membership(int rank, boolean terminal) {
    return new Membership(
        rank,
        options.size(),
        options.jobId(),
        terminal,
        new RendezvousPlace(address, options.secret()));
  }

  /** How the rendezvous is to be opened. */
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
