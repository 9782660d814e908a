package org.armci4j.transport;

import org.armci4j.bootstrap.text.Text;

/**
 * Tells why a native library cannot be called, for transports that call theirs through jnr-ffi.
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
