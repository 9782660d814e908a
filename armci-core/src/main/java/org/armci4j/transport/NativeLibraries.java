package org.armci4j.transport;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import jnr.ffi.Memory;
import jnr.ffi.Runtime;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.text.Text;

/**
 * Loads native libraries for transports that call theirs through jnr-ffi, and tells why one cannot
 * be called.
 *
 * <p>jnr-ffi has a library of its own, which jffi unpacks and loads: in the folder that the system
 * property {@code jffi.extract.dir} names, else in {@code java.io.tmpdir}, else in the current
 * directory. Where files may be executed in none of these (the mount option {@code noexec}), no
 * library can be called, and to install the one that was wanted would not help.
 */
public final class NativeLibraries {
  private static final String OWN_FAILURE = "could not load FFI provider";

  private NativeLibraries() {}

  /**
   * Loads a library on a thread outside all ranks: with the first memory that jnr-ffi allocates it
   * starts a thread that ends with the JVM, which would keep the rank that happened to be first.
   *
   * @param load loads it; like {@code failed}, it must need no class that the calling thread is
   *     initialising
   * @param failed what to return for what loading throws
   * @return what one of the two returns
   */
  public static <T> T load(Supplier<T> load, Function<Throwable, T> failed) {
    ThreadGroup around = RankThreadGroup.aroundRanks();
    Thread.Builder outside = Thread.ofPlatform().group(around).daemon().name("armci-library-load");
    return CompletableFuture.supplyAsync(() -> attempt(load, failed), outside::start).join();
  }

  private static <T> T attempt(Supplier<T> load, Function<Throwable, T> failed) {
    try {
      T library = load.get();
      Memory.allocateDirect(Runtime.getSystemRuntime(), Long.BYTES);
      return library;
    } catch (RuntimeException | LinkageError e) {
      return failed.apply(e);
    }
  }

  /**
   * The reason in words, with what to change.
   *
   * @param library that was to be loaded
   * @param packages that have it
   * @param thrown what the attempt threw
   * @return one line
   */
  public static String whyNot(String library, String packages, Throwable thrown) {
    if (!String.valueOf(thrown.getMessage()).startsWith(OWN_FAILURE)) {
      return Text.format(
          "%s cannot be loaded (install the package %s): %s", library, packages, thrown);
    }
    return Text.format(
            "%s cannot be called: jnr-ffi must unpack a library of its own and load it, but neither"
                + " %s",
            library, System.getProperty("java.io.tmpdir"))
        + Text.format(
            " nor the current directory, %s, lets it (noexec, or read-only, or full?);",
            System.getProperty("user.dir"))
        + " name a folder that does by --jvm-arg=-Djffi.extract.dir=/that/folder";
  }
}
