package org.armci4j.bootstrap.rendezvous;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.armci4j.bootstrap.BootstrapException;
import org.armci4j.bootstrap.Membership;

/**
 * Where a {@link RendezvousServer} is going to listen. Ranks may be started, and may connect, as
 * soon as there is a port. They are answered when the server is there, which takes longer to start
 * than they do.
 */
public final class RendezvousPort implements AutoCloseable {
  private static final int LEAST_BACKLOG = 128;

  private final RendezvousOptions options;
  private final ServerSocketChannel channel;
  private final InetSocketAddress address;

  private RendezvousPort(
      RendezvousOptions options, ServerSocketChannel channel, InetSocketAddress address) {
    this.options = options;
    this.channel = channel;
    this.address = address;
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
      channel.bind(options.bindAddress(), Math.max(LEAST_BACKLOG, options.size()));
      return new RendezvousPort(options, channel, (InetSocketAddress) channel.getLocalAddress());
    } catch (IOException cannot) {
      close(channel);
      throw new BootstrapException(
          "the rendezvous cannot listen at %s: %s; name a free address and port of this host"
              .formatted(options.bindAddress(), cannot.getMessage()),
          cannot);
    }
  }

  /** Where it is, with the port that it got. */
  public InetSocketAddress address() {
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

  RendezvousOptions options() {
    return options;
  }

  ServerSocketChannel channel() {
    return channel;
  }

  /** Frees the port, unless a server has it now. Idempotent. */
  @Override
  public void close() {
    close(channel);
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
