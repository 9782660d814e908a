package org.armci4j.transport.ucx.port;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jnr.ffi.LastError;
import jnr.ffi.Runtime;
import org.armci4j.error.ArmciException;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.ucp.api.PosixCalls;

/**
 * The TCP sockets of this process. Asks the kernel about each open file: its table of all sockets
 * ({@code /proc/net/tcp}) may miss one while others come and go. For one thread at a time.
 */
final class TcpSockets {
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  // Linux's numbers, the same on x86-64 and aarch64.
  private static final int SOL_SOCKET = 1;
  private static final int SO_ACCEPTCONN = 30;
  private static final int SO_PROTOCOL = 38;
  private static final int IPPROTO_TCP = 6;
  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;
  private static final int SOCK_STREAM = 1;
  private static final int CLOEXEC = 0x80000;

  // struct sockaddr_in and sockaddr_in6.
  private static final int PORT_AT = 2;
  private static final int V4_AT = 4;
  private static final int V4_BYTES = 4;
  private static final int V6_AT = 8;
  private static final int V6_BYTES = 16;

  // Memory of the calls: an address of any kind, its length, and a number.
  private static final int ADDRESS_BYTES = 128;
  private static final int LENGTH = ADDRESS_BYTES;
  private static final int NUMBER = LENGTH + Integer.BYTES;
  private static final int MEMORY_BYTES = NUMBER + Integer.BYTES;

  private final PosixCalls posix;
  private final MemorySegment memory = Raw.allocate(MEMORY_BYTES);
  private final long base = memory.address();

  TcpSockets(PosixCalls posix) {
    this.posix = posix;
  }

  /** Returns the sockets that are open at this moment. */
  List<TcpSocket> all() {
    List<TcpSocket> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path file : files) {
        int descriptor = Integer.parseInt(file.getFileName().toString());
        if (option(descriptor, SO_PROTOCOL) == IPPROTO_TCP) {
          add(descriptor, found);
        }
      }
    } catch (IOException e) {
      throw new ArmciException("cannot list this process's open files in " + OPEN_FILES, e);
    }
    return found;
  }

  /** Adds a socket unless it has gone: other threads close sockets meanwhile. */
  private void add(int descriptor, List<TcpSocket> found) {
    boolean listens = option(descriptor, SO_ACCEPTCONN) == 1;
    prepareAddress();
    TcpAddress local = posix.getsockname(descriptor, base, base + LENGTH) == 0 ? address() : null;
    prepareAddress();
    TcpAddress remote = posix.getpeername(descriptor, base, base + LENGTH) == 0 ? address() : null;
    if (local != null) {
      found.add(new TcpSocket(descriptor, listens, local, remote));
    }
  }

  /** Returns the port of a socket's own end, or -1 for another kind of file. */
  int localPort(int descriptor) {
    prepareAddress();
    boolean known = posix.getsockname(descriptor, base, base + LENGTH) == 0;
    short family = known ? Raw.getShort(base) : 0;
    return family == AF_INET || family == AF_INET6 ? port() : -1;
  }

  /** Returns a socket's option, or -1 for a file that is no socket. */
  private int option(int descriptor, int name) {
    Raw.putInt(base + LENGTH, Integer.BYTES);
    boolean known =
        posix.getsockopt(descriptor, SOL_SOCKET, name, base + NUMBER, base + LENGTH) == 0;
    return known ? Raw.getInt(base + NUMBER) : -1;
  }

  private void prepareAddress() {
    Raw.putInt(base + LENGTH, ADDRESS_BYTES);
  }

  /** Returns the address in the memory of the calls; null for one of another kind. */
  private TcpAddress address() {
    return switch (Raw.getShort(base)) {
      case AF_INET -> address(V4_AT, V4_BYTES);
      case AF_INET6 -> address(V6_AT, V6_BYTES);
      default -> null;
    };
  }

  private TcpAddress address(int at, int lengthBytes) {
    byte[] host = new byte[lengthBytes];
    Raw.copy(base + at, MemorySegment.ofArray(host), 0, lengthBytes);
    return new TcpAddress(host, port());
  }

  private int port() {
    int high = Byte.toUnsignedInt(Raw.getByte(base + PORT_AT));
    int low = Byte.toUnsignedInt(Raw.getByte(base + PORT_AT + 1));
    return high << Byte.SIZE | low;
  }

  /**
   * Replaces a listening socket with a new one that nobody can reach. UCX keeps a descriptor that
   * it can close, and the kernel removes the old socket from every poll set.
   */
  void replace(TcpSocket listening) {
    int fresh = check("socket", posix.socket(AF_INET, SOCK_STREAM | CLOEXEC, 0));
    try {
      check("dup3", posix.dup3(fresh, listening.descriptor(), CLOEXEC));
    } finally {
      posix.close(fresh);
    }
  }

  private static int check(String call, int result) {
    if (result < 0) {
      int errno = LastError.getLastError(Runtime.getSystemRuntime());
      throw new ArmciException(
          "closing UCX's TCP ports failed: " + call + " gave errno " + errno + " (ulimit -n)");
    }
    return result;
  }
}
