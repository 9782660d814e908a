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

  /** HOST_NAME_MAX, in which UCX leaves no room for the end of a text. */
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
   * Whether UCX can be used here.
   *
   * @param library the library, or null if it cannot be used
   * @param reason in words, why it can or cannot
   */
  public record Availability(UcxLibrary library, String reason) {
    /** Whether it can. */
    public boolean isAvailable() {
      return library != null;
    }
  }

  /** The library is loaded when this is first touched, and never changes: one answer serves all. */
  private static final class Loaded {
    static final Availability ANSWER = answer();

    private static Availability answer() {
      String refusal = refusal(Host.name());
      return refusal == null
          ? NativeLibraries.load(UcxLoading::load, UcxLoading::failed)
          : new Availability(null, refusal);
    }
  }

  /** How it is loaded, by another thread than the one that has asked first. */
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
     * UCX reads these when it is loaded. It would replace the JVM's handlers of SIGSEGV and its
     * like, by which the JVM checks for null: the next one would end the process. Its log would go
     * to the program's standard output; a user who wants it sets the variable. It would wait in
     * connect(2), for minutes where the other host drops what comes, and nobody could end that
     * wait.
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

  /** Loads the library on first use. */
  public static Availability find() {
    return System.getProperty("os.name").startsWith("Linux")
        ? Loaded.ANSWER
        : new Availability(null, "this transport needs Linux");
  }

  /**
   * Why UCX must not be loaded on a host of this name, or null: it would end the process, as it
   * copies the name up to its first dot to a place that is too short.
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

  /** The library's version, such as 1.13.1. */
  public String version() {
    return version;
  }

  LibUcp ucp() {
    return ucp;
  }

  TransferCalls transfers() {
    return transfers;
  }

  /** What is needed of the C library. */
  public PosixCalls posix() {
    return posix;
  }
}
