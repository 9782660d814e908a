package org.armci4j.transport.ucx.ucp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import jnr.ffi.LibraryLoader;
import org.armci4j.bootstrap.Host;
import org.armci4j.bootstrap.text.Text;
import org.armci4j.transport.NativeLibraries;
import org.armci4j.transport.network.Raw;
import org.armci4j.transport.ucx.ucp.api.LibUcp;
import org.armci4j.transport.ucx.ucp.api.PosixCalls;
import org.armci4j.transport.ucx.ucp.api.TransferCalls;

/** UCX's library libucp on this host. */
public final class UcxLibrary {
  private static final String NAME = "libucp.so.0";

  /** HOST_NAME_MAX: the size of UCX's buffer, which has no room for the text's terminating zero. */
  private static final int HOST_NAME_BYTES = 64;

  private final LibUcp ucp;
  private final TransferCalls transfers;
  private final PosixCalls posix;
  private final String version;

  private UcxLibrary(LibUcp ucp, TransferCalls transfers, PosixCalls posix) {
    this.ucp = ucp;
    this.transfers = transfers;
    this.posix = posix;
    this.version = version(ucp);
  }

  /**
   * Tells whether UCX can be used here.
   *
   * @param library the library, or null if it cannot be used
   * @param reason in words, why it can or cannot
   */
  public record Availability(UcxLibrary library, String reason) {
    /** Returns whether UCX can be used. */
    public boolean isAvailable() {
      return library != null;
    }
  }

  /** Loads the library when first touched. The answer never changes and serves the whole JVM. */
  private static final class Loaded {
    static final Availability ANSWER = answer();

    private static Availability answer() {
      String refusal = refusal(Host.name());
      return refusal == null
          ? NativeLibraries.load(UcxLoading::load, UcxLoading::failed)
          : new Availability(null, refusal);
    }
  }

  /** Loads the library, on another thread than the first that asked. */
  private static final class UcxLoading {
    static Availability load() {
      PosixCalls posix = LibraryLoader.create(PosixCalls.class).failImmediately().load("c");
      prepareEnvironment(posix);
      LibUcp ucp = LibraryLoader.create(LibUcp.class).failImmediately().load(NAME);
      UcxLibrary library = new UcxLibrary(ucp, new TransferCalls(NAME), posix);
      return new Availability(library, "UCX " + library.version);
    }

    static Availability failed(Throwable thrown) {
      return new Availability(null, NativeLibraries.whyNot(NAME, "libucx0, or UCX", thrown));
    }

    /**
     * Sets variables that UCX reads when it is loaded:
     *
     * <ul>
     *   <li>UCX would replace the JVM's handlers of SIGSEGV and similar signals, by which the JVM
     *       checks for null. The next such signal would end the process.
     *   <li>Its log would go to the program's standard output; a user who wants the log sets the
     *       variable.
     *   <li>It would wait in connect(2), for minutes where the other host drops packets, and nobody
     *       could end that wait.
     * </ul>
     */
    private static void prepareEnvironment(PosixCalls posix) {
      setEnvironment(posix, "UCX_ERROR_SIGNALS", "", true);
      setEnvironment(posix, "UCX_LOG_LEVEL", "fatal", false);
      setEnvironment(posix, "UCX_TCP_CONN_NB", "y", false);
    }

    private static void setEnvironment(
        PosixCalls posix, String name, String value, boolean overwrite) {
      try (Arena arena = Arena.ofConfined()) {
        int result =
            posix.setenv(
                arena.allocateFrom(name).address(),
                arena.allocateFrom(value).address(),
                overwrite ? 1 : 0);
        if (result != 0) {
          throw new IllegalStateException("setenv of " + name + " failed");
        }
      }
    }
  }

  /** Returns the library, which the first call loads. */
  public static Availability find() {
    return System.getProperty("os.name").startsWith("Linux")
        ? Loaded.ANSWER
        : new Availability(null, "this transport needs Linux");
  }

  /**
   * Returns why UCX must not be loaded on a host of this name, or null. UCX copies the name up to
   * its first dot to a buffer that may be too short, and then ends the process.
   */
  static String refusal(String host) {
    int dot = host.indexOf('.');
    String copied = dot < 0 ? host : host.substring(0, dot);
    return copied.getBytes(StandardCharsets.UTF_8).length < HOST_NAME_BYTES
        ? null
        : "UCX ends a process where the host's name has 64 characters, as "
            + host
            + ": give this host a shorter one (hostname)";
  }

  private static String version(LibUcp ucp) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment numbers = arena.allocate(3 * Integer.BYTES, Integer.BYTES);
      long base = numbers.address();
      ucp.ucp_get_version(base, base + Integer.BYTES, base + 2 * Integer.BYTES);
      return Text.format(
          "%d.%d.%d",
          Raw.getInt(base), Raw.getInt(base + Integer.BYTES), Raw.getInt(base + 2 * Integer.BYTES));
    }
  }

  /** Returns the library's version, such as 1.13.1. */
  public String version() {
    return version;
  }

  LibUcp ucp() {
    return ucp;
  }

  TransferCalls transfers() {
    return transfers;
  }

  /** Returns the functions of the C library. */
  public PosixCalls posix() {
    return posix;
  }
}
