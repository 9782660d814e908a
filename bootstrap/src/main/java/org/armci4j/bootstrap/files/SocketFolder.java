package org.armci4j.bootstrap.files;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.armci4j.bootstrap.text.Text;

/**
 * A folder of this user alone, with an unpredictable name, for the socket at which the ranks of one
 * job meet. The JVM that made the folder deletes it. If that JVM is killed its ranks delete it, or
 * else the next job.
 */
public final class SocketFolder implements AutoCloseable {
  private static final String PREFIX = "armci-meet-";
  private static final String SOCKET = "socket";

  /**
   * Longest path of a socket: the field sun_path of unix(7) has 108 bytes, one of them for its end.
   */
  private static final int PATH_LIMIT_BYTES = 107;

  /** Age from which a folder is swept: the job of a younger folder may not listen yet. */
  private static final Duration YOUNGEST_SWEPT = Duration.ofSeconds(10);

  private final Path socket;

  /** Deletes the folder when the JVM ends before {@link #close}. */
  private final Thread atExit = new Thread(this::end, "armci-socket-folder");

  /** Whether the JVM is ending. */
  private boolean isEnding;

  private SocketFolder(Path socket) {
    this.socket = socket;
  }

  /**
   * Creates a folder among the temporary files, and sweeps the folders that killed jobs have left
   * there.
   *
   * @param before receives the socket's path before anything exists there, so that another process
   *     can delete it if this one is killed
   * @throws IOException when the folder cannot be created, or when the path is too long for a
   *     socket
   */
  public static SocketFolder create(Consumer<Path> before) throws IOException {
    return create(Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath(), before);
  }

  static SocketFolder create(Path parent, Consumer<Path> before) throws IOException {
    sweep(parent);
    String name = PREFIX + Long.toHexString(new SecureRandom().nextLong());
    Path socket = parent.resolve(name).resolve(SOCKET);
    int pathBytes = socket.toString().getBytes(StandardCharsets.UTF_8).length;
    if (pathBytes > PATH_LIMIT_BYTES) {
      throw new IOException(
          Text.format(
                  "%s is too long for a socket: %d bytes, where %d are allowed; name a shorter"
                      + " folder for",
                  socket, pathBytes, PATH_LIMIT_BYTES)
              + " temporary files (java.io.tmpdir)");
    }
    before.accept(socket);
    SocketFolder folder = new SocketFolder(socket);
    folder.make();
    return folder;
  }

  /**
   * Creates the folder, unless the JVM is ending. A signal may end the JVM at any moment while this
   * thread goes on. The lock orders both: {@link #end} runs later and deletes the folder, or it
   * runs first and nothing is created.
   */
  private synchronized void make() throws IOException {
    try {
      Runtime.getRuntime().addShutdownHook(atExit);
    } catch (IllegalStateException ending) {
      isEnding = true;
    }
    if (isEnding) {
      throw new IOException(
          Text.format("%s is not made, as this process ends", socket.getParent()));
    }
    try {
      Files.createDirectory(socket.getParent(), PrivateFiles.OWNERS_ALONE);
    } catch (IOException cannot) {
      forget();
      throw cannot;
    }
  }

  private synchronized void end() {
    isEnding = true;
    delete(socket);
  }

  /** Returns the address of the socket. */
  public UnixDomainSocketAddress address() {
    return UnixDomainSocketAddress.of(socket);
  }

  /** Deletes the socket and the folder, if they exist. */
  @Override
  public void close() {
    delete(socket);
    forget();
  }

  private void forget() {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException ending) {
      // The hook is running already.
    }
  }

  /**
   * Deletes a socket and the folder made for it.
   *
   * @param socket the path of such a socket; any other path is left alone
   */
  public static void delete(Path socket) {
    Path folder = socket.getParent();
    boolean isOurs =
        folder != null
            && folder.getFileName().toString().startsWith(PREFIX)
            && socket.endsWith(SOCKET);
    if (isOurs) {
      try {
        Files.deleteIfExists(socket);
        Files.deleteIfExists(folder);
      } catch (IOException goneOrForeign) {
        // Another process may delete them at the same moment.
      }
    }
  }

  /** Deletes the folders whose sockets no process listens at. */
  private static void sweep(Path parent) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        if (isLeft(folder)) {
          delete(folder.resolve(SOCKET));
        }
      }
    } catch (IOException | DirectoryIteratorException unreadable) {
      // A process that creates a folder there will report the problem.
    }
  }

  private static boolean isLeft(Path folder) {
    try {
      Instant changed = Files.getLastModifiedTime(folder).toInstant();
      return changed.isBefore(Instant.now().minus(YOUNGEST_SWEPT))
          && !isListening(folder.resolve(SOCKET));
    } catch (IOException goneOrForeign) {
      return false;
    }
  }

  /**
   * Returns whether a process listens. The kernel refuses a connection to a socket without a
   * listener, whose name remains.
   */
  private static boolean isListening(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false); // a stopped listener may have a full queue
      channel.connect(UnixDomainSocketAddress.of(socket));
      return true;
    } catch (IOException refused) {
      return false;
    }
  }
}
