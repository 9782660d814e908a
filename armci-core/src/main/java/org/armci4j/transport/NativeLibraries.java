package org.armci4j.transport;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import jnr.ffi.Memory;
import jnr.ffi.Runtime;
import org.armci4j.bootstrap.RankThreadGroup;
import org.armci4j.bootstrap.text.Text;

/**
 * Loads native libraries for transports that call them through jnr-ffi, and says why one cannot be
 * called.
 *
 * <p>jnr-ffi has a library of its own, which jffi unpacks and loads. jffi tries the folder that the
 * system property {@code jffi.extract.dir} names, else {@code java.io.tmpdir}, else the current
 * directory. Where none of these may execute files (mount option {@code noexec}), no library can be
 * called; installing the missing package would not help. The launcher names a folder of the job, if
 * the one for temporary files serves: there it deletes what a killed rank has unpacked.
 */
public final class NativeLibraries {
  private static final String OWN_FAILURE = "could not load FFI provider";

  private NativeLibraries() {}

  /**
   * Loads a library on a thread outside all ranks. jnr-ffi's first allocation starts a thread that
   * ends with the JVM. In a rank's thread group it would make that rank seem alive after its end.
   *
   * @param load loads the library; like {@code failed}, it must need no class that the calling
   *     thread is initialising
   * @param failed makes the result from what loading threw
   * @return the result of one of the two
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
   * Returns the reason in words, with what to change.
   *
   * @param library the library that was to be loaded
   * @param packages the packages that contain it
   * @param thrown the attempt's exception
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
